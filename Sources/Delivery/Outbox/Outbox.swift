package import ByteText
import Glibc

/// A folder of messages for a sender, with a ledger that makes each appear in it exactly once.
///
/// Messages are published in batches, in three steps: they are written among the temporary files
/// and synced, the ledger commits them as prepared, and they are renamed. The first two steps of
/// the next batch make sure that the renames are on the disk and record the batch as published, so
/// a batch costs one wait for the file system and one for the ledger.
///
/// For one thread at a time, and one run at a time on the machine.
package final class Outbox {
  /// Open as long as the outbox.
  package let ledger: Ledger
  /// An interrupted run: `begin` it again with its `now` before any other.
  package private(set) var openRun: Run?
  /// A run that was interrupted when all of its messages were made: opening the outbox finished it.
  package let recoveredRun: Run?
  /// The number of messages of an interrupted run, each a file, that got their names when the outbox
  /// was opened.
  package let recoveredMessages: Int

  let path: String
  let options: Options
  /// Makes the sink of a run; holds the outbox's lock.
  private let makeSink: (Run) throws(Fault) -> any Sink
  private var run: Run?
  /// The name of the run's own file, for the messages that have none.
  private var runFile = ""
  private var sink: (any Sink)?
  private var prepared: [OutboxMessage] = []
  private var decisions: [Decision] = []
  private var pendingBytes = 0
  private var hasFailed = false

  package struct Options: Sendable {
    package var format: OutboxFormat
    /// The path of the ledger; nil means in the outbox.
    package var ledgerPath: String?
    /// Without it a power failure may lose messages, or the ledger's record of them.
    package var syncs: Bool
    /// The number of messages in a batch.
    package var batch: Int

    package init(
      format: OutboxFormat, ledgerPath: String? = nil, syncs: Bool = true, batch: Int = 1000
    ) {
      self.format = format
      self.ledgerPath = ledgerPath
      self.syncs = syncs
      self.batch = batch
    }
  }

  /// Opens an outbox, creates it if it is missing, gives a killed run's prepared messages their
  /// names, and removes temporary files that the ledger does not name.
  package init(path: String, options: Options) throws(Fault) {
    let folder = try OutboxFolder(path: path, options: options)
    (self.path, self.options) = (path, options)
    let ledger = try folder.openLedger(options)
    self.ledger = ledger
    let (run, published) = try ledger.closedOnFailure { () throws(Fault) in
      try folder.recover(ledger, options)
    }
    recoveredMessages = published
    let isFinished = run?.state == .finished
    openRun = isFinished ? nil : run
    recoveredRun = isFinished ? run : nil
    makeSink = { (run) throws(Fault) in try folder.sink(for: run, options) }
  }

  /// Opens an outbox for a dry run, which uses a copy of the ledger, publishes nothing, and leaves
  /// the outbox unchanged.
  package init(dryRun path: String, options: Options) throws(Fault) {
    let dryRun = try DryRun(path: path, options: options)
    (self.path, self.options) = (path, options)
    ledger = dryRun.ledger
    openRun = try ledger.unfinishedRun()
    (recoveredRun, recoveredMessages) = (nil, 0)
    makeSink = { (_) throws(Fault) in dryRun.sink }
  }

  /// The ledger is closed before the lock is released, even if it is still referenced: the next run
  /// must not open a database that this one is about to close.
  deinit { try? ledger.close() }

  /// Commits a run before its first message, or continues the open one of this stream and `now`
  /// (microseconds since 1970), which keeps its first fingerprint.
  ///
  /// - Parameters:
  ///   - recipients: hashes of its only ones; empty for all.
  ///   - isForced: whether `now` may be before the last run's, of a clock that was ahead: slots
  ///     after `now` are open again.
  @discardableResult
  package func begin(
    stream: String, now: Int64, fingerprint: [UInt8], recipients: [UInt64] = [],
    isForced: Bool = false
  ) throws(Fault) -> Run {
    if let openRun, openRun.stream != stream || openRun.now != now {
      throw .openRun(ledger.path, of: openRun.stream == stream ? nil : openRun.stream)
    }
    return try whileSound { () throws(Fault) in
      let run: Run
      if let openRun {
        run = openRun
      } else {
        run = try ledger.begin(
          stream: stream, now: now, fingerprint: fingerprint, recipients: recipients,
          isForced: isForced)
      }
      sink = try makeSink(run)
      openRun = run
      self.run = run
      runFile = run.fileName(in: options.format)
      return run
    }
  }

  /// Adds a message to the run that was begun; it is published with its batch.
  package func publish(_ message: OutboxMessage) throws(Fault) {
    try whileSound { () throws(Fault) in
      guard let run, let sink else { throw .stopped(path) }
      let key = DeliveryKey(stream: run.stream, recipient: message.recipient, slot: message.slot)
      let name = key.fileName(in: options.format)
      try sink.writeMessage(message, name: name)
      prepared.append(message.prepared(as: name.isEmpty ? runFile : name))
      pendingBytes += message.bytes.count
      if prepared.count >= options.batch || pendingBytes >= 64 << 20 { try flush() }
    }
  }

  /// Records a decision about a recipient without a message, with the next batch.
  package func record(_ decision: Decision) throws(Fault) {
    try whileSound { () throws(Fault) in
      decisions.append(decision)
      if decisions.count >= 20 * options.batch { try flush() }
    }
  }

  /// Publishes the rest and commits the run as finished.
  package func finish() throws(Fault) {
    try whileSound { () throws(Fault) in
      guard let run, let sink else { throw .stopped(path) }
      try flush()
      if options.format.hasRunFile { try ledger.complete(run.id) }
      try sink.complete()
      try ledger.finish(run.id)
      (self.run, self.sink) = (nil, nil)
      openRun = nil
    }
  }

  /// Whether a run has used the folder at `path` as an outbox.
  package static func isOne(_ path: String) -> Bool { (try? OutboxFolder.isKnown(path)) ?? false }

  private func flush() throws(Fault) {
    guard let run, let sink, !prepared.isEmpty || !decisions.isEmpty else { return }
    let length = try sink.settle()
    try ledger.prepare(prepared, decisions: decisions, run: run, length: length)
    try sink.publish(prepared.map(\.name))
    prepared.removeAll(keepingCapacity: true)
    decisions.removeAll(keepingCapacity: true)
    pendingBytes = 0
  }

  /// After a failure nothing more is written: a repeated sync succeeds although the data is lost.
  /// The next start learns the state from the ledger.
  private func whileSound<Answer>(_ body: () throws(Fault) -> Answer) throws(Fault) -> Answer {
    if hasFailed { throw .stopped(path) }
    do { return try body() } catch {
      hasFailed = true
      throw error
    }
  }
}

/// The destination of a dry run: a copy of the ledger, and no files.
struct DryRun: ~Copyable {
  let ledger: Ledger
  let sink = NullSink()
  /// The folder of an earlier run; its lock is held as long as the dry run.
  private let folder: OutboxFolder?

  init(path: String, options: Outbox.Options) throws(Fault) {
    guard try OutboxFolder.isKnown(path) else {
      if let path = options.ledgerPath, try !Ledger.isMissing(at: path) { throw .otherOutbox(path) }
      if try !Self.isFree(path, ledgerPath: options.ledgerPath) {
        throw .missingLedger(options.ledgerPath ?? path + "/" + OutboxFolder.ledgerName)
      }
      ledger = try Ledger(copying: nil)
      folder = nil
      return
    }
    let folder = try OutboxFolder(path: path, options: options)
    ledger = try folder.copyLedger(options)
    self.folder = consume folder
  }

  /// Whether an outbox can be created at `path`: there is nothing, or an empty folder or Maildir.
  private static func isFree(_ path: String, ledgerPath: String?) throws(Fault) -> Bool {
    if try Folder.kind(at: path) == nil { return true }
    let folder = try Folder(path: path, creating: nil)
    return try OutboxFolder.isEmpty(
      folder, ledgerPath: ledgerPath ?? folder.path(of: OutboxFolder.ledgerName))
  }
}

final class NullSink: Sink {
  func writeMessage(_ message: OutboxMessage, name: String) {}
  func settle() -> Int64 { 0 }
  func publish(_ names: [String]) {}
  func complete() {}
}

extension Ledger {
  /// The run to continue; one whose messages are all prepared is finished first.
  func unfinishedRun() throws(Fault) -> Run? {
    guard let run = try openRun() else { return nil }
    guard run.state == .complete else { return run }
    try finish(run.id)
    return nil
  }
}
