import Glibc

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
