import Glibc

/// How an outbox holds its messages.
package enum OutboxFormat: String, CaseIterable, Sendable {
  /// A Maildir: `tmp`, `new`, `cur`; each message a file in `new`.
  case maildir
  /// Each message a file that ends in `.eml`.
  case eml
  /// A file in mboxrd form a run.
  case mbox
  /// A file with a line a message a run.
  case jsonl
}

/// The folder of an outbox and what stands in it: `tidings.lock`, the ledger, `tmp`, and by format
/// `new` and `cur` or the files themselves.
struct OutboxFolder: ~Copyable {
  static let ledgerName = "tidings.ledger"
  static let lockName = "tidings.lock"

  let folder: Folder
  private let lock: Lock
  private let ledgerLock: Lock?
  let ledgerPath: String
  private let newEntries: NewEntries

  /// Whether a run was here before: only then can an outbox be looked at without changing it.
  static func isKnown(_ path: String) throws(DeliveryError) -> Bool {
    guard try Folder.isThere(path) else { return false }
    return try Folder(path: path, creating: nil).kind(of: lockName) != nil
  }

  init(path: String, options: Outbox.Options) throws(DeliveryError) {
    let entries = NewEntries()
    entries.note(Folder.trimmed(path))
    let folder = try Folder(path: path, creating: Permissions.owner.folder)
    let lock = try Lock(Self.lockName, in: folder)
    if lock.isNew { entries.noteMade(folder.path(of: Self.lockName)) }
    var ledgerLock: Lock?
    if let path = options.ledgerPath {
      do throws(DeliveryError) {
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

  // While the locks are still held.
  deinit { newEntries.remove() }

  // MARK: - The ledger

  /// Opens the ledger, or makes one for an outbox that is empty; refuses one of another outbox.
  func openLedger(_ options: Outbox.Options) throws(DeliveryError) -> Ledger {
    if try Ledger.isMissing(at: ledgerPath) {
      guard try isEmpty() else { throw .ledger(.missing, path: ledgerPath) }
      for end in ["-wal", "-shm", "-journal", ""] { newEntries.note(ledgerPath + end) }
      try Ledger.createFile(at: ledgerPath)
    }
    let ledger = try Ledger(path: ledgerPath, access: .writing(syncs: options.syncs))
    return try ledger.closedOnFailure { () throws(DeliveryError) in
      if try !keepsBooks(ledger, options) {
        try ledger.remember(
          .init(format: options.format.rawValue, shard: options.shard, mark: try lock.makeMark()))
      }
      if ledgerLock != nil { try ledger.remember(outbox: folder.path) }
      return ledger
    }
  }

  /// A copy of the ledger for a run that is only tried; refuses what `openLedger` does.
  func copyLedger(_ options: Outbox.Options) throws(DeliveryError) -> Ledger {
    let isMissing = try Ledger.isMissing(at: ledgerPath)
    if isMissing, try !isEmpty() { throw .ledger(.missing, path: ledgerPath) }
    let ledger = try Ledger(copying: isMissing ? nil : ledgerPath)
    _ = try keepsBooks(ledger, options)
    return ledger
  }

  /// Whether a ledger is that of this outbox; false where it is nobody's yet and the outbox is empty.
  private func keepsBooks(
    _ ledger: Ledger, _ options: Outbox.Options
  ) throws(DeliveryError) -> Bool {
    guard let facts = try ledger.facts() else {
      guard try isEmpty() else { throw .ledger(.missing, path: ledgerPath) }
      return false
    }
    guard facts.format == options.format.rawValue else {
      throw .ledger(.otherFormat(found: facts.format), path: ledgerPath)
    }
    guard facts.shard == options.shard else {
      throw .ledger(.otherShard(found: facts.shard), path: ledgerPath)
    }
    try checkMark(facts)
    if let time = try ledger.openRewind() {
      throw .ledger(.rewindIsOpen(to: time), path: ledgerPath)
    }
    return true
  }

  /// Refuses the ledger of another outbox. One in the outbox is the outbox's, also where the lock file
  /// was made anew.
  func checkMark(_ facts: Ledger.Facts) throws(DeliveryError) {
    if ledgerLock != nil, try lock.mark() != facts.mark {
      throw .ledger(.otherOutbox, path: ledgerPath)
    }
  }

  /// Whether nothing is in the outbox that a ledger would have to know of.
  private func isEmpty() throws(DeliveryError) -> Bool {
    try Self.isEmpty(folder, ledgerPath: ledgerPath)
  }

  static func isEmpty(
    _ folder: borrowing Folder, ledgerPath: String
  ) throws(DeliveryError) -> Bool {
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

  /// Gives what is prepared its name, sweeps the temporaries that nothing names, and answers the run
  /// that was not finished: it is still open, or it is now finished.
  func recover(_ ledger: Ledger, _ options: Outbox.Options) throws(DeliveryError) -> Run? {
    let temporaries = try temporaries()
    let target = try target(options.format)
    let run = try ledger.openRun()
    let keep = options.format.hasRunFile ? run?.fileName(in: options.format) : nil
    let left = Set(try temporaries.names())
    if !options.format.hasRunFile {
      // A prepared message that is not among the temporaries was published, whoever took it since.
      for name in try ledger.recentNames() where left.contains(name) {
        try temporaries.rename(name, to: target, as: name)
      }
    } else if let keep, let run, run.state == .complete, left.contains(keep) {
      try temporaries.rename(keep, to: target, as: keep)
    }
    for name in try temporaries.names() where Self.isOurs(name) {
      if name == keep, let run, run.state == .open, run.length > 0 { continue }
      try temporaries.remove(name)
    }
    guard let run else { return nil }
    if options.syncs {
      try temporaries.syncFileSystem()
      try target.syncFileSystem()
    }
    guard run.state == .complete else { return run }
    try ledger.finish(run.id)
    return try ledger.run(run.id)
  }

  /// Whether a temporary is one that an outbox makes; what else stands there is left alone.
  private static func isOurs(_ name: String) -> Bool {
    [".tidings", ".eml", ".mbox", ".jsonl"].contains { name.hasSuffix($0) }
  }

  // MARK: - Places

  /// From here on the outbox has something to keep: the run that was begun.
  func sink(for run: Run, _ options: Outbox.Options) throws(DeliveryError) -> any Sink {
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

  func temporaries() throws(DeliveryError) -> Folder {
    try inner("tmp")
  }

  private func inner(_ name: String) throws(DeliveryError) -> Folder {
    newEntries.note(folder.path(of: name))
    return try Folder(name, in: folder, creating: Permissions.owner.folder)
  }

  func target(_ format: OutboxFormat) throws(DeliveryError) -> Folder {
    switch format {
    case .maildir:
      _ = try inner("cur")
      return try inner("new")
    case .eml, .mbox, .jsonl: return try Folder(".", in: folder, creating: Permissions.owner.folder)
    }
  }
}

extension OutboxFormat {
  /// Whether all messages of a run are in one file.
  var hasRunFile: Bool {
    switch self {
    case .maildir, .eml: false
    case .mbox, .jsonl: true
    }
  }
}

/// The files and folders that a run made before it had anything to keep. A run that is refused leaves
/// none of them behind.
final class NewEntries {
  /// Each before the folder that it is in.
  private var paths: [String] = []
  private var areKept = false

  /// Notes `path` and the folders above it, those that are not there yet: they are about to be made.
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

  /// Notes a file that was made a moment ago.
  func noteMade(_ path: String) { paths.insert(path, at: 0) }

  /// There is something to keep: `remove` leaves everything as it is.
  func keep() { areKept = true }

  /// Removes what was made, while the locks are still held. Folders that hold something stay.
  func remove() {
    if areKept { return }
    for path in paths { _ = Glibc.remove(path) }
    paths = []
  }

  deinit { remove() }
}
