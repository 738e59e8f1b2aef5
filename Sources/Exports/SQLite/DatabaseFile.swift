import ByteText

/// A database's file and the files beside it.
struct DatabaseFile {
  let path: String
  /// Whether it is in WAL mode, by its header (file format, offsets 18 and 19).
  let usesWriteAheadLog: Bool
  /// The state of the file when it was first examined.
  let state: FileState
  /// Files beside it with changes that are not in it yet.
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

  /// Throws if the file was written to, or a log appeared, since it was examined.
  func checkUnchanged() throws(SQLiteFailure) {
    let now = try DatabaseFile(path: path)
    guard now.state == state, now.leftovers == leftovers else { throw .changed }
  }
}

extension SQLiteFailure {
  init(_ error: SystemError) { self = .unreadable(error.words) }
}

/// A copy of a database and its logs in a private folder, removed with this value.
///
/// SQLite writes beside a database with leftover logs even to read it. Exports are never written
/// to, so a copy is read instead.
final class PrivateCopy {
  let path: String
  private let folder: TemporaryFolder

  /// Copies again if a file changed meanwhile, at most three times.
  init(of file: DatabaseFile, in temporaryDirectory: String) throws(SQLiteFailure) {
    folder = try SystemError.rethrow(
      TemporaryFolder(in: temporaryDirectory), as: SQLiteFailure.init)
    path = folder.path + "/copy.sqlite"
    for leftover in file.leftovers { try PrivateCopy.checkHeader(of: leftover) }
    for _ in 0..<3 { if try copy(file) { return } }
    throw .changed
  }

  /// Whether the files were the same before and after they were copied.
  private func copy(_ file: DatabaseFile) throws(SQLiteFailure) -> Bool {
    do throws(SystemError) {
      let before = try PrivateCopy.states(file)
      folder.removeFiles()
      try OpenFile.copy(file.path, to: path)
      for leftover in file.leftovers {
        try OpenFile.copy(leftover, to: path + leftover.utf8.suffixText(after: file.path))
      }
      return try PrivateCopy.states(file) == before
    } catch { throw SQLiteFailure(error) }
  }

  private static func states(_ file: DatabaseFile) throws(SystemError) -> [FileState] {
    var states: [FileState] = []
    for path in [file.path] + file.leftovers { states.append(try FileState(path: path)) }
    return states
  }

  /// Throws if a log is not one: SQLite would ignore it silently.
  ///
  /// The magic numbers are from sections 3.1 (journal) and 4.1 (log) of the file format; a journal
  /// that begins with zeros is finished.
  private static func checkHeader(of leftover: String) throws(SQLiteFailure) {
    let header = try SystemError.rethrow(
      OpenFile(reading: leftover).prefix(8), as: SQLiteFailure.init)
    let isWhole: Bool
    if leftover.hasSuffix("-wal") {
      isWhole =
        header.starts(with: [0x37, 0x7F, 0x06, 0x82])
        || header.starts(with: [0x37, 0x7F, 0x06, 0x83])
    } else {
      isWhole =
        header == [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7] || header.allSatisfy { $0 == 0 }
    }
    guard isWhole else { throw .leftover(file: leftover) }
  }
}

extension String.UTF8View {
  /// What follows `prefix`, which these bytes begin with.
  fileprivate func suffixText(after prefix: String) -> String {
    String(decoding: dropFirst(prefix.utf8.count), as: UTF8.self)
  }
}
