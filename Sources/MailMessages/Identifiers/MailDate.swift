/// A moment with the offset of its zone, as the `Date` field writes it.
///
///     try MailDate(secondsSinceEpoch: 1_770_563_100, offsetMinutes: -300)
///     // Sun, 08 Feb 2026 10:05:00 -0500
public struct MailDate: Hashable, Sendable {
  public let secondsSinceEpoch: Int64
  /// East of UTC is positive.
  public let offsetMinutes: Int

  /// Throws for years before 1900 or after 9999 (RFC 5322 section 3.3), and offsets of a day or more.
  public init(secondsSinceEpoch: Int64, offsetMinutes: Int) throws(HeaderError) {
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

  var field: HeaderField { HeaderField(.date, HeaderValue(checked: description)) }

  /// As `ctime` writes it, in UTC: the form of an mbox's `From ` line.
  var ctime: String {
    let civil = CivilTime(seconds: secondsSinceEpoch)
    let day = civil.day < 10 ? " \(civil.day)" : "\(civil.day)"
    return "\(Self.weekdays[civil.weekday]) \(Self.months[civil.month - 1]) \(day) "
      + "\(civil.clock) \(civil.year)"
  }
}

extension MailDate: CustomStringConvertible {
  public var description: String {
    let civil = CivilTime(seconds: secondsSinceEpoch + Int64(offsetMinutes) * 60)
    let offset = abs(offsetMinutes)
    let zone =
      (offsetMinutes < 0 ? "-" : "+") + CivilTime.twoDigits(offset / 60)
      + CivilTime.twoDigits(offset % 60)
    return "\(Self.weekdays[civil.weekday]), \(CivilTime.twoDigits(civil.day)) "
      + "\(Self.months[civil.month - 1]) \(civil.year) \(civil.clock) \(zone)"
  }
}
