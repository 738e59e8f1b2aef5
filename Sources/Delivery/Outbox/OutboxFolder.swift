import ByteText
import Glibc

/// How an outbox stores its messages.
package enum OutboxFormat: String, CaseIterable, Sendable {
  /// A Maildir: `tmp`, `new`, `cur`; each message is a file in `new`.
  case maildir
  /// Each message is a file that ends in `.eml`.
  case eml
  /// One mboxrd file per run.
  case mbox
  /// One file per run with one line per message.
  case jsonl

  /// Whether all messages of a run are in one file.
  var hasRunFile: Bool { self == .mbox || self == .jsonl }
}

/// The folder of an outbox and its entries: `tidings.lock`, the ledger, `tmp`, and by format `new`
/// and `cur` or the messages themselves.
struct OutboxFolder: ~Copyable {
  static let ledgerName = "tidings.ledger"
  static let lockName = "tidings.lock"

  let folder: Folder
  private let lock: Lock
  private let ledgerLock: Lock?
  let ledgerPath: String
  private let newEntries: NewEntries

  /// Whether an earlier run used the folder: only then can it be inspected without changing it.
  static func isKnown(_ path: String) throws(Fault) -> Bool {
    guard try Folder.isThere(path) else { return false }
    return try Folder(path: path, creating: nil).kind(of: lockName) != nil
  }

  init(path: String, options: Outbox.Options) throws(Fault) {
    let entries = NewEntries()
    entries.note(Folder.trimmed(path))
    let folder = try Folder(path: path, creating: Permissions.owner.folder)
    let lock = try Lock(Self.lockName, in: folder)
    if lock.isNew { entries.noteMade(folder.path(of: Self.lockName)) }
    var ledgerLock: Lock?
    if let path = options.ledgerPath {
      do throws(Fault) {
        let beside = try Lock(besideLedger: path)
        if beside.isNew { entries.noteMade(path + Lock.ledgerSuffix) }
        ledgerLock = consume beside
      } catch {
        entries.remove()
        throw error
      }
    }
    ledgerPath = options.ledgerPath ?? folder.path(of: Self.ledgerName)
    self.folder = folder
    self.lock = lock
    self.ledgerLock = ledgerLock
    newEntries = entries
  }

  // The locks are still held here.
  deinit {
    // First: a mark says that there is a ledger.
    if newEntries.haveLedger { lock.removeMark() }
    newEntries.remove()
  }

  // MARK: - The ledger

  /// Opens the ledger, or creates one for an empty outbox; refuses one of another outbox.
  func openLedger(_ options: Outbox.Options) throws(Fault) -> Ledger {
    try refuseLostLedger()
    if try Ledger.isMissing(at: ledgerPath) {
      guard try isEmpty() else { throw .missingLedger(ledgerPath) }
      newEntries.note(ledger: ledgerPath)
      try Ledger.createFile(at: ledgerPath)
    }
    let ledger = try Ledger(path: ledgerPath, access: .writing(syncs: options.syncs))
    return try ledger.closedOnFailure { () throws(Fault) in
      if try !keepsBooks(ledger, options) {
        try ledger.remember(format: options.format.rawValue, mark: try lock.makeMark())
      }
      if ledgerLock != nil { try ledger.remember(outbox: folder.path) }
      return ledger
    }
  }

  /// A copy of the ledger for a dry run; refuses what `openLedger` refuses.
  func copyLedger(_ options: Outbox.Options) throws(Fault) -> Ledger {
    try refuseLostLedger()
    let isMissing = try Ledger.isMissing(at: ledgerPath)
    if isMissing, try !isEmpty() { throw .missingLedger(ledgerPath) }
    let ledger = try Ledger(copying: isMissing ? nil : ledgerPath)
    _ = try keepsBooks(ledger, options)
    return ledger
  }

  /// Refuses a ledger that is missing or empty if the outbox once had one: a new one would mail
  /// everything again. The mark is written when a ledger has its tables.
  private func refuseLostLedger() throws(Fault) {
    if try lock.mark() != nil, try Ledger.isEmpty(at: ledgerPath) {
      throw .missingLedger(ledgerPath)
    }
  }

  /// Whether a ledger belongs to this outbox; false if it belongs to none yet and the outbox is
  /// empty.
  private func keepsBooks(_ ledger: Ledger, _ options: Outbox.Options) throws(Fault) -> Bool {
    guard let facts = try ledger.facts() else {
      guard try isEmpty() else { throw .missingLedger(ledgerPath) }
      return false
    }
    guard facts.format == options.format.rawValue else {
      throw Fault(
        .unusable, code: "other-format", of: ledgerPath,
        "it is the ledger of an outbox in \(facts.format) format",
        advice: "use --as \(facts.format)")
    }
    // A ledger inside the outbox belongs to it, even if the lock file is new.
    if ledgerLock != nil, try lock.mark() != facts.mark { throw .otherOutbox(ledgerPath) }
    return true
  }

  /// Whether the outbox has nothing that a ledger must know.
  private func isEmpty() throws(Fault) -> Bool { try Self.isEmpty(folder, ledgerPath: ledgerPath) }

  static func isEmpty(_ folder: borrowing Folder, ledgerPath: String) throws(Fault) -> Bool {
    let ledger = try FileLocation(ledgerPath)
    let holdsLedger = folder.isSame(as: ledger.folder)
    for name in try folder.names() {
      if name == lockName || name.hasPrefix(ledgerName) { continue }
      // A ledger in the outbox under a name of its own.
      if holdsLedger, name.hasPrefix(ledger.name) { continue }
      if name == OutboxQueue.lockName { continue }
      let inside = ["tmp", "new", "cur", OutboxQueue.recordName, OutboxQueue.refusedName]
      guard inside.contains(name), try folder.kind(of: name) == .folder,
        try Folder(name, in: folder, creating: Permissions.owner.folder).names().isEmpty
      else { return false }
    }
    return true
  }

  // MARK: - After a killed run

  /// Gives prepared messages their names, and removes temporary files that nothing names.
  ///
  /// - Returns: the open run, and the number of messages that got their names.
  func recover(
    _ ledger: Ledger, _ options: Outbox.Options
  ) throws(Fault) -> (run: Run?, published: Int) {
    var published = 0
    let temporaries = try temporaries()
    let target = try target(options.format)
    let run = try ledger.openRun()
    let keep = options.format.hasRunFile ? run?.fileName(in: options.format) : nil
    let left = Set(try temporaries.names())
    if !options.format.hasRunFile {
      // A prepared message that is not among the temporary files was published, even if it is gone.
      for name in try ledger.recentNames() where left.contains(name) {
        try temporaries.rename(name, to: target, as: name)
        published += 1
      }
    } else if let keep, let run, run.state == .complete, left.contains(keep) {
      try temporaries.rename(keep, to: target, as: keep)
    }
    for name in try temporaries.names() where Self.isOurs(name) {
      if name == keep, let run, run.state == .open, run.length > 0 { continue }
      try temporaries.remove(name)
    }
    guard let run else { return (nil, published) }
    if options.syncs {
      try temporaries.syncFileSystem()
      try target.syncFileSystem()
    }
    guard run.state == .complete else { return (run, published) }
    try ledger.finish(run.id)
    return (try ledger.run(run.id), published)
  }

  /// Whether a temporary file is one of an outbox; others are left alone.
  private static func isOurs(_ name: String) -> Bool {
    [".tidings", ".eml", ".mbox", ".jsonl"].contains { name.hasSuffix($0) }
  }

  // MARK: - Places

  /// From here the outbox has something to keep: the run.
  func sink(for run: Run, _ options: Outbox.Options) throws(Fault) -> any Sink {
    newEntries.keep()
    guard let frame = RunFileFrame(format: options.format, now: run.now) else {
      return FileSink(
        temporaries: try temporaries(), target: try target(options.format),
        syncs: options.syncs)
    }
    return try RunFileSink(
      temporaries: try temporaries(), target: try target(options.format), syncs: options.syncs,
      run: run, frame: frame, name: run.fileName(in: options.format))
  }

  func temporaries() throws(Fault) -> Folder { try inner("tmp") }

  private func inner(_ name: String) throws(Fault) -> Folder {
    newEntries.note(folder.path(of: name))
    return try Folder(name, in: folder, creating: Permissions.owner.folder)
  }

  func target(_ format: OutboxFormat) throws(Fault) -> Folder {
    switch format {
    case .maildir:
      _ = try inner("cur")
      return try inner("new")
    case .eml, .mbox, .jsonl: return try Folder(".", in: folder, creating: Permissions.owner.folder)
    }
  }
}

/// The files and folders that a run created before it had anything to keep. A refused run removes
/// them.
final class NewEntries {
  /// Each before its folder.
  private var paths: [String] = []
  private var areKept = false
  /// Whether a ledger is to be removed.
  private(set) var haveLedger = false

  /// Notes `path` and its parents that do not exist yet and are about to be created.
  func note(_ path: String) {
    var missing: [String] = []
    var path = path
    var status = stat()
    while lstat(path, &status) != 0, errno == ENOENT {
      missing.append(path)
      let above = parent(of: path)
      if above == path { break }
      path = above
    }
    paths = missing + paths
  }

  /// Notes a ledger that is about to be created, with the files beside it.
  func note(ledger path: String) {
    for end in ["-wal", "-shm", "-journal", ""] { note(path + end) }
    haveLedger = true
  }

  func noteMade(_ path: String) { paths.insert(path, at: 0) }

  /// Keeps everything: `remove` does nothing from now on.
  func keep() {
    areKept = true
    haveLedger = false
  }

  /// Removes what was created, while the locks are held. Folders with other entries stay.
  func remove() {
    if areKept { return }
    for path in paths { _ = Glibc.remove(path) }
    paths = []
  }

  deinit { remove() }
}
