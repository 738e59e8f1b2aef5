/// Reads the one form of a date that this package writes.
enum LintDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Sun, 08 Feb 2026 10:05:00 -0500`, whatever its weekday; nil for anything else.
  static func parse(_ text: String) -> MailDate? {
    let words = text.utf8.split(separator: ASCII.space, omittingEmptySubsequences: false)
      .map { String($0) ?? "" }
    guard words.count == 6, let month = months.firstIndex(of: words[2]),
      let day = number(words[1], 1...31), let year = number(words[3], 1900...9999),
      let offset = offset(words[5])
    else { return nil }
    let clock = words[4].utf8.split(separator: ASCII.colon).map { String($0) ?? "" }
    guard clock.count == 3, let hour = number(clock[0], 0...23),
      let minute = number(clock[1], 0...59), let second = number(clock[2], 0...59)
    else { return nil }
    let days = CivilTime.dayNumber(year: year, month: month + 1, day: day)
    let local = days * 86_400 + hour * 3_600 + minute * 60 + second
    return try? MailDate(secondsSinceEpoch: Int64(local - offset * 60), offsetMinutes: offset)
  }

  private static func number(_ text: String, _ range: ClosedRange<Int>) -> Int? {
    guard let number = Int(text), range.contains(number) else { return nil }
    return number
  }

  private static func offset(_ text: String) -> Int? {
    guard text.utf8.count == 5, let sign = text.utf8.first, sign == 0x2B || sign == 0x2D,
      let digits = number(String(text.dropFirst()), 0...2359), digits % 100 < 60
    else { return nil }
    let minutes = digits / 100 * 60 + digits % 100
    return sign == 0x2D ? -minutes : minutes
  }
}
