import Languages
import Notifications

/// Times for programs: RFC 3339 in UTC, with microseconds unless they are zero.
enum Timestamp {
  /// Appends `2026-02-08T15:05:00Z`. RFC 3339 ends with the year 9999; later years have the sign of
  /// ISO 8601.
  static func append(_ time: Instant, to bytes: inout [UInt8]) {
    let seconds = time.seconds
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let date = CivilDate(dayNumber: Int(day))
    let second = Int(seconds - day * 86_400)
    append(date, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    append(second / 3600, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(second / 60 % 60, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(second % 60, to: &bytes)
    appendFraction(time, to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Appends `2026-02-08`.
  static func append(_ date: CivilDate, to bytes: inout [UInt8]) {
    bytes += date.description.utf8
  }

  /// Two digits.
  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }

  private static func appendFraction(_ time: Instant, to bytes: inout [UInt8]) {
    // The seconds of a negative time are rounded down, so the fraction counts up from them.
    let remainder = time.microseconds % 1_000_000
    let fraction = Int(remainder < 0 ? remainder + 1_000_000 : remainder)
    if fraction == 0 { return }
    bytes.append(UInt8(ascii: "."))
    append(fraction / 10_000, to: &bytes)
    append(fraction / 100 % 100, to: &bytes)
    append(fraction % 100, to: &bytes)
  }
}

extension Instant {
  /// `2026-02-08T15:05:00Z`, as RFC 3339 writes a time in UTC.
  package var timestamp: String {
    var bytes: [UInt8] = []
    Timestamp.append(self, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
