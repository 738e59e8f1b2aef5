package import Notifications

/// Why a value is not a point in time.
package enum TimestampError: Error, Equatable {
  /// An empty text.
  case empty
  /// Neither an RFC 3339 date-time nor a number nor one of the known objects.
  case unreadable
  /// A year outside 0 to 9999, the range of RFC 3339.
  case outOfRange
}

/// From when a profile's plain numbers count.
package enum Epoch: Int, CaseIterable, Sendable {
  /// 1970-01-01T00:00:00Z.
  case unix = 1970
  /// 2001-01-01T00:00:00Z, as Swift's `Date` is encoded: numbers under 1e9 are seconds since then,
  /// larger ones count from 1970 as everywhere else.
  case apple = 2001
}

/// Reads the timestamps of exports from bytes.
///
/// Accepted are RFC 3339 date-times (see `DateTimeParser`), numbers and their text (see
/// `EpochNumber`), Firestore's `{_seconds, _nanoseconds}` and `{seconds, nanos}`, and MongoDB's
/// `{"$date": …}`.
package enum Timestamp {
  /// Seconds since 1970 of 0000-01-01T00:00:00Z and of the last second of 9999.
  static let range: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

  /// Reads text: a date-time, or the text of a number.
  package static func instant(
    text bytes: UnsafeRawBufferPointer, epoch: Epoch
  ) throws(TimestampError) -> Instant {
    if bytes.isEmpty { throw .empty }
    if let instant = CommonDateTime.instant(bytes) { return instant }
    // The fifth byte of a date-time is a hyphen; no number has one there but as an exponent's sign.
    if bytes.count > 10 && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-") {
      var parser = DateTimeParser(bytes)
      return try parser.instant()
    }
    return try instant(number: bytes, epoch: epoch)
  }

  /// Reads the decimal text of a number.
  package static func instant(
    number bytes: UnsafeRawBufferPointer, epoch: Epoch
  ) throws(TimestampError) -> Instant {
    guard let number = EpochNumber(bytes) else { throw .unreadable }
    guard let instant = number.instant(epoch: epoch) else { throw .outOfRange }
    return try inRange(instant)
  }

  /// The instant itself where its year has four digits.
  static func inRange(_ instant: Instant) throws(TimestampError) -> Instant {
    guard range.contains(instant.seconds) else { throw .outOfRange }
    return instant
  }
}
