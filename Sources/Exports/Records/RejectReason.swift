/// Why a record was rejected.
public enum RejectReason: Equatable, Sendable {
  /// It is not JSON, or no object.
  case malformed(RecordDamage.Reason)
  /// It has this many bytes or more.
  case tooLarge(limit: Int)
  /// None of the fields that `Reject.field` names is there.
  case missingField
  /// The field holds what is no time, or none.
  case unreadableTime(TimestampError)
  /// A column of a database holds a blob where text is expected.
  case blob
}

extension RejectReason {
  init(_ reason: MappingRejection.Reason) {
    switch reason {
    case .missing: self = .missingField
    case .time(let error): self = .unreadableTime(error)
    }
  }
}
