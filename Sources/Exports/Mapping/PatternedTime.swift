import ByteText
import Languages
import Profiles

/// Reads times of one form, and writes them as RFC 3339 has them: `02.10.2026 09:01` is
/// `2026-10-02T09:01:00`, whose zone is that of the profile. A date alone stays one.
///
/// Compiled once for a profile; a record costs one walk over the few bytes of its time.
struct PatternedTime: Sendable {
  private let pieces: [TimePattern.Piece]
  private let months: [(name: [UInt8], month: Int)]
  private let hasTime: Bool

  /// The most bytes that are written: `YYYY-MM-DDThh:mm:ss.fffffffff+hh:mm`.
  static let longest = 40

  init(_ pattern: TimePattern) {
    pieces = pattern.pieces
    months = pieces.contains(.monthName) ? MonthNames.all : []
    hasTime = pieces.contains {
      if case .number(.hour, _) = $0 { return true }
      if case .number(.hourOfHalf, _) = $0 { return true }
      return false
    }
  }

  /// Writes a time into `output`, which has room for `longest` bytes; returns how many it wrote, nil
  /// if the text has another form.
  func write(
    _ text: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer
  ) -> Int? {
    var parts = Parts()
    var rest = Cursor(text)
    rest.skipSpaces()
    for piece in pieces where !read(piece, from: &rest, &parts) { return nil }
    rest.skipSpaces()
    guard rest.isAtEnd, let hour = parts.hour else { return nil }
    var writer = DigitWriter(output)
    writer.write(parts.year, digits: 4)
    writer.write(parts.month, digits: 2, after: "-")
    writer.write(parts.day, digits: 2, after: "-")
    guard hasTime else { return writer.count }
    writer.write(hour, digits: 2, after: "T")
    writer.write(parts.minute, digits: 2, after: ":")
    writer.write(parts.second, digits: 2, after: ":")
    if parts.fraction.digits > 0 {
      writer.write(parts.fraction.value, digits: parts.fraction.digits, after: ".")
    }
    if let offset = parts.offset {
      writer.write(abs(offset) / 60, digits: 2, after: offset < 0 ? "-" : "+")
      writer.write(abs(offset) % 60, digits: 2, after: ":")
    }
    return writer.count
  }

  /// What was read of a time.
  private struct Parts {
    var year = 0
    var month = 0
    var day = 0
    var hourOfDay = 0
    var isAfternoon: Bool?
    var minute = 0
    var second = 0
    var fraction = (value: 0, digits: 0)
    /// Minutes east of UTC.
    var offset: Int?

    /// Nil for 13 PM.
    var hour: Int? {
      guard let isAfternoon else { return hourOfDay }
      return hourOfDay > 12 ? nil : hourOfDay % 12 + (isAfternoon ? 12 : 0)
    }
  }

  private func read(
    _ piece: TimePattern.Piece, from rest: inout Cursor, _ parts: inout Parts
  ) -> Bool {
    switch piece {
    case .literal(let bytes): return rest.skip(bytes)
    case .space: return rest.skipSpaces() > 0
    case .number(let part, let digits):
      guard let number = rest.number(of: digits) else { return false }
      switch part {
      case .year: parts.year = digits.upperBound > 2 ? number : number + (number < 80 ? 2000 : 1900)
      case .month: parts.month = number
      case .day: parts.day = number
      case .hour, .hourOfHalf: parts.hourOfDay = number
      case .minute: parts.minute = number
      case .second: parts.second = number
      }
      return true
    case .fraction:
      guard let number = rest.number(of: 1...9) else { return false }
      parts.fraction = (number, rest.lastDigits)
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
}

/// A place in the text of a time.
private struct Cursor {
  private let text: UnsafeRawBufferPointer
  private var position = 0
  /// The digits of the last number.
  private(set) var lastDigits = 0

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

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

  /// Reads minutes east of UTC; nil if it is no offset.
  mutating func offset() -> Int? {
    if skip([UInt8(ascii: "Z")]) || skip(Array("UTC".utf8)) || skip(Array("GMT".utf8)) { return 0 }
    guard let sign = next, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    position += 1
    guard let hours = number(of: 2...2), hours < 24 else { return nil }
    _ = skip([UInt8(ascii: ":")])
    let minutes = next.map { $0 &- 48 < 10 } == true ? number(of: 2...2) : 0
    guard let minutes, minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }
}

/// Writes numbers with leading zeros.
private struct DigitWriter {
  private let output: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(_ output: UnsafeMutableRawBufferPointer) { self.output = output }

  mutating func write(_ number: Int, digits: Int, after sign: Unicode.Scalar? = nil) {
    if let sign {
      output[count] = UInt8(ascii: sign)
      count += 1
    }
    var number = number
    for index in stride(from: count + digits - 1, through: count, by: -1) {
      output[index] = UInt8(48 + number % 10)
      number /= 10
    }
    count += digits
  }
}
