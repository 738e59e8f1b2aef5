import Glibc

/// An open file that is read at any place, by any thread; closed with this value.
final class StoredBytes: Sendable {
  let name: String
  let descriptor: Int32

  /// Takes the descriptor over.
  init(name: String, descriptor: Int32) {
    self.name = name
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Opens a file for reading.
  static func open(_ path: String) throws(ExportError) -> StoredBytes {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw ExportError(
        file: path, reason: errno == ENOENT ? .noSuchFile : .unreadable(errno))
    }
    let file = StoredBytes(name: path, descriptor: descriptor)
    if try file.status().st_mode & S_IFMT == S_IFDIR {
      throw ExportError(file: path, reason: .isDirectory)
    }
    return file
  }

  /// Whether it can be read at any place: a pipe cannot.
  func isSeekable() throws(ExportError) -> Bool {
    try status().st_mode & S_IFMT == S_IFREG
  }

  func state() throws(ExportError) -> FileState { FileState(try status()) }

  private func status() throws(ExportError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw ExportError(file: name, reason: .unreadable(errno))
    }
    return status
  }

  /// Fills `target` with the bytes from `offset` on; answers how many there were.
  func read(
    at offset: Int64, into target: UnsafeMutableRawBufferPointer
  ) throws(ExportError) -> Int {
    var filled = 0
    while filled < target.count, let start = target.baseAddress {
      let count = pread(descriptor, start + filled, target.count - filled, off_t(offset) + filled)
      if count == 0 { break }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw ExportError(file: name, reason: .unreadable(errno)) }
      filled += count
    }
    return filled
  }

  /// Fills `target` with the next bytes, from wherever the last call ended.
  func readNext(into target: UnsafeMutableRawBufferPointer) throws(ExportError) -> Int {
    var filled = 0
    while filled < target.count, let start = target.baseAddress {
      let count = Glibc.read(descriptor, start + filled, target.count - filled)
      if count == 0 { break }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw ExportError(file: name, reason: .unreadable(errno)) }
      filled += count
    }
    return filled
  }
}

/// What tells whether a file is still the one that was opened.
struct FileState: Equatable, Sendable {
  let device: UInt64
  let inode: UInt64
  let size: Int64
  let seconds: Int64
  let nanoseconds: Int64

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    let modified = status.st_mtim
    seconds = Int64(modified.tv_sec)
    nanoseconds = Int64(modified.tv_nsec)
  }

  /// The state of what a path leads to now; nil where it leads nowhere.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
