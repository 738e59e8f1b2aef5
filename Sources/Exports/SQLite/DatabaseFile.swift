import Glibc

/// A database's file and what lies beside it.
struct DatabaseFile {
  let path: String
  /// From the header: whether it is kept with a write-ahead log (file format, offsets 18 and 19).
  let usesWriteAheadLog: Bool
  /// What the file was when it was first looked at.
  let identity: FileIdentity
  /// Files beside it that hold changes which are not in it yet.
  let leftovers: [String]

  static let magic = Array("SQLite format 3\u{0}".utf8)

  init(path: String) throws(SQLiteFailure) {
    self.path = path
    identity = try FileIdentity(path: path)
    let header = try FileBytes.prefix(of: path, count: 100)
    guard header.starts(with: DatabaseFile.magic), header.count == 100 else {
      throw .corrupt("file is not a database")
    }
    usesWriteAheadLog = header[18] == 2 || header[19] == 2
    leftovers = ["-wal", "-journal"].map { path + $0 }.filter {
      ((try? FileIdentity(path: $0))?.size ?? 0) > 0
    }
  }

  /// Fails where the file has been written to, or a log has come up, since it was looked at.
  func checkUnchanged() throws(SQLiteFailure) {
    let now = try DatabaseFile(path: path)
    guard now.identity == identity, now.leftovers == leftovers else { throw .changed }
  }
}

/// What tells whether a file is still the same.
struct FileIdentity: Equatable {
  let device: UInt64
  let inode: UInt64
  let size: Int64
  let modifiedSeconds: Int64
  let modifiedNanoseconds: Int64

  init(path: String) throws(SQLiteFailure) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unreadable(String(cString: strerror(errno))) }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    let modified = status.st_mtim
    modifiedSeconds = Int64(modified.tv_sec)
    modifiedNanoseconds = Int64(modified.tv_nsec)
  }
}

/// Reading and copying of whole files, in pieces.
enum FileBytes {
  /// The first bytes of a file, fewer where it is shorter.
  static func prefix(of path: String, count: Int) throws(SQLiteFailure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    let length = read(file, &bytes, count)
    guard length >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
    return Array(bytes.prefix(length))
  }

  /// Copies a file to a new one that only we may read.
  static func copy(_ source: String, to target: String) throws(SQLiteFailure) {
    func failure() -> SQLiteFailure { .unreadable(String(cString: strerror(errno))) }
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw failure() }
    defer { close(input) }
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw failure() }
    defer { close(output) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let length = read(input, &buffer, buffer.count)
      if length == 0 { return }
      guard length > 0 else { throw failure() }
      var written = 0
      while written < length {
        let count = buffer.withUnsafeBytes { bytes in
          bytes.baseAddress.map { write(output, $0 + written, length - written) } ?? -1
        }
        guard count > 0 else { throw failure() }
        written += count
      }
    }
  }
}
