import ByteText
import Glibc

extension Folder {
  /// Creates a file that must not be there yet, not even as a dangling symbolic link.
  func create(_ name: String, mode: mode_t) throws(DeliveryError) -> Descriptor {
    let number = uninterrupted {
      openat(
        descriptor.number, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    }
    if number >= 0 { return Descriptor(owning: number) }
    let code = errno
    if code == EEXIST, try kind(of: name) == .symbolicLink {
      throw .symbolicLink(path: path(of: name))
    }
    throw .system(.createFile, path: path(of: name), code: code)
  }

  /// Opens a regular file that is there, or creates it where `flags` hold `O_CREAT`.
  func open(_ name: String, flags: CInt) throws(DeliveryError) -> Descriptor {
    // Without O_NONBLOCK a planted pipe would hang the open.
    let number = uninterrupted {
      openat(
        descriptor.number, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, mode_t(0o600))
    }
    if number < 0 {
      let code = errno
      if code == ELOOP { throw .symbolicLink(path: path(of: name)) }
      throw .system(.openFile, path: path(of: name), code: code)
    }
    let file = Descriptor(owning: number)
    var status = stat()
    if fstat(number, &status) != 0 {
      throw .system(.inspect, path: path(of: name), code: errno)
    }
    if status.kind != .regularFile { throw .notA(.regularFile, path: path(of: name)) }
    return file
  }

  /// What stands under a name, nil where nothing does.
  func kind(of name: String) throws(DeliveryError) -> FileKind? {
    var status = stat()
    if fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status.kind }
    if errno == ENOENT { return nil }
    throw .system(.inspect, path: path(of: name), code: errno)
  }

  /// Throws where something other than a regular file stands under the name.
  func refuseAllButFile(_ name: String) throws(DeliveryError) {
    switch try kind(of: name) {
    case nil, .regularFile: return
    case .symbolicLink: throw .symbolicLink(path: path(of: name))
    case .folder, .other: throw .notA(.regularFile, path: path(of: name))
    }
  }

  /// Moves a file to a name that is free or a regular file's.
  func rename(
    _ name: String, to target: borrowing Folder, as newName: String
  ) throws(DeliveryError) {
    try target.refuseAllButFile(newName)
    if renameat(descriptor.number, name, target.descriptor.number, newName) != 0 {
      throw .system(.rename, path: target.path(of: newName), code: errno)
    }
  }

  /// Removes a file; one that is gone already is no error.
  func remove(_ name: String) throws(DeliveryError) {
    if unlinkat(descriptor.number, name, 0) != 0, errno != ENOENT {
      throw .system(.remove, path: path(of: name), code: errno)
    }
  }

  /// The names of all entries but `.` and `..`, in no order; bytes that are not UTF-8 are replaced,
  /// so that such a name is never one of ours.
  func names() throws(DeliveryError) -> [String] {
    // A description of its own: `fdopendir` takes the descriptor over and moves its offset.
    let number = uninterrupted {
      openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard number >= 0, let stream = fdopendir(number) else {
      let code = errno
      if number >= 0 { _ = close(number) }
      throw .system(.read, path: path, code: code)
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
    if errno != 0 { throw .system(.read, path: path, code: errno) }
    return names
  }

  /// All of a regular file; nil where nothing stands under the name.
  func contents(of name: String) throws(DeliveryError) -> [UInt8]? {
    guard try kind(of: name) != nil else { return nil }
    let file = try open(name, flags: O_RDONLY)
    let path = path(of: name)
    var bytes = [UInt8](repeating: 0, count: Int(try file.size(path: path)))
    var count = 0
    while count < bytes.count {
      let length = uninterrupted {
        bytes.withUnsafeMutableBytes { buffer in
          pread(
            file.number, buffer.baseAddress.map { $0 + count }, buffer.count - count, off_t(count))
        }
      }
      if length < 0 { throw .system(.read, path: path, code: errno) }
      if length == 0 { break }
      count += length
    }
    return Array(bytes.prefix(count))
  }

  /// Whether a folder, and no symbolic link to one, is at `path`.
  static func isThere(_ path: String) throws(DeliveryError) -> Bool {
    try kind(at: path) == .folder
  }

  /// What is at `path`, which may end in slashes; nil where nothing is.
  static func kind(at path: String) throws(DeliveryError) -> FileKind? {
    var status = stat()
    // A slash at the end would make the system follow a symbolic link.
    if lstat(trimmed(path), &status) == 0 { return status.kind }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw .system(.inspect, path: path, code: errno)
  }
}
