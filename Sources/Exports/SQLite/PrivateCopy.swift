import Glibc

/// A copy of a database and its logs in a folder of our own, removed with this value.
///
/// SQLite writes beside a database even to read it where logs are left over; nobody's export is
/// written to, so it is done to a copy.
final class PrivateCopy {
  let path: String
  private let folder: String

  /// Copies until nothing changed meanwhile, three times at most.
  init(of file: DatabaseFile, in temporaryDirectory: String) throws(SQLiteFailure) {
    var template = Array((temporaryDirectory + "/tidings-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .unreadable(String(cString: strerror(errno)))
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = folder + "/copy.sqlite"
    for leftover in file.leftovers { try PrivateCopy.checkHeader(of: leftover) }
    for _ in 0..<3 {
      let before = try PrivateCopy.identities(file)
      unlinkAll()
      try FileBytes.copy(file.path, to: path)
      for leftover in file.leftovers {
        try FileBytes.copy(leftover, to: path + leftover.utf8.suffixText(after: file.path))
      }
      if try PrivateCopy.identities(file) == before { return }
    }
    throw .changed
  }

  deinit {
    unlinkAll()
    rmdir(folder)
  }

  private func unlinkAll() {
    for suffix in ["", "-wal", "-journal", "-shm"] { unlink(path + suffix) }
  }

  private static func identities(_ file: DatabaseFile) throws(SQLiteFailure) -> [FileIdentity] {
    var identities: [FileIdentity] = []
    for path in [file.path] + file.leftovers { identities.append(try FileIdentity(path: path)) }
    return identities
  }

  /// A log that SQLite would pass over without a word, because it is none, is an error.
  ///
  /// The magic numbers are those of the file format's sections 3.1 (journal) and 4.1 (log); a
  /// journal that begins with zeros has been finished with.
  private static func checkHeader(of leftover: String) throws(SQLiteFailure) {
    let header = try FileBytes.prefix(of: leftover, count: 8)
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
