package import ByteText
import Glibc

/// Who may read written files.
package enum Permissions: Sendable {
  /// Personal data: files 0600, folders 0700.
  case owner
  /// Pages that a web server shows: files 0644, folders 0755.
  case everyone

  var file: mode_t { self == .owner ? 0o600 : 0o644 }
  var folder: mode_t { self == .owner ? 0o700 : 0o755 }
}

/// A file that appears under its name whole or not at all: written beside it, synced, renamed.
///
/// Without `publish()` it leaves nothing behind. A folder of documents is an `OutputFolder`.
package struct AtomicFile: ~Copyable {
  private let location: FileLocation
  private let temporary: String
  private let file: Descriptor
  private let syncs: Bool

  /// Begins a file at `path`, whose folder must exist. Refuses to replace anything but a regular
  /// file, such as a symbolic link or a device.
  package init(path: String, permissions: Permissions = .owner, syncs: Bool = true) throws(Fault) {
    let location = try FileLocation(path)
    try location.folder.refuseAllButFile(location.name)
    let temporary = Folder.temporaryName(of: location.name)
    file = try location.folder.createAnew(temporary, permissions: permissions)
    self.location = location
    self.temporary = temporary
    self.syncs = syncs
  }

  deinit { try? location.folder.remove(temporary) }

  /// What errors call it: its temporary name says nothing to anybody.
  private var path: String { location.folder.path(of: location.name) }

  /// Where the file is until it is published, for what writes files by their path.
  var temporaryPath: String { location.folder.path(of: temporary) }

  package func append(_ bytes: [UInt8]) throws(Fault) { try file.write(bytes, path: path) }

  /// Puts the file under its name, durably.
  package consuming func publish() throws(Fault) {
    if syncs { try file.sync(path: path) }
    try location.folder.rename(temporary, to: location.folder, as: location.name)
    if syncs { try location.folder.sync() }
  }

  /// Writes a whole file at once.
  package static func write(
    _ bytes: [UInt8], to path: String, permissions: Permissions = .owner, syncs: Bool = true
  ) throws(Fault) {
    let file = try AtomicFile(path: path, permissions: permissions, syncs: syncs)
    try file.append(bytes)
    try file.publish()
  }

  /// Writes a whole file at once in the place of one that must not outlive what it says: if it cannot
  /// be written, the one before is gone, and on a full disk it makes room.
  package static func replace(
    _ bytes: [UInt8], at path: String, permissions: Permissions = .owner
  ) throws(Fault) {
    do throws(Fault) { try write(bytes, to: path, permissions: permissions) } catch {
      guard let location = try? FileLocation(path),
        (try? location.folder.kind(of: location.name)) == .regularFile,
        (try? location.folder.remove(location.name)) != nil
      else { throw error }
      try write(bytes, to: path, permissions: permissions)
    }
  }
}

extension Folder {
  private static let temporarySuffix = ".tidings-tmp"

  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".."
      && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }

  /// The temporary name of a file, short for any name.
  static func temporaryName(of name: String) -> String {
    "." + SipHash(key: .fixed).hash128([UInt8](name.utf8)).hexadecimal + temporarySuffix
  }

  static func isTemporary(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: ".") && name.hasSuffix(temporarySuffix)
  }

  /// Creates a file in the location of one that an interrupted run may have left.
  func createAnew(_ name: String, permissions: Permissions) throws(Fault) -> Descriptor {
    try refuseAllButFile(name)
    try remove(name)
    let file = try create(name, mode: permissions.file)
    // The process's mask may have removed what the web server needs.
    if permissions == .everyone, fchmod(file.number, permissions.file) != 0 {
      throw .failed(.createFile, path(of: name))
    }
    return file
  }
}

/// Keeps other processes from changing a file while this one does.
package enum FileUpdate {
  /// Makes a change that reads and writes the file. Two processes wait for each other, so that
  /// neither loses the other's change.
  ///
  /// The lock is a file beside it, `.NAME.lock`, which stays: the file itself is replaced as a
  /// whole.
  package static func locked<Answer>(
    _ path: String, _ change: () throws -> Answer
  ) throws -> Answer {
    let location = try FileLocation(path)
    let lock = try Lock("." + location.name + ".lock", in: location.folder, waits: true)
    return try withExtendedLifetime(lock) { try change() }
  }
}
