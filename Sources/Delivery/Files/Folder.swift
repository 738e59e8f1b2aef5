import ByteText
import Glibc

/// What stands under a name in a folder.
package enum FileKind: Sendable {
  case regularFile, folder, symbolicLink, other
}

/// A folder that was opened once: all that happens in it goes through its descriptor, so that
/// nobody can put another in its place, and follows no symbolic link.
struct Folder: ~Copyable {
  /// For error messages only.
  let path: String
  let descriptor: Descriptor

  /// Opens a folder, creating it and the folders above it with `mode` where they are missing.
  init(path: String, creating mode: mode_t?) throws(DeliveryError) {
    // A slash at the end would make the system follow a symbolic link.
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .system(.openFolder, path: path, code: EINVAL)
    }
    let path = Self.trimmed(path)
    if let mode { try Self.create(path, mode: mode) }
    let descriptor = try Self.open(AT_FDCWD, path, path: path)
    self.path = path
    self.descriptor = descriptor
  }

  /// A path without the slashes at its end.
  static func trimmed(_ path: String) -> String {
    var trimmed = path[...]
    while trimmed.utf8.count > 1, trimmed.utf8.last == UInt8(ascii: "/") { trimmed.removeLast() }
    return String(trimmed)
  }

  /// Whether both are the same folder, by whatever paths they were opened.
  func isSame(as other: borrowing Folder) -> Bool {
    var (mine, theirs) = (stat(), stat())
    return fstat(descriptor.number, &mine) == 0 && fstat(other.descriptor.number, &theirs) == 0
      && mine.st_dev == theirs.st_dev && mine.st_ino == theirs.st_ino
  }

  /// Opens a folder in a folder, creating it with `mode` where it is missing.
  init(_ name: String, in parent: borrowing Folder, creating mode: mode_t) throws(DeliveryError) {
    let path = parent.path(of: name)
    if mkdirat(parent.descriptor.number, name, mode) != 0, errno != EEXIST {
      throw .system(.createFolder, path: path, code: errno)
    }
    let descriptor = try Self.open(parent.descriptor.number, name, path: path)
    self.path = path
    self.descriptor = descriptor
  }

  private static func open(
    _ parent: CInt, _ name: String, path: String
  ) throws(DeliveryError) -> Descriptor {
    let number = uninterrupted {
      openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    if number >= 0 { return Descriptor(owning: number) }
    let code = errno
    guard code == ELOOP || code == ENOTDIR else {
      throw .system(.openFolder, path: path, code: code)
    }
    var status = stat()
    if fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.kind == .symbolicLink {
      throw .symbolicLink(path: path)
    }
    throw .notA(.folder, path: path)
  }

  /// Makes a folder and those above it durably: each new entry is synced in its parent.
  private static func create(_ path: String, mode: mode_t) throws(DeliveryError) {
    if mkdir(path, mode) == 0 {
      let parent = try Folder(pathOfOthers: parent(of: path))
      return try parent.sync()
    }
    switch errno {
    case EEXIST: return
    case ENOENT where parent(of: path) != path:
      try create(parent(of: path), mode: mode)
      if mkdir(path, mode) != 0, errno != EEXIST {
        throw .system(.createFolder, path: path, code: errno)
      }
    case let code: throw .system(.createFolder, path: path, code: code)
    }
  }

  /// Opens a folder that is not ours, such as the one above: links on the way there are its owner's.
  init(pathOfOthers path: String) throws(DeliveryError) {
    let number = uninterrupted { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if number < 0 { throw .system(.openFolder, path: path, code: errno) }
    self.path = path
    descriptor = Descriptor(owning: number)
  }

  func path(of name: String) -> String { path == "/" ? "/" + name : path + "/" + name }

  /// Waits until the folder's entries are on the disk.
  func sync() throws(DeliveryError) { try descriptor.sync(path: path) }

  /// Waits until all of the folder's file system is on the disk.
  func syncFileSystem() throws(DeliveryError) {
    if let code = FileSystemSync.run(descriptor.number) {
      throw .system(.sync, path: path, code: code)
    }
  }
}

/// The folder that holds `path`, as a path.
func parent(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

extension stat {
  var kind: FileKind {
    switch st_mode & S_IFMT {
    case S_IFREG: .regularFile
    case S_IFDIR: .folder
    case S_IFLNK: .symbolicLink
    default: .other
    }
  }
}
