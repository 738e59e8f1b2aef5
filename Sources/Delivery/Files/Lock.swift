import Glibc

/// A lock on a file, held until the value goes out of use or the process ends, however it ends.
///
/// `flock(2)` locks the open file description; the file itself stays, since removing it would let
/// two runs lock two files of the same name.
struct Lock: ~Copyable {
  private let file: Descriptor
  private let path: String

  /// - Parameter waits: until whoever holds the lock gives it up; else that is an error.
  init(
    _ name: String, in folder: borrowing Folder, waits: Bool = false
  ) throws(DeliveryError) {
    let path = folder.path(of: name)
    let file = try folder.open(name, flags: O_RDWR | O_CREAT)
    let number = file.number
    if uninterrupted({ flock(number, waits ? LOCK_EX : LOCK_EX | LOCK_NB) }) != 0 {
      let code = errno
      throw code == EWOULDBLOCK ? .locked(path: path) : .system(.lock, path: path, code: code)
    }
    self.file = file
    self.path = path
  }

  /// The mark in the file that tells its folder from any other, nil where there is none yet.
  func mark() throws(DeliveryError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = uninterrupted { pread(file.number, &bytes, bytes.count, 0) }
    if count < 0 { throw .system(.read, path: path, code: errno) }
    return count == bytes.count ? bytes : nil
  }

  /// Writes a mark made from what no other file shares: device, number, and the time of creation.
  func makeMark() throws(DeliveryError) -> [UInt8] {
    var status = stat()
    if fstat(file.number, &status) != 0 { throw .system(.inspect, path: path, code: errno) }
    let facts = [
      UInt64(status.st_dev), UInt64(status.st_ino),
      UInt64(bitPattern: Int64(status.st_mtim.tv_sec)),
      UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)),
    ]
    let hash = facts.withUnsafeBytes { SipHash(key: .fixed).hash128($0) }
    let mark = [UInt8](hash.hexadecimal.utf8)
    try file.truncate(to: 0, path: path)
    try file.write(mark, path: path)
    try file.sync(path: path)
    return mark
  }
}
