import ByteText

/// The changes of a zone in every year: `EST5EDT,M3.2.0,M11.1.0` (POSIX, `TZ`; RFC 9636 section 3.3.1).
struct ZoneChanges {
  private struct Change {
    var month: Int
    /// The fifth is the last.
    var week: Int
    /// From Sunday.
    var weekday: Int
    /// Seconds since midnight, below 0 or above 86,400 where it is another day.
    var time: Int

    func clock(in year: Int) -> Int64 {
      let first = CivilDate(year: year, month: month, day: 1)
      var day = first.adding(days: (weekday - first.weekday % 7 + 7) % 7 + (week - 1) * 7)
      if day.month != month { day = day.adding(days: -7) }
      return Int64(day.dayNumber) * 86_400 + Int64(time)
    }
  }

  private let standard: Int
  private let daylight: Int
  private let begin: Change
  private let end: Change

  /// Nil if the clocks never change, or change on days that are counted from the start of the year.
  init?(_ rule: ArraySlice<UInt8>) {
    var text = Scanner(rest: rule)
    guard text.skipName(), let west = text.time(), text.skipName() else { return nil }
    standard = -west
    daylight = text.time().map { -$0 } ?? standard + 3600
    guard let begin = text.change(), let end = text.change() else { return nil }
    self.begin = begin
    self.end = end
  }

  /// The two periods that begin in a year, in order.
  func periods(in year: Int) -> [ZoneRules.Period] {
    let summer = ZoneRules.Period(
      start: begin.clock(in: year) - Int64(standard), offset: daylight, isDaylight: true)
    let winter = ZoneRules.Period(
      start: end.clock(in: year) - Int64(daylight), offset: standard, isDaylight: false)
    return summer.start < winter.start ? [summer, winter] : [winter, summer]
  }

  private struct Scanner {
    var rest: ArraySlice<UInt8>

    private mutating func take(_ byte: Character) -> Bool {
      guard let first = rest.first, first == byte.asciiValue else { return false }
      rest = rest.dropFirst()
      return true
    }

    private mutating func number() -> Int? {
      let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      rest = rest.dropFirst(digits.count)
      return digits.count > 4 ? nil : Int(String(decoding: digits, as: UTF8.self))
    }

    /// `EST` or `<+03>`.
    mutating func skipName() -> Bool {
      let before = rest.count
      if take("<") {
        rest = rest.drop { $0 != UInt8(ascii: ">") }
        return take(">")
      }
      rest = rest.drop { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
      return rest.count < before
    }

    /// `5`, `-3:30` or `+26:00:00`, in seconds; nil, with nothing taken, if there is none.
    mutating func time() -> Int? {
      let sign = take("-") ? -1 : 1
      _ = take("+")
      guard let hours = number() else { return nil }
      let minutes = take(":") ? number() ?? 0 : 0
      let seconds = take(":") ? number() ?? 0 : 0
      return sign * (hours * 3600 + minutes * 60 + seconds)
    }

    /// `,M3.2.0/26`
    mutating func change() -> Change? {
      guard take(","), take("M"), let month = number(), take("."), let week = number(), take("."),
        let weekday = number(), (1...12).contains(month), (1...5).contains(week), weekday < 7
      else { return nil }
      return Change(
        month: month, week: week, weekday: weekday, time: take("/") ? time() ?? 7200 : 7200)
    }
  }
}
