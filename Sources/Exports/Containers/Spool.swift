import Glibc

/// A temporary file without a name, which nobody but we may read and which is gone when we are.
final class Spool: Sendable {
  let bytes: StoredBytes
  private let folder: String

  /// A new file in `folder`, for what belongs to the input `name`.
  init(folder: String, name: String) throws(ExportError) {
    var template = Array((folder + "/tidings-XXXXXX").utf8CString)
    // mkstemp makes the file with mode 0600 and refuses one that is there (POSIX.1-2017).
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw ExportError(file: name, reason: .noSpool(folder: folder, errno))
    }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    bytes = StoredBytes(name: name, descriptor: descriptor)
    self.folder = folder
  }

  /// Writes all of `source` at `offset`.
  func write(_ source: UnsafeRawBufferPointer, at offset: Int64) throws(ExportError) {
    var written = 0
    while written < source.count, let start = source.baseAddress {
      let count = pwrite(
        bytes.descriptor, start + written, source.count - written, off_t(offset) + written)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        throw ExportError(file: bytes.name, reason: .noSpool(folder: folder, errno))
      }
      written += count
    }
  }
}
