import ByteText
package import Notifications

extension Timestamp {
  /// Reads Firestore's `{_seconds, _nanoseconds}` and `{seconds, nanos}`, and MongoDB's
  /// `{"$date": …}`, whose numbers are milliseconds, always (MongoDB Extended JSON v2).
  package static func instant(
    object bytes: UnsafeRawBufferPointer, epoch: Epoch
  ) throws(TimestampError) -> Instant {
    guard let object = JSONText(bytes) else { throw .unreadable }
    if let date = object.member("$date") { return try instant(date: date, epoch: epoch) }
    guard let seconds = object.member("seconds"), seconds.isNumeric,
      let whole = Int64(String(decoding: seconds.bytes, as: UTF8.self))
    else { throw .unreadable }
    let nanoseconds = object.member("nanoseconds") ?? object.member("nanos")
    let fraction = try nanoseconds.map { value throws(TimestampError) in
      guard value.isNumeric, let number = Int64(String(decoding: value.bytes, as: UTF8.self)),
        (0..<1_000_000_000).contains(number)
      else { throw .unreadable }
      return number / 1_000
    }
    let start = try inRange(Instant(seconds: whole))
    return Instant(microseconds: start.microseconds + (fraction ?? 0))
  }

  private static func instant(
    date: JSONText, epoch: Epoch
  ) throws(TimestampError) -> Instant {
    switch date.kind {
    case .string: return try instant(text: date.bytes, epoch: epoch)
    case .number: return try instant(milliseconds: date.bytes)
    case .object:
      guard let number = date.member("$numberLong"), number.isNumeric else { throw .unreadable }
      return try instant(milliseconds: number.bytes)
    case .null, .bool, .array: throw .unreadable
    }
  }

  private static func instant(
    milliseconds bytes: UnsafeRawBufferPointer
  ) throws(TimestampError) -> Instant {
    guard let number = EpochNumber(bytes) else { throw .unreadable }
    guard let instant = number.instantOfMilliseconds else { throw .outOfRange }
    return try inRange(instant)
  }
}

extension JSONText {
  /// A number, or a text that may hold one.
  fileprivate var isNumeric: Bool { kind == .number || kind == .string }
}
