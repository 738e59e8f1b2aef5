import ByteText
import Glibc

/// A lock on a file, held until the value is destroyed or the process ends.
///
/// `flock(2)` locks the open file description. The file stays, unless a refused run created it;
/// another process that has it open notices its removal.
struct Lock: ~Copyable {
  private let file: Descriptor
  private let path: String
  let isNew: Bool

  /// - Parameters:
  ///   - waits: waits until the lock is free; otherwise a held lock is an error.
  ///   - holder: the fault where somebody holds it; nil for another run.
  init(
    _ name: String, in folder: borrowing Folder, waits: Bool = false, heldBy holder: Fault? = nil
  ) throws(Fault) {
    let path = folder.path(of: name)
    // Who finds the lock held does not ask whether the file is new.
    let isNew = try folder.kind(of: name) == nil
    let file = try folder.open(name, flags: O_RDWR | O_CREAT)
    let number = file.number
    if uninterrupted({ flock(number, waits ? LOCK_EX : LOCK_EX | LOCK_NB) }) != 0 {
      let code = errno
      throw code == EWOULDBLOCK ? holder ?? .locked(path) : .failed(.lock, path, code: code)
    }
    // A run that had nothing to keep may have removed the file after it was opened here.
    var (held, named) = (stat(), stat())
    guard fstat(number, &held) == 0,
      fstatat(folder.descriptor.number, name, &named, AT_SYMLINK_NOFOLLOW) == 0,
      held.st_ino == named.st_ino, held.st_dev == named.st_dev
    else { throw holder ?? .locked(path) }
    self.file = file
    self.path = path
    self.isNew = isNew
  }

  /// The mark in the file, which identifies its folder; nil if there is none yet.
  func mark() throws(Fault) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = uninterrupted { pread(file.number, &bytes, bytes.count, 0) }
    if count < 0 { throw .failed(.read, path) }
    return count == bytes.count ? bytes : nil
  }

  func removeMark() { try? file.truncate(to: 0, path: path) }

  /// Writes a mark made from what no other file shares: device, number, and the time of creation.
  func makeMark() throws(Fault) -> [UInt8] {
    var status = stat()
    if fstat(file.number, &status) != 0 { throw .failed(.read, path) }
    let facts = [
      UInt64(status.st_dev), UInt64(status.st_ino),
      UInt64(bitPattern: Int64(status.st_mtim.tv_sec)),
      UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)),
    ]
    let hash = SipHash(key: .fixed).hash128(facts.span.bytes)
    let mark = [UInt8](hash.hexadecimal.utf8)
    try file.truncate(to: 0, path: path)
    try file.write(mark, path: path)
    try file.sync(path: path)
    return mark
  }
}
