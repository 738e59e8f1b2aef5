import CSimdJSON
import Notifications

/// Why a record is no notification.
package struct MappingRejection: Error, Equatable {
  /// The field as the record names it: `created_at`; several names where any of them would do.
  package var field: String
  package var reason: Reason

  package enum Reason: Equatable, Sendable {
    /// None of the fields is there.
    case missing
    /// The fields are there, and null.
    case null
    /// The fields are there, and empty texts or null.
    case empty
    /// A field is there, and is a list or object where a text or number is expected.
    case notText
    /// A time that is empty or no time.
    case time(TimestampError)
  }

  package init(field: String, reason: Reason) {
    self.field = field
    self.reason = reason
  }

  /// Why none of the paths has a text: names those that are there, all of them where none is.
  static func without(
    _ paths: [FieldPath], at slots: some Sequence<Slot>, in fields: RecordFields
  ) -> MappingRejection {
    let present = zip(paths, slots).filter { fields[$1].kind != TIDINGS_JSON_ABSENT }
    func rejection(_ paths: [FieldPath], _ reason: Reason) -> MappingRejection {
      MappingRejection(
        field: paths.map(\.description).joined(separator: ", "), reason: reason)
    }
    if present.isEmpty { return rejection(paths, .missing) }
    let filled = present.filter { !fields[$1].isMissing && !fields[$1].bytes.isEmpty }
    if !filled.isEmpty { return rejection(filled.map(\.0), .notText) }
    let isNull = present.allSatisfy { fields[$1].isMissing }
    return rejection(present.map(\.0), isNull ? .null : .empty)
  }
}

/// What `check` counts although the record is taken.
package struct MappingNotices: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A type that the profile does not know.
  package static let unknownType = MappingNotices(rawValue: 1)
  /// A priority that the profile does not know; taken for normal.
  package static let unknownPriority = MappingNotices(rawValue: 2)
  /// Two read columns disagree; read wins.
  package static let readDisagreement = MappingNotices(rawValue: 4)
  /// The actor is the recipient, and the profile drops such notifications: taken for deleted.
  package static let ownAction = MappingNotices(rawValue: 8)
}

/// What a record's surroundings say about it.
struct RecordContext: Sendable {
  /// Who it is for where it does not say so: its envelope's or file's recipient, or the owner.
  var recipient: RecipientID
  /// Its id where it has none: the key in an object keyed by id.
  var key: String?

  init(recipient: RecipientID, key: String? = nil) {
    self.recipient = recipient
    self.key = key
  }
}
