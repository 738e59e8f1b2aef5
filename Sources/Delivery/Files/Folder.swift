import ByteText
import Glibc

/// The kind of an entry in a folder.
package enum FileKind: Sendable { case regularFile, folder, symbolicLink, other }

/// A folder that is opened once. Everything in it goes through its descriptor, so it cannot be
/// exchanged, and no symbolic link is followed.
struct Folder: ~Copyable {
  /// For error messages only.
  let path: String
  let descriptor: Descriptor

  /// Opens a folder; creates it and its parents with `mode` if they are missing.
  init(path: String, creating mode: mode_t?) throws(Fault) {
    // A slash at the end would make the system follow a symbolic link.
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .failed(.openFolder, path, code: EINVAL)
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

  func isSame(as other: borrowing Folder) -> Bool {
    var (mine, theirs) = (stat(), stat())
    return fstat(descriptor.number, &mine) == 0 && fstat(other.descriptor.number, &theirs) == 0
      && mine.st_dev == theirs.st_dev && mine.st_ino == theirs.st_ino
  }

  /// Opens a folder in a folder; creates it with `mode` if it is missing.
  init(_ name: String, in parent: borrowing Folder, creating mode: mode_t) throws(Fault) {
    let path = parent.path(of: name)
    if mkdirat(parent.descriptor.number, name, mode) != 0, errno != EEXIST {
      throw .failed(.createFolder, path)
    }
    let descriptor = try Self.open(parent.descriptor.number, name, path: path)
    self.path = path
    self.descriptor = descriptor
  }

  private static func open(
    _ parent: CInt, _ name: String, path: String
  ) throws(Fault) -> Descriptor {
    let number = uninterrupted {
      openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    if number >= 0 { return Descriptor(owning: number) }
    let code = errno
    guard code == ELOOP || code == ENOTDIR else { throw .failed(.openFolder, path, code: code) }
    var status = stat()
    if fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.kind == .symbolicLink {
      throw .symbolicLink(path)
    }
    throw .notA("folder", path)
  }

  /// Creates a folder and its parents durably: each new entry is synced in its parent.
  private static func create(_ path: String, mode: mode_t) throws(Fault) {
    if mkdir(path, mode) == 0 {
      let parent = try Folder(pathOfOthers: parent(of: path))
      return try parent.sync()
    }
    switch errno {
    case EEXIST: return
    case ENOENT where parent(of: path) != path:
      try create(parent(of: path), mode: mode)
      if mkdir(path, mode) != 0, errno != EEXIST { throw .failed(.createFolder, path) }
    case let code: throw .failed(.createFolder, path, code: code)
    }
  }

  /// Opens a folder that may not belong to the tool, such as a parent: links on the way to it are
  /// followed.
  init(pathOfOthers path: String) throws(Fault) {
    let number = uninterrupted { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if number < 0 { throw .failed(.openFolder, path) }
    self.path = path
    descriptor = Descriptor(owning: number)
  }

  func path(of name: String) -> String { path == "/" ? "/" + name : path + "/" + name }

  /// Waits until the folder's entries are on the disk.
  func sync() throws(Fault) { try descriptor.sync(path: path) }

  /// Waits until the folder's whole file system is on the disk, with one wait for many files.
  func syncFileSystem() throws(Fault) {
    guard let call = Self.syncfs else { throw .failed(.write, path, code: ENOSYS) }
    if call(descriptor.number) != 0 { throw .failed(.write, path) }
  }

  /// `syncfs(2)`. glibc declares it under `_GNU_SOURCE` only, which Swift's module of it does not set,
  /// hence the look-up by name. From Linux 5.8 it reports every write of the file system that failed
  /// since the descriptor was opened.
  private static let syncfs = dlsym(nil, "syncfs").map {
    unsafeBitCast($0, to: (@convention(c) (CInt) -> CInt).self)
  }

  /// Creates a file that must not exist, not even as a dangling symbolic link.
  func create(_ name: String, mode: mode_t) throws(Fault) -> Descriptor {
    let number = uninterrupted {
      openat(descriptor.number, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    }
    if number >= 0 { return Descriptor(owning: number) }
    let code = errno
    if code == EEXIST, try kind(of: name) == .symbolicLink { throw .symbolicLink(path(of: name)) }
    throw .failed(.createFile, path(of: name), code: code)
  }

  /// Opens an existing regular file, or creates it if `flags` has `O_CREAT`.
  func open(_ name: String, flags: CInt) throws(Fault) -> Descriptor {
    // Without O_NONBLOCK a planted pipe would hang the open.
    let number = uninterrupted {
      openat(descriptor.number, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, mode_t(0o600))
    }
    if number < 0 {
      let code = errno
      if code == ELOOP { throw .symbolicLink(path(of: name)) }
      throw .failed(.openFile, path(of: name), code: code)
    }
    let file = Descriptor(owning: number)
    var status = stat()
    if fstat(number, &status) != 0 { throw .failed(.read, path(of: name)) }
    if status.kind != .regularFile { throw .notA("regular file", path(of: name)) }
    return file
  }

  func kind(of name: String) throws(Fault) -> FileKind? {
    var status = stat()
    if fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status.kind }
    if errno == ENOENT { return nil }
    throw .failed(.read, path(of: name))
  }

  func refuseAllButFile(_ name: String) throws(Fault) {
    switch try kind(of: name) {
    case nil, .regularFile: return
    case .symbolicLink: throw .symbolicLink(path(of: name))
    case .folder, .other: throw .notA("regular file", path(of: name))
    }
  }

  /// Moves a file to a name that is free or a regular file's.
  func rename(_ name: String, to target: borrowing Folder, as newName: String) throws(Fault) {
    try target.refuseAllButFile(newName)
    if renameat(descriptor.number, name, target.descriptor.number, newName) != 0 {
      throw .failed(.rename, target.path(of: newName))
    }
  }

  /// Removes a file; a missing one is not an error.
  func remove(_ name: String) throws(Fault) {
    if unlinkat(descriptor.number, name, 0) != 0, errno != ENOENT {
      throw .failed(.remove, path(of: name))
    }
  }

  /// The names of all entries except `.` and `..`, unordered. Bytes that are not UTF-8 are
  /// replaced, so such a name is never one of the tool's.
  func names() throws(Fault) -> [String] {
    // A separate descriptor: `fdopendir` takes it over and moves its offset.
    let number = uninterrupted {
      openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard number >= 0, let stream = fdopendir(number) else {
      let code = errno
      if number >= 0 { _ = close(number) }
      throw .failed(.read, path, code: code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    if errno != 0 { throw .failed(.read, path) }
    return names
  }

  func contents(of name: String, most: Int = .max) throws(Fault) -> [UInt8]? {
    guard try kind(of: name) != nil else { return nil }
    let file = try open(name, flags: O_RDONLY)
    let path = path(of: name)
    var bytes = [UInt8](repeating: 0, count: min(most, Int(try file.size(path: path))))
    var count = 0
    while count < bytes.count {
      let length = uninterrupted {
        bytes.withUnsafeMutableBytes { buffer in
          pread(
            file.number, buffer.baseAddress.map { $0 + count }, buffer.count - count, off_t(count))
        }
      }
      if length < 0 { throw .failed(.read, path) }
      if length == 0 { break }
      count += length
    }
    // It is shorter only if the file was truncated meanwhile; a copy would double the memory.
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Whether a folder, not a symbolic link to one, is at `path`.
  static func isThere(_ path: String) throws(Fault) -> Bool { try kind(at: path) == .folder }

  /// The kind of what is at `path`, which may end in slashes; nil if nothing is.
  static func kind(at path: String) throws(Fault) -> FileKind? {
    var status = stat()
    // A slash at the end would make the system follow a symbolic link.
    if lstat(trimmed(path), &status) == 0 { return status.kind }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw .failed(.read, path)
  }
}

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
