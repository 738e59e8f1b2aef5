import Glibc

/// What tells whether a file is still the one that it was.
package struct FileState: Equatable, Sendable {
  package enum Kind: Sendable {
    case regular, folder, pipe, other
  }

  package let kind: Kind
  package let device: UInt64
  package let inode: UInt64
  package let size: Int64
  /// Of the last change, since 1970.
  package let seconds: Int
  package let nanoseconds: Int

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
  }

  /// The state of what a path leads to now.
  package init(path: String) throws(SystemError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last }
    self.init(status)
  }
}
