import ByteText
import Languages
import Notifications
import Profiles

/// Reads times of one form; a record costs one walk over the few bytes of its time.
struct TimeReader: Sendable {
  private let pieces: [TimePattern.Piece]
  private let months: [(name: [UInt8], month: Int)]
  /// Whether there may be spaces around a time.
  private let isPadded: Bool

  static let dateTime = TimeReader(.dateTime, isPadded: false)
  static let mail = TimeReader(.mail, isPadded: false)
  static let compactDate = TimeReader(.compactDate, isPadded: false)

  init(_ pattern: TimePattern, isPadded: Bool = true) {
    pieces = pattern.pieces
    months = pieces.contains(.monthName) ? MonthNames.all : []
    self.isPadded = isPadded
  }

  /// What a text says; nil if it has another form.
  func parts(of text: UnsafeRawBufferPointer) -> TimeParts? {
    var parts = TimeParts()
    var rest = Cursor(text: text)
    if isPadded { rest.skipSpaces() }
    guard read(pieces, from: &rest, into: &parts) else { return nil }
    if isPadded { rest.skipSpaces() }
    return rest.isAtEnd ? parts : nil
  }

  /// The point in time; times that name no zone are in `zone`.
  func instant(_ text: UnsafeRawBufferPointer, zone: Zone) throws(TimestampError) -> Instant {
    guard let parts = parts(of: text), let date = parts.date, let hour = parts.hour,
      hour < 24, parts.minute < 60, parts.second <= 60,
      parts.weekday.map({ $0 == date.weekday }) ?? true
    else { throw .unreadable }
    guard parts.hasClock else {
      return try Timestamp.inRange(Instant(seconds: zone.startOfDay(date)))
    }
    guard let offset = parts.offset else {
      if parts.second == 60 { throw .unreadable }
      let start = zone.instant(of: date, hour: hour, minute: parts.minute) + Int64(parts.second)
      return try Timestamp.inRange(
        Instant(microseconds: start * 1_000_000 + Int64(parts.microseconds)))
    }
    let minutes = hour * 60 + parts.minute - offset
    // A leap second is the last of a UTC day (RFC 3339 appendix D); POSIX time has no room for it,
    // so it is the first instant of the next day.
    let isLeap = parts.second == 60
    if isLeap, (minutes + 1) % 1440 != 0 { throw .unreadable }
    let seconds = Int64(date.dayNumber * 86_400 + minutes * 60 + parts.second)
    return try Timestamp.inRange(
      Instant(microseconds: seconds * 1_000_000 + Int64(isLeap ? 0 : parts.microseconds)))
  }

  private func read(
    _ pieces: [TimePattern.Piece], from rest: inout Cursor, into parts: inout TimeParts
  ) -> Bool {
    for piece in pieces where !read(piece, from: &rest, into: &parts) { return false }
    return true
  }

  private func read(
    _ piece: TimePattern.Piece, from rest: inout Cursor, into parts: inout TimeParts
  ) -> Bool {
    switch piece {
    case .optional(let pieces):
      let before = (rest, parts)
      if !read(pieces, from: &rest, into: &parts) { (rest, parts) = before }
      return true
    case .literal(let bytes): return rest.skip(bytes)
    case .oneOf(let bytes): return bytes.contains { rest.skip([$0]) }
    case .space: return rest.skipSpaces() > 0
    case .number(let part, let digits): return read(part, digits, from: &rest, into: &parts)
    case .fraction:
      guard let number = rest.number(of: 1...9) else { return false }
      parts.fraction = (number, rest.lastDigits)
      return true
    case .word(let words, let isMonth):
      guard let index = words.firstIndex(where: { rest.skip($0) }) else { return false }
      if isMonth { parts.month = index + 1 } else { parts.weekday = index + 1 }
      return true
    case .monthName:
      guard let found = months.first(where: { rest.skip($0.name) }) else { return false }
      parts.month = found.month
      _ = rest.skip([UInt8(ascii: ".")])
      return true
    case .weekdayName:
      guard rest.skipLetters() > 0 else { return false }
      _ = rest.skip([UInt8(ascii: ".")])
      return true
    case .dayHalf:
      parts.isAfternoon = rest.isAfternoon()
      return parts.isAfternoon != nil
    case .offset:
      parts.offset = rest.offset()
      return parts.offset != nil
    }
  }

  private func read(
    _ part: TimePattern.Part, _ digits: ClosedRange<Int>, from rest: inout Cursor,
    into parts: inout TimeParts
  ) -> Bool {
    guard let number = rest.number(of: digits) else { return false }
    switch part {
    case .year: parts.year = digits.upperBound > 2 ? number : number + (number < 80 ? 2000 : 1900)
    case .month: parts.month = number
    case .day: parts.day = number
    case .hour, .hourOfHalf: (parts.hourOfDay, parts.hasClock) = (number, true)
    case .minute: parts.minute = number
    case .second: parts.second = number
    }
    return true
  }
}

struct TimeParts {
  var year = 0
  var month = 0
  var day = 0
  /// From 1 for Monday; nil if the text does not say it.
  var weekday: Int?
  var hasClock = false
  var hourOfDay = 0
  var isAfternoon: Bool?
  var minute = 0
  var second = 0
  var fraction = (value: 0, digits: 0)
  /// Minutes east of UTC.
  var offset: Int?

  /// Nil for a day that the month does not have.
  var date: CivilDate? {
    let date = CivilDate(year: year, month: month, day: day)
    return date.parts == (year, month, day) ? date : nil
  }

  /// Nil for 13 PM.
  var hour: Int? {
    guard let isAfternoon else { return hourOfDay }
    return hourOfDay > 12 ? nil : hourOfDay % 12 + (isAfternoon ? 12 : 0)
  }

  var microseconds: Int {
    var (value, digits) = fraction
    while digits > 6 { (value, digits) = (value / 10, digits - 1) }
    while digits < 6 { (value, digits) = (value * 10, digits + 1) }
    return value
  }

  /// As RFC 3339 has it, whose zone is that of the profile if none is told: `2026-10-02T09:01:00`. A date
  /// alone stays one. Nil for 13 PM.
  var dateTime: [UInt8]? {
    guard let hour else { return nil }
    var text: [UInt8] = []
    func write(_ number: Int, digits: Int, after sign: String = "") {
      let number = String(number).utf8
      text += sign.utf8
      text += repeatElement(UInt8(ascii: "0"), count: max(0, digits - number.count))
      text += number
    }
    write(year, digits: 4)
    write(month, digits: 2, after: "-")
    write(day, digits: 2, after: "-")
    guard hasClock else { return text }
    write(hour, digits: 2, after: "T")
    write(minute, digits: 2, after: ":")
    write(second, digits: 2, after: ":")
    if fraction.digits > 0 { write(fraction.value, digits: fraction.digits, after: ".") }
    if let offset {
      write(abs(offset) / 60, digits: 2, after: offset < 0 ? "-" : "+")
      write(abs(offset) % 60, digits: 2, after: ":")
    }
    return text
  }
}

private struct Cursor {
  let text: UnsafeRawBufferPointer
  var position = 0
  /// The digits of the last number.
  var lastDigits = 0

  var isAtEnd: Bool { position == text.count }

  private var next: UInt8? { position < text.count ? text[position] : nil }

  /// Skips spaces, also those that do not break lines, and returns their number.
  @discardableResult
  mutating func skipSpaces() -> Int {
    var count = 0
    while let byte = next {
      if byte == 0x20 || byte == 0x09 {
        position += 1
      } else if !skip([0xC2, 0xA0]) && !skip([0xE2, 0x80, 0xAF]) {
        break
      }
      count += 1
    }
    return count
  }

  mutating func skip(_ bytes: [UInt8]) -> Bool {
    guard text.count - position >= bytes.count else { return false }
    for (index, byte) in bytes.enumerated() where text[position + index] != byte { return false }
    position += bytes.count
    return true
  }

  mutating func skipLetters() -> Int {
    let start = position
    while let byte = next, byte > 0x7F || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A {
      position += 1
    }
    return position - start
  }

  mutating func number(of digits: ClosedRange<Int>) -> Int? {
    var (number, count) = (0, 0)
    while count < digits.upperBound, let byte = next, byte &- 48 < 10 {
      number = number * 10 + Int(byte - 48)
      count += 1
      position += 1
    }
    lastDigits = count
    return digits.contains(count) ? number : nil
  }

  /// Reads `AM`, `pm` or `p.m.`; nil if it is none.
  mutating func isAfternoon() -> Bool? {
    guard let half = next.map({ $0 | 0x20 }), half == UInt8(ascii: "a") || half == UInt8(ascii: "p")
    else { return nil }
    position += 1
    _ = skip([UInt8(ascii: ".")])
    guard skip([UInt8(ascii: "m")]) || skip([UInt8(ascii: "M")]) else { return nil }
    _ = skip([UInt8(ascii: ".")])
    return half == UInt8(ascii: "p")
  }

  private static let utc = ["Z", "z", "UTC", "UT", "GMT"].map { Array($0.utf8) }

  /// Reads minutes east of UTC; nil if it is no offset.
  mutating func offset() -> Int? {
    for name in Self.utc where skip(name) { return 0 }
    guard let sign = next, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    position += 1
    guard let hours = number(of: 2...2), hours < 24 else { return nil }
    let hasMinutes = skip([UInt8(ascii: ":")]) || next.map { $0 &- 48 < 10 } == true
    guard let minutes = hasMinutes ? number(of: 2...2) : 0, minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }
}
