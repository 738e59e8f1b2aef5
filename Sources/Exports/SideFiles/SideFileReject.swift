package import ByteText
import Languages
package import Notifications

/// A rejected entry of a file beside the exports, and the reason.
package struct SideFileReject: Equatable, Sendable {
  /// Why, with the file as it was given, the place, and the field by the tool's own name, truncated to
  /// 200 bytes: `timeZone`.
  package var fault: Fault
  /// The recipient of the entry, if it could be read.
  package var recipient: RecipientID?
  /// The profile that the entry names.
  package var profile: ProfileName?
  /// The address that it claims, as it is compared.
  package var address: [UInt8]?

  /// Keys and ids may have any length, but a person reads the message.
  package static let longestName = 200

  package init(
    _ fault: Fault, of file: String, at place: Fault.Place, recipient: RecipientID? = nil,
    profile: ProfileName? = nil, address: [UInt8]? = nil
  ) {
    self.fault = fault.of(file)
    self.fault.place = place
    self.fault.field = fault.field?.cut(toBytes: Self.longestName)
    self.recipient = recipient
    self.profile = profile
    self.address = address
  }

  package var place: Fault.Place { fault.place ?? Fault.Place() }

  /// `recipients.json, line 3: hour: 25 is not an hour from 0 to 23, or a time such as 17:30`
  package var sentence: String { fault.sentence + advice }

  /// `line 3: hour: 25 is not an hour from 0 to 23, or a time such as 17:30`
  package var sentenceInFile: String { "\(place.words): \(words)" }

  /// `hour: 25 is not a whole number from 0 to 23`
  package var words: String {
    [fault.field, fault.what].compactMap(\.self).joined(separator: ": ") + advice
  }

  private var advice: String { fault.advice.map { "; \($0)" } ?? "" }
}

/// What is wrong with an entry of such a file, without its place.
extension Fault {
  /// A required field that is absent, null or empty.
  package static func missing(_ field: String) -> Fault {
    Fault(.unusable, code: "missing", field: field, "it is missing or empty")
  }

  /// A key that appears twice in one object, so that its value is ambiguous.
  package static func repeatedKey(_ field: String?) -> Fault {
    Fault(.unusable, code: "repeated-key", field: field, "it occurs twice")
  }

  package static func wrongType(_ field: String, expected: String) -> Fault {
    Fault(.unusable, code: "wrong-type", field: field, "it must be \(expected)")
  }

  package static func malformed(_ field: String, _ text: String, expected: String) -> Fault {
    Fault(
      .unusable, code: "malformed", field: field,
      "\(String(decoding: text.utf8.prefix(64), as: UTF8.self)) is not \(expected)")
  }

  package static func unknownZone(_ field: String, _ text: String) -> Fault {
    Fault(
      .unusable, code: "unknown-zone", field: field,
      "\(text.cut(toBytes: 64)) is not a time zone of the IANA database",
      advice: didYouMean(Zone.nearest(to: text.cut(toBytes: 64))))
  }

  /// An entry that is no JSON object, or a field with the text of none.
  package static func damaged(_ damage: RecordDamage, field: String? = nil) -> Fault {
    Fault(
      .unusable, code: "damaged", field: field,
      damage == .notAnObject && field == nil ? "the entry is not a JSON object" : damage.words)
  }

  /// Throws if an id has lost a letter, so that another may look alike.
  package static func check(id: String, _ field: String) throws(Fault) {
    if id.withRawBytes(LostText.isIn) {
      throw .malformed(field, id, expected: "an id without half of a surrogate pair")
    }
  }
}
