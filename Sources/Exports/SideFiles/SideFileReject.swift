import ByteText
import Languages
package import Notifications

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

extension SideFileReject {
  /// `recipients.json, line 3: hour: 25 is not an hour from 0 to 23, or a time such as 17:30`
  package var sentence: String { "\(file), \(sentenceInFile)" }

  /// `line 3: hour: 25 is not an hour from 0 to 23, or a time such as 17:30`
  package var sentenceInFile: String { "\(place.words): \(words)" }

  /// `hour: 25 is not a whole number from 0 to 23`
  package var words: String { (field.map { "\($0): " } ?? "") + reason.words }
}

extension SideFilePosition {
  fileprivate var words: String {
    switch self {
    case .line(let line): "line \(line)"
    case .record(let record): "record \(record)"
    case .row(let row): "row \(row)"
    }
  }
}

extension SideFileReject.Reason {
  fileprivate var words: String {
    switch self {
    case .damaged(.notAnObject): "the entry is not a JSON object"
    case .damaged(let damage): damage.words
    case .row(let fault): fault.words
    case .missing: "it is missing or empty"
    case .repeatedKey: "it occurs twice"
    case .wrongType(let expected): "it must be \(expected)"
    case .malformed(let text, let expected): "\(text) is not \(expected)"
    case .unknownWord(let text, let allowed): allowed.refusal(of: text)
    case .unknownZone(let zone):
      "\(zone) is not a time zone of the IANA database"
        + (Zone.nearest(to: zone).map { "; did you mean \($0)?" } ?? "")
    case .contradiction(let other): "it contradicts \(other)"
    case .repeatedRecipient(let first): "the recipient is already at \(first.words)"
    case .repeatedAddress(let first): "the address is already at \(first.words)"
    case .claimedIdentity(let profile, let recipient, let first):
      "\(Self.cut(recipient.text)) of \(Self.cut(profile.text)) belongs to the recipient at "
        + first.words
    }
  }

  private static func cut(_ text: String) -> String {
    text.cut(toBytes: SideFileReject.longestName)
  }
}
