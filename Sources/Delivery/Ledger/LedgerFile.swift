package import ByteText
import Glibc

extension Ledger {
  /// Whether there is no ledger at `path`.
  package static func isMissing(at path: String) throws(Fault) -> Bool {
    let location = try FileLocation(path)
    return try location.folder.kind(of: location.name) == nil
  }

  /// Whether there is no ledger at `path`, or one without a byte: a database whose first commit is still
  /// in its `-wal` file has its first page.
  static func isEmpty(at path: String) throws(Fault) -> Bool {
    let location = try FileLocation(path)
    guard try location.folder.kind(of: location.name) == .regularFile else {
      return try isMissing(at: path)
    }
    return try location.folder.open(location.name, flags: O_RDONLY).size(path: path) == 0
  }

  /// Creates an empty file for a ledger, durably and only for its owner.
  static func createFile(at path: String) throws(Fault) {
    let location = try FileLocation(path)
    try location.folder.create(location.name, mode: Permissions.owner.file).close(path: path)
    try location.folder.sync()
  }

  /// A database's name for SQLite ("URI filenames") that reads it without leaving a `-shm` file
  /// beside it, unless the log of a killed run must be merged.
  static func uriForReading(_ path: String) throws(Fault) -> String {
    let location = try FileLocation(path)
    let hasLog = try location.folder.kind(of: location.name + "-wal") != nil
    var uri = Array((path.hasPrefix("/") ? "file:" : "file:./").utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "%"): uri += "%25".utf8
      case UInt8(ascii: "?"): uri += "%3f".utf8
      case UInt8(ascii: "#"): uri += "%23".utf8
      default: uri.append(byte)
      }
    }
    return String(decoding: uri, as: UTF8.self) + (hasLog ? "?mode=ro" : "?immutable=1")
  }

  /// The suffixes of the files that belong to a ledger: its own, those of SQLite, and its lock if
  /// it is outside its outbox.
  package static let sideFiles = ["", "-wal", "-shm", "-journal", Lock.ledgerSuffix]

  static func refuseLinks(at path: String) throws(Fault) {
    let location = try FileLocation(path)
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try location.folder.refuseAllButFile(location.name + suffix)
    }
  }

  /// The name of a ledger in its outbox.
  package static let name = OutboxFolder.ledgerName

  /// The path of the ledger at `path`, which names the file itself or an outbox; nil if there is
  /// none.
  package static func path(of path: String) throws(Fault) -> String? {
    var status = stat()
    let slash = path.hasSuffix("/") ? "" : "/"
    for candidate in [path, path + slash + OutboxFolder.ledgerName] {
      if stat(candidate, &status) != 0 {
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw .failed(.read, candidate)
      }
      if status.kind != .folder { return candidate }
    }
    return nil
  }

  /// The location of the outbox: around the ledger, or where the last run found it.
  package func outbox() throws(Fault) -> OutboxWhereabouts {
    let location = try FileLocation(path)
    if location.name == OutboxFolder.ledgerName,
      try location.folder.kind(of: OutboxFolder.lockName) != nil
    {
      return .at(location.folder.path)
    }
    guard let outbox = try outboxPath() else { return .unknown }
    guard try Folder.isThere(outbox), let mark = try facts()?.mark,
      try Folder(path: outbox, creating: nil).contents(of: OutboxFolder.lockName) == mark
    else { return .moved(from: outbox) }
    return .at(outbox)
  }
}

extension Lock {
  /// The suffix of such a lock.
  static let ledgerSuffix = ".lock"

  /// The lock of a ledger that is kept outside its outbox.
  init(besideLedger path: String) throws(Fault) {
    let location = try FileLocation(path)
    try self.init(location.name + Self.ledgerSuffix, in: location.folder)
  }
}

/// A ledger with the lock that a run would take, so that no run can change it.
package struct HeldLedger: ~Copyable {
  package let ledger: Ledger
  private let lock: Lock

  /// Opens the ledger at `path`; throws `locked` if a run holds it, and if it is another user's.
  package init(path: String, access: Ledger.Access) throws(Fault) {
    try Owner.check([path], canForce: false)
    let location = try FileLocation(path)
    // An outbox is locked as a whole, a ledger elsewhere by a file beside it.
    let hasLock = try location.folder.kind(of: OutboxFolder.lockName) != nil
    let isInOutbox = hasLock && location.name == OutboxFolder.ledgerName
    let lock =
      isInOutbox
      ? try Lock(OutboxFolder.lockName, in: location.folder) : try Lock(besideLedger: path)
    let ledger = try Ledger(path: path, access: access)
    self.lock = lock
    self.ledger = ledger
  }

  // The ledger is closed before the lock is released.
  deinit { try? ledger.close() }
}

/// The location of a ledger's outbox.
package enum OutboxWhereabouts: Equatable, Sendable {
  case at(String)
  /// It is no longer at this path, where the last run wrote to it.
  case moved(from: String)
  /// The ledger is outside its outbox and does not tell where that is.
  case unknown
}
