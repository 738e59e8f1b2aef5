import MailMessages

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
    let days = dayNumber(year: year, month: month + 1, day: day)
    let local = days * 86_400 + hour * 3_600 + minute * 60 + second
    return try? MailDate(secondsSinceEpoch: Int64(local - offset * 60), offsetMinutes: offset)
  }

  /// The days from 1970-01-01 to a day, counted year by year and month by month.
  private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let isLeap = { (year: Int) in year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    let years = (min(year, 1970)..<max(year, 1970)).reduce(0) { $0 + (isLeap($1) ? 366 : 365) }
    let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (year < 1970 ? -years : years) + lengths[..<(month - 1)].reduce(0, +) + day - 1
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
