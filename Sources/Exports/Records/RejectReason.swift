/// Why a record was rejected.
package enum RejectReason: Equatable, Sendable {
  /// It is not JSON, or no object.
  case malformed(RecordDamage.Reason)
  /// It has this many bytes or more.
  case tooLarge(limit: Int)
  /// None of the fields that `Reject.field` names is there.
  case missingField
  /// The fields that `Reject.field` names are there, and null.
  case nullField
  /// The fields that `Reject.field` names are there, and empty.
  case emptyField
  /// The fields that `Reject.field` names hold a list or an object.
  case notText
  /// The field holds what is no time, or none.
  case unreadableTime(TimestampError)
  /// A column of a database holds a blob where text is expected.
  case blob
}

extension RejectReason {
  init(_ reason: MappingRejection.Reason) {
    switch reason {
    case .missing: self = .missingField
    case .null: self = .nullField
    case .empty: self = .emptyField
    case .notText: self = .notText
    case .time(let error): self = .unreadableTime(error)
    }
  }
}
