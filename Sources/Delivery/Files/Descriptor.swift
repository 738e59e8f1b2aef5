import ByteText
import Glibc

/// An open file or folder, closed when it goes out of use.
struct Descriptor: ~Copyable {
  let number: CInt

  init(owning number: CInt) { self.number = number }

  deinit { _ = Glibc.close(number) }

  /// Closes a file that was written to; throws if the system reports a lost write only now.
  consuming func close(path: String) throws(Fault) {
    let number = self.number
    discard self
    if Glibc.close(number) != 0 { throw .failed(.write, path) }
  }

  func write(_ bytes: [UInt8], path: String) throws(Fault) {
    if let code = writeAll(bytes.span.bytes, to: number) { throw .failed(.write, path, code: code) }
  }

  /// Waits until the file is on the disk; a failure means that its content is unknown for good.
  func sync(path: String) throws(Fault) { if fsync(number) != 0 { throw .failed(.write, path) } }

  func size(path: String) throws(Fault) -> Int64 {
    var status = stat()
    if fstat(number, &status) != 0 { throw .failed(.read, path) }
    return Int64(status.st_size)
  }

  /// Cuts the file off at `size` and goes on writing there.
  func truncate(to size: Int64, path: String) throws(Fault) {
    if uninterrupted({ ftruncate(number, off_t(size)) }) != 0
      || lseek(number, off_t(size), SEEK_SET) < 0
    {
      throw .failed(.write, path)
    }
  }
}

/// A path as its open folder and the name in it.
struct FileLocation: ~Copyable {
  let folder: Folder
  let name: String

  init(_ path: String) throws(Fault) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    guard Folder.isName(name) else { throw .failed(.createFile, path, code: EINVAL) }
    folder = try Folder(pathOfOthers: parent(of: path))
  }
}
