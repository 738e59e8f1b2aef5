import ByteText
package import Notifications

/// A file beside the exports, read as a whole.
package struct SideFile {
  package enum Content {
    /// UTF-8 text without a byte order mark.
    case text(SideFileText)
    /// Rows of a table, in text from its first byte.
    case table(SideFileText, CSVTable)
    case database
  }

  package let content: Content

  /// The limit of bytes: room for ten million recipients, or for any list of bounces.
  package static let limit = 1 << 31

  /// - Parameters:
  ///   - readsTables: whether CSV is a table of entries.
  ///   - refuses: the kinds of files to refuse; a list of addresses may be CSV.
  package init(
    path: String, limit: Int = limit, readsTables: Bool = false,
    refuses: (ForeignFormat) -> Bool = { _ in true }
  ) throws(SideFileError) {
    func failure(_ reason: SideFileError.Reason) -> SideFileError {
      SideFileError(file: path, reason: reason)
    }
    let bytes = try Self.bytes(of: path, limit: limit)
    if bytes.starts(with: DatabaseFile.magic) {
      content = .database
      return
    }
    if bytes.starts(with: [0x1F, 0x8B]) { throw failure(.compressed) }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw failure(.utf16)
    }
    let head = Array(bytes.prefix(ForeignFormat.headLength))
    if readsTables, let layout = ForeignFormat.table(head: head) {
      content = .table(SideFileText(bytes, skipsMark: false), CSVTable(layout))
      return
    }
    if let kind = ForeignFormat(head: head), refuses(kind) { throw failure(.foreign(kind)) }
    // Text begins with an ASCII character; a zero byte beside it means UTF-16.
    if bytes.count > 1, (bytes[0] == 0) != (bytes[1] == 0) { throw failure(.utf16) }
    content = .text(SideFileText(bytes))
  }

  /// The text; a database is refused.
  package static func text(
    of path: String, refuses: (ForeignFormat) -> Bool = { _ in true }
  ) throws(SideFileError) -> SideFileText {
    switch try SideFile(path: path, refuses: refuses).content {
    case .text(let text): return text
    case .table(let text, _): return text
    case .database: throw SideFileError(file: path, reason: .isDatabase)
    }
  }

  /// Whether a path leads to a plain file that begins like a database.
  package static func isDatabase(_ path: String) -> Bool {
    do throws(SystemError) {
      let file = try OpenFile(reading: path)
      guard try file.state().kind == .regular else { return false }
      return try file.prefix(DatabaseFile.magic.count) == DatabaseFile.magic
    } catch {
      // Standard input, or a file that was removed after it was read.
      return false
    }
  }

  /// All bytes of a file or pipe; only the first bytes of a database.
  private static func bytes(of path: String, limit: Int) throws(SideFileError) -> [UInt8] {
    func failure(_ reason: SideFileError.Reason) -> SideFileError {
      SideFileError(file: path, reason: reason)
    }
    func unreadable(_ error: SystemError) -> SideFileError {
      failure(error.isMissingFile ? .noSuchFile : .unreadable(error.code))
    }
    let file = try SystemError.rethrow(OpenFile(reading: path), as: unreadable)
    let before = try SystemError.rethrow(file.state(), as: unreadable)
    switch before.kind {
    case .regular where before.size > limit: throw failure(.tooLarge(limit: limit))
    case .regular, .pipe: break
    case .folder: throw failure(.isDirectory)
    // The limit alone would stop an endless device only after gigabytes.
    case .other: throw failure(.isDevice)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(before.size) + RecordWalker.slack)
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try SystemError.rethrow(
        buffer.withMutableRawBytes { (target) throws(SystemError) in
          try file.readNext(into: target)
        }, as: unreadable)
      if count == 0 { break }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw failure(.tooLarge(limit: limit)) }
      if bytes.starts(with: DatabaseFile.magic) { return bytes }
      // Endless zero bytes would fill the memory before they are examined.
      if bytes.count == buffer.count, bytes.allSatisfy({ $0 == 0 }) { return bytes }
    }
    let after = try SystemError.rethrow(file.state(), as: unreadable)
    if before.kind == .regular, before != after || bytes.count != after.size {
      throw failure(.changed)
    }
    return bytes
  }
}

/// A rejected entry of a file beside the exports, and the reason.
package struct SideFileReject: Error, Equatable, Sendable {
  /// The file as it was given.
  package var file: String
  package var place: SideFilePosition
  /// The field by the tool's own name, truncated to 200 bytes: `timeZone`.
  package var field: String?
  package var reason: Reason
  /// The recipient of the entry, if it could be read.
  package var recipient: RecipientID?
  /// The profile that the entry names.
  package var profile: ProfileName?
  /// The address that it claims, as it is compared.
  package var address: [UInt8]?

  package enum Reason: Equatable, Sendable {
    /// It is not a JSON object.
    case damaged(RecordDamage.Reason)
    /// It is no row of its table.
    case row(RowFault)
    /// A required field is absent, null or empty.
    case missing
    /// A key appears twice in one object, so its value is ambiguous.
    case repeatedKey
    /// A value is of another kind: expected "a text".
    case wrongType(expected: String)
    /// A text or number is invalid, truncated to 64 bytes: expected "0 to 23".
    case malformed(String, expected: String)
    /// A text is none of the known words, truncated to 64 bytes.
    case unknownWord(String, allowed: [String])
    /// The IANA database has no such zone.
    case unknownZone(String)
    /// Two fields contradict each other.
    case contradiction(with: String)
    /// The same recipient appeared before.
    case repeatedRecipient(first: SideFilePosition)
    /// The same address appeared before, for another recipient.
    case repeatedAddress(first: SideFilePosition)
    /// Another person has this identity already.
    case claimedIdentity(profile: ProfileName, recipient: RecipientID, first: SideFilePosition)
  }

  /// Keys and ids may have any length, but a person reads the message.
  package static let longestName = 200

  package init(
    file: String, place: SideFilePosition, fault: FieldFault, recipient: RecipientID? = nil,
    profile: ProfileName? = nil, address: [UInt8]? = nil
  ) {
    self.file = file
    self.place = place
    field = fault.field?.cut(toBytes: Self.longestName)
    reason = fault.reason
    self.recipient = recipient
    self.profile = profile
    self.address = address
  }
}

/// The location of an entry in a file beside the exports.
package enum SideFilePosition: Hashable, Sendable {
  /// The line at which it begins, from 1.
  case line(Int)
  /// The number of the entry, from 1, in a file of one line.
  case record(Int)
  /// The row of a database's table, from 1.
  case row(Int)
}

/// What is wrong with an entry, without its location.
package struct FieldFault: Error, Equatable {
  package var field: String?
  package var reason: SideFileReject.Reason

  package init(field: String?, reason: SideFileReject.Reason) {
    self.field = field
    self.reason = reason
  }

  /// An invalid value.
  package static func malformed(_ field: String, _ text: String, expected: String) -> FieldFault {
    FieldFault(
      field: field,
      reason: .malformed(
        String(decoding: text.utf8.prefix(64), as: UTF8.self), expected: expected))
  }

  package static func wrongType(_ field: String, expected: String) -> FieldFault {
    FieldFault(field: field, reason: .wrongType(expected: expected))
  }

  /// Throws if an id has lost a letter, so that another may look alike.
  package static func check(_ id: String, _ field: String) throws(FieldFault) {
    if id.withRawBytes(LostText.isIn) {
      throw .malformed(field, id, expected: "an id without half of a surrogate pair")
    }
  }
}

extension String {
  /// The text, truncated after a whole Unicode scalar to at most `limit` bytes of UTF-8.
  package func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    // An offset inside a character means the character's start.
    return String(unicodeScalars[..<utf8.index(utf8.startIndex, offsetBy: limit)])
  }
}

/// A file beside the exports (recipients, marks, suppressed addresses) that cannot be used at all;
/// a bad entry inside one is a `SideFileReject`.
package struct SideFileError: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    case noSuchFile
    case isDirectory
    /// Neither a file nor a pipe: a device such as `/dev/zero` never ends.
    case isDevice
    /// The system refused to open or read it, with this error number.
    case unreadable(Int32)
    /// It is larger than `limit` bytes; such files are read as a whole.
    case tooLarge(limit: Int)
    /// It was written to while it was read.
    case changed
    /// It has no bytes, or only white space.
    case empty
    /// It is in another format, which cannot be read.
    case foreign(ForeignFormat)
    /// It is UTF-16; JSON is exchanged in UTF-8 (RFC 8259 section 8.1).
    case utf16
    /// It is gzipped.
    case compressed
    /// It is a database that was piped or compressed; its other tables can only be read from a
    /// plain file.
    case needsFile
    /// It is a database instead of a text.
    case isDatabase
    /// The text cannot be divided into entries from this line.
    case damaged(RecordDamage.Reason)
    /// A line of a table whose rows are all needed is no row of it.
    case row(RowFault)
    /// Its `schema` is not the expected one: of a newer version, or missing.
    case wrongSchema(found: String?, expected: String)
    /// It holds zero bytes, as pictures, archives and other binary files do.
    case notText
    /// It has no recipient.
    case noRecipients
    /// All its entries were rejected; this is the first.
    case noUsableRecipient(SideFileReject)
    /// It has no address, and no comment that this is intended.
    case noAddresses
    /// A line is not an address, truncated to 64 bytes.
    case noAddress(String)
    case database(SQLiteFailure)
    /// A database to join has several tables, and none of the join's name; the tables found.
    case noJoinTable(String, found: [String])
    case outOfMemory
  }

  /// The file as it was given.
  package var file: String
  /// From 1; nil if the reason has no line.
  package var line: Int?
  package var reason: Reason

  package init(file: String, line: Int? = nil, reason: Reason) {
    self.file = file
    self.line = line
    self.reason = reason
  }
}
