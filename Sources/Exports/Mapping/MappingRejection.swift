import Notifications

/// Why a record is no notification.
package struct MappingRejection: Error, Equatable {
  /// The field as the record names it: `created_at`; several names where any of them would do.
  package var field: String
  package var reason: Reason

  package enum Reason: Equatable, Sendable {
    /// None of the fields is there, or all are null or empty.
    case missing
    /// A time that is empty or no time.
    case time(TimestampError)
  }

  package init(field: String, reason: Reason) {
    self.field = field
    self.reason = reason
  }

  static func missing(_ paths: [FieldPath]) -> MappingRejection {
    MappingRejection(
      field: paths.map(\.description).joined(separator: ", "), reason: .missing)
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
