import ByteText

/// When a zone's clocks change, as a file of the IANA database says it (RFC 9636).
struct ZoneRules: Sendable {
  struct Period: Sendable {
    /// Seconds since 1970; the first one has no start.
    var start: Int64
    var offset: Int
    var isDaylight: Bool
  }

  /// In order; until 2200.
  private(set) var periods: [Period] = []

  /// Nil if the bytes are no such file.
  init?(_ bytes: [UInt8]) {
    guard var file = ZoneFile(bytes), let periods = file.periods() else { return nil }
    self.periods = periods
    if let footer = file.footer(), let rule = ZoneChanges(footer) { addChanges(rule) }
    nameDaylight()
  }

  /// Adds the changes of every year after the last one that the file names.
  private mutating func addChanges(_ changes: ZoneChanges) {
    let last = periods.last?.start ?? .min
    let year = last == .min ? 1970 : CivilDateTime(clock: last).date.year
    for year in stride(from: max(year, 1900), to: 2200, by: 1) {
      for period in changes.periods(in: year) where period.start > last { periods.append(period) }
    }
  }

  /// Some editions of the database call winter the time that is saved (Ireland since 1968, Morocco):
  /// the earlier clock is daylight saving here.
  private mutating func nameDaylight() {
    for index in periods.indices.dropFirst() where periods[index].isDaylight {
      for other in [index - 1, index + 1] where periods.indices.contains(other) {
        guard periods[other].offset > periods[index].offset else { continue }
        if periods[other].isDaylight { continue }
        periods[other].isDaylight = true
        periods[index].isDaylight = false
      }
    }
  }
}

/// A file of compiled rules, read from its beginning to its end.
private struct ZoneFile {
  private let bytes: [UInt8]
  private var position = 0
  private var counts: Counts
  private let isLong: Bool

  private struct Counts {
    var times = 0
    var types = 0
    /// The bytes behind the types.
    var rest = 0
  }

  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard let first = Self.counts(bytes, at: 0, timeSize: 4) else { return nil }
    isLong = bytes[4] >= UInt8(ascii: "2")
    counts = first
    position = 44
    guard isLong else { return }
    // The same once more, with times of 64 bits.
    let start = 44 + first.times * 5 + first.types * 6 + first.rest
    guard let second = Self.counts(bytes, at: start, timeSize: 8) else { return nil }
    counts = second
    position = start + 44
  }

  private static func counts(_ bytes: [UInt8], at start: Int, timeSize: Int) -> Counts? {
    guard start + 44 <= bytes.count, bytes[start...].starts(with: "TZif".utf8) else { return nil }
    let numbers = (0..<6).map { integer(bytes, at: start + 20 + $0 * 4, size: 4) }
    let (times, types) = (Int(numbers[3]), Int(numbers[4]))
    let rest = numbers[0] + numbers[1] + numbers[2] * Int64(timeSize + 4) + numbers[5]
    guard numbers.allSatisfy({ (0...1 << 20).contains($0) }), types > 0,
      start + 44 + times * (timeSize + 1) + types * 6 + Int(rest) <= bytes.count
    else { return nil }
    return Counts(times: times, types: types, rest: Int(rest))
  }

  /// A big-endian number with a sign.
  private static func integer(_ bytes: [UInt8], at start: Int, size: Int) -> Int64 {
    let value = bytes[start..<start + size].reduce(into: UInt64(0)) { $0 = $0 << 8 | UInt64($1) }
    let shift = 64 - size * 8
    return Int64(bitPattern: value << shift) >> shift
  }

  /// The periods that the file names one by one.
  mutating func periods() -> [ZoneRules.Period]? {
    let size = isLong ? 8 : 4
    let kinds = position + counts.times * size
    let types = kinds + counts.times
    defer { position = types + counts.types * 6 + counts.rest }
    func period(_ start: Int64, _ type: Int) -> ZoneRules.Period? {
      guard type < counts.types else { return nil }
      let offset = Self.integer(bytes, at: types + type * 6, size: 4)
      guard offset.magnitude < 2 * 86_400 else { return nil }
      return ZoneRules.Period(
        start: start, offset: Int(offset), isDaylight: bytes[types + type * 6 + 4] != 0)
    }
    var periods: [ZoneRules.Period] = []
    guard let first = period(.min, 0) else { return nil }
    periods.append(first)
    for index in 0..<counts.times {
      let start = Self.integer(bytes, at: position + index * size, size: size)
      guard let next = period(start, Int(bytes[kinds + index])), start > periods[index].start
      else { return nil }
      periods.append(next)
    }
    return periods
  }

  /// What holds after the last period, in the form of POSIX: `EST5EDT,M3.2.0,M11.1.0`.
  func footer() -> ArraySlice<UInt8>? {
    guard isLong, position < bytes.count, bytes[position] == UInt8(ascii: "\n") else { return nil }
    return bytes[(position + 1)...].prefix { $0 != UInt8(ascii: "\n") }
  }
}

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
    (self.begin, self.end) = (begin, end)
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
