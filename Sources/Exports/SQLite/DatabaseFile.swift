import ByteText

/// A database's file and what lies beside it.
struct DatabaseFile {
  let path: String
  /// From the header: whether it is kept with a write-ahead log (file format, offsets 18 and 19).
  let usesWriteAheadLog: Bool
  /// What the file was when it was first looked at.
  let state: FileState
  /// Files beside it that hold changes which are not in it yet.
  let leftovers: [String]

  static let magic = Array("SQLite format 3\u{0}".utf8)

  init(path: String) throws(SQLiteFailure) {
    self.path = path
    state = try SystemError.rethrow(FileState(path: path), as: SQLiteFailure.init)
    let header = try SystemError.rethrow(
      OpenFile(reading: path).prefix(100), as: SQLiteFailure.init)
    guard header.starts(with: DatabaseFile.magic), header.count == 100 else {
      throw .corrupt("file is not a database")
    }
    usesWriteAheadLog = header[18] == 2 || header[19] == 2
    leftovers = ["-wal", "-journal"].map { path + $0 }.filter {
      ((try? FileState(path: $0))?.size ?? 0) > 0
    }
  }

  /// Fails where the file has been written to, or a log has come up, since it was looked at.
  func checkUnchanged() throws(SQLiteFailure) {
    let now = try DatabaseFile(path: path)
    guard now.state == state, now.leftovers == leftovers else { throw .changed }
  }
}

extension SQLiteFailure {
  init(_ error: SystemError) { self = .unreadable(error.words) }
}
