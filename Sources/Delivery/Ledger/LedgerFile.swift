import Glibc

/// A path as the open folder that holds it and the name there.
struct Place: ~Copyable {
  let folder: Folder
  let name: String

  init(_ path: String) throws(DeliveryError) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    guard Folder.isName(name) else {
      throw .system(.createFile, path: path, code: EINVAL)
    }
    folder = try Folder(pathOfOthers: parent(of: path))
  }
}

extension Ledger {
  /// Whether there is no ledger at `path`.
  package static func isMissing(at path: String) throws(DeliveryError) -> Bool {
    let place = try Place(path)
    return try place.folder.kind(of: place.name) == nil
  }

  /// Makes a new ledger, for `merge` to fill; throws where something is at `path` already.
  package static func create(at path: String) throws(DeliveryError) -> Ledger {
    try createFile(at: path)
    return try Ledger(path: path, access: .writing(syncs: true))
  }

  /// Makes an empty file for a ledger, durably and for its owner alone.
  static func createFile(at path: String) throws(DeliveryError) {
    let place = try Place(path)
    try place.folder.create(place.name, mode: Permissions.owner.file).close(path: path)
    try place.folder.sync()
  }

  /// A database's name for SQLite (its "URI filenames") that reads it without leaving a `-shm` file
  /// beside it, where no log of a killed run has to be taken in.
  static func uriForReading(_ path: String) throws(DeliveryError) -> String {
    let place = try Place(path)
    let hasLog = try place.folder.kind(of: place.name + "-wal") != nil
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

  /// What the names of the files end with that belong to a ledger: its own, those of SQLite, and its
  /// lock where it is kept outside its outbox.
  package static let sideFiles = ["", "-wal", "-shm", "-journal", Lock.ledgerSuffix]

  static func refuseLinks(at path: String) throws(DeliveryError) {
    let place = try Place(path)
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try place.folder.refuseAllButFile(place.name + suffix)
    }
  }
}

extension Lock {
  /// What the name of the lock of such a ledger ends with.
  static let ledgerSuffix = ".lock"

  /// The lock of a ledger that is kept outside its outbox.
  init(besideLedger path: String) throws(DeliveryError) {
    let place = try Place(path)
    try self.init(place.name + Self.ledgerSuffix, in: place.folder)
  }
}
