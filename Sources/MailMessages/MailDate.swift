import ByteText

/// An instant with a zone offset, as the `Date` field shows it.
///
///     try MailDate(secondsSinceEpoch: 1_770_563_100, offsetMinutes: -300)
///     // Sun, 08 Feb 2026 10:05:00 -0500
package struct MailDate: Hashable, Sendable {
  package let secondsSinceEpoch: Int64
  /// Positive east of UTC.
  package let offsetMinutes: Int

  /// Throws for years before 1900 or after 9999 (RFC 5322 section 3.3) and offsets of a day or
  /// more.
  package init(secondsSinceEpoch: Int64, offsetMinutes: Int) throws(HeaderError) {
    guard (-1439...1439).contains(offsetMinutes),
      // 1900-01-02 to 9999-12-30, so that no offset leaves the years.
      (-2_208_902_400...253_402_128_000).contains(secondsSinceEpoch)
    else {
      throw .dateOutOfRange(
        secondsSinceEpoch: secondsSinceEpoch, offsetMinutes: offsetMinutes)
    }
    self.secondsSinceEpoch = secondsSinceEpoch
    self.offsetMinutes = offsetMinutes
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Appends the value of the `Date` field.
  func append(to buffer: inout [UInt8]) {
    let civil = CivilDateTime(clock: secondsSinceEpoch + Int64(offsetMinutes) * 60)
    let (year, month, day) = civil.date.parts
    buffer.append(contentsOf: Self.weekdays[civil.date.weekday % 7].utf8)
    buffer.append(0x2C)
    buffer.append(UInt8(ascii: " "))
    buffer.append(digits: 2, of: day)
    buffer.append(UInt8(ascii: " "))
    buffer.append(contentsOf: Self.months[month - 1].utf8)
    buffer.append(UInt8(ascii: " "))
    buffer.append(digits: 4, of: year)
    buffer.append(UInt8(ascii: " "))
    for (index, unit) in [3_600, 60, 1].enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ":")) }
      buffer.append(digits: 2, of: civil.secondOfDay / unit % 60)
    }
    buffer.append(UInt8(ascii: " "))
    buffer.append(offsetMinutes < 0 ? UInt8(ascii: "-") : 0x2B)
    let offset = abs(offsetMinutes)
    buffer.append(digits: 4, of: offset / 60 * 100 + offset % 60)
  }
}

extension MailDate: CustomStringConvertible {
  package var description: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
