import Glibc

/// An open file, which any thread may read at any offset; closed with this value.
package final class OpenFile: Sendable {
  package let descriptor: CInt

  private init(_ descriptor: CInt) throws(SystemError) {
    guard descriptor >= 0 else { throw .last }
    self.descriptor = descriptor
  }

  deinit { _ = Glibc.close(descriptor) }

  /// A file that is there, for reading. A pipe in a folder must have its first byte within ten seconds:
  /// perhaps nobody writes to it.
  package convenience init(reading path: String) throws(SystemError) {
    // Without O_NONBLOCK, opening a pipe waits for a writer without end.
    try self.init(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
    if try state().kind == .regular { return }
    if try state().kind == .pipe, !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/") {
      var pipe = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if uninterrupted({ poll(&pipe, 1, 10_000) }) == 0 { throw .noWriter }
    }
    guard fcntl(descriptor, F_SETFL, 0) == 0 else { throw .last }
  }

  /// A new file that only we may read, for writing; fails where there is one.
  package convenience init(creating path: String) throws(SystemError) {
    try self.init(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
  }

  /// A new file without a name in a folder, which only we may read and which is gone when we are.
  package convenience init(temporaryIn folder: String) throws(SystemError) {
    var template = Array((folder + "/tidings-XXXXXX").utf8CString)
    // mkstemp makes the file with mode 0600 and refuses one that is there (POSIX.1-2017).
    try self.init(mkstemp(&template))
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  package static func standardInput() throws(SystemError) -> OpenFile {
    try OpenFile(dup(STDIN_FILENO))
  }

  package func state() throws(SystemError) -> FileState {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    return FileState(status)
  }

  // MARK: Reading

  /// Fills `target` with the bytes from `offset` on; answers how many there were.
  package func read(
    at offset: Int64, into target: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    try fill(target) { start, count, filled in
      pread(descriptor, start, count, off_t(offset) + filled)
    }
  }

  /// Fills `target` with the next bytes, from wherever the last call ended.
  package func readNext(into target: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try fill(target) { start, count, _ in Glibc.read(descriptor, start, count) }
  }

  /// Reads what there is into `target`, waiting for the first byte only; 0 at the end.
  package func readAvailable(
    into target: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    let count = uninterrupted { Glibc.read(descriptor, target.baseAddress, target.count) }
    guard count >= 0 else { throw .last }
    return count
  }

  private func fill(
    _ target: UnsafeMutableRawBufferPointer,
    _ read: (UnsafeMutableRawPointer, Int, _ filled: Int) -> Int
  ) throws(SystemError) -> Int {
    var filled = 0
    while filled < target.count, let start = target.baseAddress {
      let count = uninterrupted { read(start + filled, target.count - filled, filled) }
      if count == 0 { break }
      guard count > 0 else { throw .last }
      filled += count
    }
    return filled
  }

  /// The first bytes, fewer where the file is shorter.
  package func prefix(_ count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let length = try bytes.withMutableRawBytes { (target) throws(SystemError) in
      try read(at: 0, into: target)
    }
    return Array(bytes.prefix(length))
  }

  /// Hands over the bytes that follow, in pieces.
  package func forEachPiece(_ body: (RawSpan) throws(SystemError) -> Void) throws(SystemError) {
    // A small file needs no more, and what is no file, or one of /proc, tells no size.
    let (size, most) = (try state().size, Int64(1 << 18))
    let count = size == 0 ? most : min(max(size, 1 << 12), most)
    var buffer = [UInt8](repeating: 0, count: Int(count))
    while true {
      let count = try buffer.withMutableRawBytes { (target) throws(SystemError) in
        try readNext(into: target)
      }
      if count == 0 { return }
      try body(buffer.span.bytes.extracting(..<count))
    }
  }

  /// All bytes of the file at a path.
  package static func bytes(of path: String) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    try OpenFile(reading: path).forEachPiece { piece in
      piece.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  // MARK: Writing

  /// Writes all bytes, at an offset or where the last write ended.
  package func write(_ bytes: RawSpan, at offset: Int64? = nil) throws(SystemError) {
    if let code = writeAll(bytes, to: descriptor, at: offset) { throw SystemError(code: code) }
  }

  /// Copies a file to a new one that only we may read.
  package static func copy(_ source: String, to target: String) throws(SystemError) {
    let copy = try OpenFile(creating: target)
    try OpenFile(reading: source).forEachPiece { (piece) throws(SystemError) in
      try copy.write(piece)
    }
  }
}

/// What tells whether a file is still the one that it was.
package struct FileState: Equatable, Sendable {
  package enum Kind: Sendable { case regular, folder, pipe, other }

  package let kind: Kind
  package let device: UInt64
  package let inode: UInt64
  package let size: Int64
  /// Of the last change, since 1970.
  package let seconds: Int
  package let nanoseconds: Int
  /// Whether nobody but its owner may read or write it.
  package let isPrivate: Bool

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    case S_IFIFO: kind = .pipe
    default: kind = .other
    }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
    isPrivate = status.st_mode & 0o077 == 0
  }

  /// The state of what a path leads to now.
  package init(path: String) throws(SystemError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last }
    self.init(status)
  }
}

/// A folder of our own, removed with this value, the files in it too.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// A new one in `folder`.
  package init(in folder: String) throws(SystemError) {
    var template = Array((folder + "/tidings-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .last }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    removeFiles()
    rmdir(path)
  }

  /// Removes the files that are in it.
  package func removeFiles() {
    guard let folder = opendir(path) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      unlink(path + "/" + name)
    }
  }
}
