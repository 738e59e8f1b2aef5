import ByteText
import Languages
import Notifications

/// Parses a date-time of mail (RFC 5322 section 3.3) and of HTTP: `Tue, 03 Feb 2026 10:00:00 +0530`.
///
/// The day of the week must be that of the date. Of zones by letters only `GMT`, `UTC`, `UT` and `Z`
/// are read: others mean different zones to different people.
struct MailDateTime {
  private let words: [UnsafeRawBufferPointer]
  private let zone: Zone

  /// - Parameter zone: of times that name none.
  init(_ bytes: UnsafeRawBufferPointer, zone: Zone) {
    words = bytes.split(separator: 0x20, omittingEmptySubsequences: false)
      .map { UnsafeRawBufferPointer(rebasing: $0) }
    self.zone = zone
  }

  mutating func instant() throws(TimestampError) -> Instant {
    var words = words[...]
    var weekday: Int?
    if let first = words.first, first.last == UInt8(ascii: ",") {
      weekday = Self.index(of: first.dropLast(), in: MailDateNames.weekdays)
      guard weekday != nil else { throw .unreadable }
      words = words.dropFirst()
    }
    guard words.count == 4 || words.count == 5 else { throw .unreadable }
    let parts = Array(words)
    let date = try Self.date(day: parts[0], month: parts[1], year: parts[2])
    if let weekday, date.weekday != weekday + 1 { throw .unreadable }
    let second = try Self.secondOfDay(parts[3])
    guard parts.count == 5 else {
      let start = zone.instant(of: date, hour: 0, minute: second / 60)
      return try Timestamp.inRange(Instant(seconds: start + Int64(second % 60)))
    }
    let offset = try Self.offset(parts[4])
    return try Timestamp.inRange(
      Instant(seconds: Int64(date.dayNumber) * 86_400 + Int64(second - offset * 60)))
  }

  private static func index(of word: some Collection<UInt8>, in names: [String]) -> Int? {
    names.firstIndex { word.elementsEqual($0.utf8) }
  }

  private static func date(
    day: UnsafeRawBufferPointer, month: UnsafeRawBufferPointer, year: UnsafeRawBufferPointer
  ) throws(TimestampError) -> CivilDate {
    guard let number = number(day), day.count <= 2,
      let month = index(of: month, in: MailDateNames.months),
      year.count == 4, let year = Self.number(year)
    else { throw .unreadable }
    let date = CivilDate(year: year, month: month + 1, day: number)
    guard number > 0, date.day == number, date.month == month + 1 else { throw .unreadable }
    return date
  }

  /// `hh:mm` or `hh:mm:ss`.
  private static func secondOfDay(_ word: UnsafeRawBufferPointer) throws(TimestampError) -> Int {
    let parts = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count == 2 ? number($0) : nil }
    guard numbers.count == parts.count, (2...3).contains(numbers.count), numbers[0] < 24,
      numbers[1] < 60, numbers.count == 2 || numbers[2] < 60
    else { throw .unreadable }
    return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
  }

  /// Minutes east of UTC.
  private static func offset(_ word: UnsafeRawBufferPointer) throws(TimestampError) -> Int {
    if ["GMT", "UTC", "UT", "Z"].contains(where: { word.elementsEqual($0.utf8) }) { return 0 }
    guard word.count == 5, let hours = number(word[1...2]), let minutes = number(word[3...4]),
      hours < 24, minutes < 60
    else { throw .unreadable }
    switch word[0] {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: throw .unreadable
    }
  }

  /// The number of a few digits.
  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard (1...4).contains(digits.count) else { return nil }
    var number = 0
    for byte in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }
}
