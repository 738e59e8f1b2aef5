package import Notifications

/// An entry of a file beside the exports that is left out, and why.
package struct CompanionReject: Error, Equatable, Sendable {
  /// The file as it was given.
  package var file: String
  package var place: CompanionPlace
  /// The field in our own name for it, cut to 200 bytes: `timeZone`.
  package var field: String?
  package var reason: Reason
  /// Whose entry it was, where that much could be read.
  package var recipient: RecipientID?
  /// The profile that the entry names.
  package var profile: ProfileName?
  /// The address that it takes up, as it is compared.
  var address: [UInt8]?

  package enum Reason: Equatable, Sendable {
    /// No JSON object.
    case damaged(RecordDamage.Reason)
    /// A field that there has to be is not there, null or empty.
    case missing
    /// A key stands twice in one object, and nobody can say which of them counts.
    case repeatedKey
    /// A value of another kind: expected "a text".
    case wrongType(expected: String)
    /// A text or number that is not what it should be, cut to 64 bytes: expected "0 to 23".
    case malformed(String, expected: String)
    /// The IANA database has no such zone.
    case unknownZone(String)
    /// Two fields that say different things.
    case contradiction(with: String)
    /// The same recipient stands there already.
    case repeatedRecipient(first: CompanionPlace)
    /// The same address stands there already, with another recipient.
    case repeatedAddress(first: CompanionPlace)
    /// Another person has this identity already.
    case claimedIdentity(profile: ProfileName, recipient: RecipientID, first: CompanionPlace)
  }

  /// Keys and ids are as long as a file's author likes; a message is read by a person.
  package static let longestName = 200

  init(
    file: String, place: CompanionPlace, fault: FieldFault, recipient: RecipientID? = nil,
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

/// Where in a file beside the exports an entry is.
package enum CompanionPlace: Hashable, Sendable {
  /// The line on which it begins, from 1.
  case line(Int)
  /// The number of the entry, from 1, in a file that is one line.
  case record(Int)
  /// The row of a database's table, from 1.
  case row(Int)
}

/// What is wrong with an entry, before anybody knows where it stands.
struct FieldFault: Error, Equatable {
  var field: String?
  var reason: CompanionReject.Reason

  /// A value that is not what it should be.
  static func malformed(_ field: String, _ text: String, expected: String) -> FieldFault {
    FieldFault(
      field: field,
      reason: .malformed(
        String(decoding: text.utf8.prefix(64), as: UTF8.self), expected: expected))
  }

  static func wrongType(_ field: String, expected: String) -> FieldFault {
    FieldFault(field: field, reason: .wrongType(expected: expected))
  }
}

extension String {
  /// The text, cut behind a whole character (a Unicode scalar) to at most `limit` bytes of UTF-8.
  package func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    // A place inside a character is the character's beginning.
    return String(unicodeScalars[..<utf8.index(utf8.startIndex, offsetBy: limit)])
  }
}

/// A file beside the exports (recipients, marks, suppressed addresses) that cannot be used at all; a
/// bad entry inside one is a `CompanionReject`.
package struct CompanionError: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    case noSuchFile
    case isDirectory
    /// Neither a file nor a pipe: a device such as `/dev/zero` never ends.
    case isDevice
    /// The system refused to open or read it: the error number.
    case unreadable(Int32)
    /// Larger than `limit` bytes; such files are read whole.
    case tooLarge(limit: Int)
    /// It was written to while it was read.
    case changed
    /// It holds no bytes, or nothing but white space.
    case empty
    /// It is something else, which holds nothing that we can read.
    case foreign(ForeignFormat)
    /// It is UTF-16; JSON is exchanged in UTF-8 (RFC 8259 section 8.1).
    case utf16
    /// It is gzipped.
    case compressed
    /// It is a database that was piped or compressed: what it holds beside the records can be read
    /// from a plain file only.
    case needsFile
    /// It is a database where a text is wanted.
    case isDatabase
    /// From here on the text cannot be cut into entries.
    case damaged(RecordDamage.Reason)
    /// Its `schema` is another one than ours, of a newer version or missing.
    case wrongSchema(found: String?, expected: String)
    /// It holds zero bytes, as pictures, archives and other binary files do.
    case notText
    /// It holds no recipient.
    case noRecipients
    /// Every entry of it was rejected; the first of them.
    case noUsableRecipient(CompanionReject)
    /// It holds no address, and does not say that this is meant.
    case noAddresses
    /// A line is not an address, cut to 64 bytes.
    case noAddress(String)
    case database(SQLiteFailure)
    case outOfMemory
  }

  /// The file as it was given.
  package var file: String
  /// From 1, where the reason has a place.
  package var line: Int?
  package var reason: Reason

  package init(file: String, line: Int? = nil, reason: Reason) {
    self.file = file
    self.line = line
    self.reason = reason
  }
}
