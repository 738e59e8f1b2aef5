import ByteText
import Languages
import Notifications

/// Reads a date-time of one of the forms that nearly all exports have, several digits at once:
/// `YYYY-MM-DDThh:mm:ss`, then nothing, `.fff` or `.ffffff`, then `Z` or `+00:00`.
///
/// Every record has such a time or two; digit by digit they took a tenth of the time of reading it.
enum CommonDateTime {
  /// The instant; nil for any other text, be it a date-time or not, which is `DateTimeParser`'s.
  static func instant(_ bytes: UnsafeRawBufferPointer) -> Instant? {
    guard bytes.count >= 20 else { return nil }
    // In memory order from the least significant byte on: `YYYY-MM-`, `DDThh:mm`, `hh:mm:ss`.
    let (date, middle, time) = (word(bytes, 0), word(bytes, 8), word(bytes, 11))
    guard fits(date, digits: 0x00FF_FF00_FFFF_FFFF, rest: 0x2D00_002D_0000_0000),
      fits(middle, digits: 0xFFFF_00FF_FF00_FFFF, rest: 0x0000_3A00_0054_0000),
      fits(time, digits: 0xFFFF_00FF_FF00_FFFF, rest: 0x0000_3A00_003A_0000)
    else { return nil }
    let (year, month, day) = (pair(date, 0) * 100 + pair(date, 2), pair(date, 5), pair(middle, 0))
    let (hour, minute, second) = (pair(time, 0), pair(time, 3), pair(time, 6))
    // Only days that all months have; leap seconds and other days are for the parser.
    guard (1...12).contains(month), (1...28).contains(day), hour < 24, minute < 60, second < 60,
      let fraction = fraction(bytes)
    else { return nil }
    let days = DateTimeParser.daysSinceEpoch(year: year, month: month, day: day)
    let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    return Instant(microseconds: seconds * 1_000_000 + fraction)
  }

  /// The microseconds after the seconds; nil if another form follows.
  private static func fraction(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    var zone = 19
    var fraction = 0
    if bytes[19] == UInt8(ascii: ".") {
      // `ss.fff` with two bytes before it, or `.ffffff` with one after it.
      if bytes.count == 24 || bytes.count == 29 {
        let word = word(bytes, 16)
        guard fits(word & ~(0xFF << 56), digits: 0x00FF_FFFF_00FF_FF00, rest: 0x0000_0000_2E00_003A)
        else { return nil }
        fraction = (digit(word, 4) * 100 + pair(word, 5)) * 1000
        zone = 23
      } else if bytes.count == 27 || bytes.count == 32 {
        let word = word(bytes, 19)
        guard fits(word & ~(0xFF << 56), digits: 0x00FF_FFFF_FFFF_FF00, rest: 0x2E) else {
          return nil
        }
        fraction = pair(word, 1) * 10_000 + pair(word, 3) * 100 + pair(word, 5)
        zone = 26
      } else {
        return nil
      }
    }
    switch bytes.count - zone {
    case 1: return bytes[zone] == UInt8(ascii: "Z") ? Int64(fraction) : nil
    case 6:
      // `+00:00` with two bytes before it.
      let isUTC = word(bytes, zone - 2) >> 16 == 0x3030_3A30_302B
      return isUTC ? Int64(fraction) : nil
    default: return nil
    }
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
  }

  /// Whether the bytes under `digits` are digits, and the others those of `rest`.
  private static func fits(_ word: UInt64, digits: UInt64, rest: UInt64) -> Bool {
    let high = 0xF0F0_F0F0_F0F0_F0F0 & digits
    let zeros = 0x3030_3030_3030_3030 & digits
    // Of a digit the upper half is 3, and stays 3 when 6 is added.
    return word & ~digits == rest && word & high == zeros
      && ((word & digits) &+ (0x0606_0606_0606_0606 & digits)) & high == zeros
  }

  private static func digit(_ word: UInt64, _ place: Int) -> Int {
    Int(word >> UInt64(place * 8) & 0xF)
  }

  private static func pair(_ word: UInt64, _ place: Int) -> Int {
    digit(word, place) * 10 + digit(word, place + 1)
  }
}

/// Parses a date-time of RFC 3339 section 5.6, byte by byte, and what databases print instead of it:
/// a space for the `T`, no seconds, offsets as `+0000`, `+00`, ` +0530` and ` UTC`, or none at all,
/// which means the time of a zone. A date alone is the day's first instant there.
struct DateTimeParser {
  private let bytes: UnsafeRawBufferPointer
  private let zone: Zone
  private var position = 0

  /// `YYYY-MM-DD`, `YYYY-MM-DDThh:mm` and `YYYY-MM-DDThh:mm:ss`, where every digit has its place.
  private static let dateCount = 10
  private static let minuteCount = 16
  private static let secondCount = 19

  /// - Parameter zone: of times that name none.
  init(_ bytes: UnsafeRawBufferPointer, zone: Zone) {
    self.bytes = bytes
    self.zone = zone
  }

  /// The instant in microseconds; further fraction digits, nine at most, are cut off.
  mutating func instant() throws(TimestampError) -> Instant {
    guard bytes.count >= Self.dateCount, bytes[4] == UInt8(ascii: "-"),
      bytes[7] == UInt8(ascii: "-")
    else { throw .unreadable }
    let days = try date()
    if bytes.count == Self.dateCount {
      return try Timestamp.inRange(
        Instant(seconds: zone.startOfDay(CivilDate(dayNumber: Int(days)))))
    }
    guard bytes.count >= Self.minuteCount, isPunctuated else { throw .unreadable }
    let hour = try number(at: 11, 2, in: 0...23)
    let minute = try number(at: 14, 2, in: 0...59)
    position = Self.minuteCount
    var second = 0
    var fraction = 0
    if bytes.count >= Self.secondCount, bytes[16] == UInt8(ascii: ":") {
      second = try number(at: 17, 2, in: 0...60)
      position = Self.secondCount
      fraction = try self.fraction()
    }
    let offset = try offset()
    guard position == bytes.count else { throw .unreadable }
    guard let offset else {
      if second == 60 { throw .unreadable }
      let start = zone.instant(of: CivilDate(dayNumber: Int(days)), hour: hour, minute: minute)
      return try Timestamp.inRange(
        Instant(microseconds: (start + Int64(second)) * 1_000_000 + Int64(fraction)))
    }
    let minutes = hour * 60 + minute - offset
    // A leap second is the last of a UTC day (RFC 3339 appendix D); POSIX time has no room for it,
    // so it is the first instant of the next day.
    if second == 60 && (minutes + 1) % 1440 != 0 { throw .unreadable }
    let seconds = days * 86_400 + Int64(minutes) * 60 + Int64(second)
    return try Timestamp.inRange(
      Instant(microseconds: seconds * 1_000_000 + Int64(second == 60 ? 0 : fraction)))
  }

  private var isPunctuated: Bool {
    let separator = bytes[10]
    return bytes[13] == UInt8(ascii: ":")
      && (separator == UInt8(ascii: "T") || separator == UInt8(ascii: "t") || separator == 0x20)
  }

  /// `YYYY-MM-DD` as days since 1970-01-01.
  private func date() throws(TimestampError) -> Int64 {
    let year = try number(at: 0, 4, in: 0...9999)
    let month = try number(at: 5, 2, in: 1...12)
    let day = try number(at: 8, 2, in: 1...31)
    let isLeapYear = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
    let length = month == 2 ? (isLeapYear ? 29 : 28) : 30 + (month + month / 8) % 2
    guard day <= length else { throw .unreadable }
    return DateTimeParser.daysSinceEpoch(year: year, month: month, day: day)
  }

  /// Days from 1970-01-01 to a date of the proleptic Gregorian calendar, counted in years that
  /// begin in March, so that a leap day is the last of its year.
  static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int64 {
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468)
  }

  /// Microseconds of `.f` with one to nine digits, or 0 without a fraction.
  private mutating func fraction() throws(TimestampError) -> Int {
    guard position < bytes.count, bytes[position] == UInt8(ascii: ".") else { return 0 }
    position += 1
    let start = position
    var microseconds = 0
    while position < bytes.count, let digit = digit(bytes[position]) {
      if position - start < 6 { microseconds = microseconds * 10 + digit }
      position += 1
    }
    let count = position - start
    guard (1...9).contains(count) else { throw .unreadable }
    for _ in 0..<max(0, 6 - count) { microseconds *= 10 }
    return microseconds
  }

  /// Minutes east of UTC: `Z`, `±hh:mm`, `±hhmm`, `±hh`, or one of these, `UTC` or `GMT` after a
  /// space; nil at the end of the text.
  private mutating func offset() throws(TimestampError) -> Int? {
    if position == bytes.count { return nil }
    if bytes[position] == 0x20 {
      position += 1
      let name = UnsafeRawBufferPointer(rebasing: bytes[position...])
      if name.elementsEqual("UTC".utf8) || name.elementsEqual("GMT".utf8) {
        position = bytes.count
        return 0
      }
      guard position < bytes.count else { throw .unreadable }
    }
    let sign = bytes[position]
    position += 1
    if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { throw .unreadable }
    let hours = try nextNumber(in: 0...23)
    var minutes = 0
    if position < bytes.count {
      if bytes[position] == UInt8(ascii: ":") { position += 1 }
      minutes = try nextNumber(in: 0...59)
    }
    return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }

  /// Reads two digits and moves past them.
  private mutating func nextNumber(in range: ClosedRange<Int>) throws(TimestampError) -> Int {
    guard position + 2 <= bytes.count else { throw .unreadable }
    position += 2
    return try number(at: position - 2, 2, in: range)
  }

  /// The number that so many digits make at an index; the bytes must exist.
  @inline(__always)
  private func number(
    at index: Int, _ count: Int, in range: ClosedRange<Int>
  ) throws(TimestampError) -> Int {
    var number = 0
    var isNumber = true
    for place in index..<index + count {
      let digit = bytes[place] &- UInt8(ascii: "0")
      isNumber = isNumber && digit < 10
      number = number * 10 + Int(digit)
    }
    guard isNumber, range.contains(number) else { throw .unreadable }
    return number
  }

  private func digit(_ byte: UInt8) -> Int? {
    let value = byte &- UInt8(ascii: "0")
    return value < 10 ? Int(value) : nil
  }
}
