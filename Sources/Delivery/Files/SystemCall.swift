import Glibc

/// Repeats a system call for as long as a signal interrupts it before it has done anything (EINTR).
///
/// Not for `close`, which has closed the descriptor even so, nor for `fsync`, whose failures are
/// never retried: the kernel reports a lost write once.
func uninterrupted<Answer: FixedWidthInteger>(_ call: () -> Answer) -> Answer {
  while true {
    let answer = call()
    if answer != -1 || errno != EINTR { return answer }
  }
}

/// Writes all bytes to an open descriptor, whatever number the system takes at a time, and answers
/// the `errno` of a failure.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> CInt? {
  var rest = bytes
  while !rest.isEmpty {
    let count = uninterrupted { write(descriptor, rest.baseAddress, rest.count) }
    if count < 0 { return errno }
    // No progress is not success: `write` answers 0 for a non-empty buffer on no regular file.
    if count == 0 { return EIO }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
  return nil
}

/// `syncfs(2)`: writes all of the descriptor's file system to the disk, with one wait for many files.
///
/// glibc declares it under `_GNU_SOURCE` only, which Swift's module of it does not set, hence the
/// look-up by name. From Linux 5.8 it reports every write of the file system that failed since the
/// descriptor was opened.
enum FileSystemSync {
  private typealias Call = @convention(c) (CInt) -> CInt

  private static let call: Call? = dlsym(nil, "syncfs").map { unsafeBitCast($0, to: Call.self) }

  /// Answers the `errno` of a failure.
  static func run(_ descriptor: CInt) -> CInt? {
    guard let call else { return ENOSYS }
    return call(descriptor) == 0 ? nil : errno
  }
}
