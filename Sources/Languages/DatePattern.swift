import ByteText

/// A CLDR date pattern (UTS 35 part 4, Date Format Patterns), parsed into fields.
struct DatePattern: Sendable {
  enum Field: Sendable {
    case literal([UInt8])
    case year
    case monthNumber(width: Int)
    case monthShort, monthLong, monthShortAlone, monthLongAlone
    case day(width: Int)
    case weekdayShort, weekdayLong
    /// Also stand for 1...24 and 0...11, which no locale uses.
    case hour24(width: Int)
    case hour12(width: Int)
    case minute
    case second
    case dayHalf
  }

  let fields: [Field]
  let literalCount: Int

  init(_ pattern: String) {
    var fields: [Field] = []
    var literal = ""
    var rest = Substring(pattern)
    while let first = rest.first {
      if first == "'" {
        literal += Self.quoted(&rest)
      } else if first.isASCII, first.isLetter {
        let run = rest.prefix { $0 == first }
        rest = rest.dropFirst(run.count)
        guard let field = Self.field(first, width: run.count) else { continue }
        if !literal.isEmpty { fields.append(.literal(Array(literal.utf8))) }
        literal = ""
        fields.append(field)
      } else {
        // A wide no-break space instead of a narrow one before AM: every font and terminal has it.
        literal.append(first == "\u{202F}" ? "\u{A0}" : first)
        rest = rest.dropFirst()
      }
    }
    if !literal.isEmpty { fields.append(.literal(Array(literal.utf8))) }
    self.fields = fields
    literalCount = fields.reduce(0) {
      if case .literal(let bytes) = $1 { $0 + bytes.count } else { $0 }
    }
  }

  /// Takes `'de'`, or `''` for a quote.
  private static func quoted(_ rest: inout Substring) -> String {
    rest = rest.dropFirst()
    let text = rest.prefix { $0 != "'" }
    rest = rest.dropFirst(text.count + 1)
    return text.isEmpty ? "'" : String(text)
  }

  /// Nil for fields that no template of ours has (eras, quarters).
  private static func field(_ letter: Character, width: Int) -> Field? {
    switch letter {
    case "y", "u", "r": .year
    case "M": width < 3 ? .monthNumber(width: width) : width == 3 ? .monthShort : .monthLong
    case "L":
      width < 3 ? .monthNumber(width: width) : width == 3 ? .monthShortAlone : .monthLongAlone
    case "d": .day(width: width)
    case "E", "c", "e": width == 4 ? .weekdayLong : .weekdayShort
    case "H", "k": .hour24(width: width)
    case "h", "K": .hour12(width: width)
    case "m": .minute
    case "s": .second
    case "a", "b", "B": .dayHalf
    default: nil
    }
  }
}

extension DateWords {
  /// A date in the order of a pattern, followed by the zone's name if given.
  ///
  /// Written on the stack: a growing array took three times as long.
  func format(
    _ pattern: DatePattern, _ date: CivilDate, secondOfDay: Int = 0, zone: String? = nil
  ) -> String {
    var zone = zone
    let longest =
      pattern.literalCount + pattern.fields.count * longestField
      + (zone.map { 1 + $0.utf8.count } ?? 0)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest) { memory in
      var output = DateBytes(memory: memory)
      append(pattern, date, secondOfDay: secondOfDay, to: &output)
      if zone != nil {
        output.append(UInt8(ascii: " "))
        zone?.withUTF8 { output.append($0) }
      }
      return String(decoding: memory[..<output.count], as: UTF8.self)
    }
  }

  private func append(
    _ pattern: DatePattern, _ date: CivilDate, secondOfDay: Int, to output: inout DateBytes
  ) {
    let (year, month, day) = date.parts
    let hour = secondOfDay / 3600
    for field in pattern.fields {
      switch field {
      case .literal(let bytes): output.append(bytes)
      case .year: append(year, width: 1, to: &output)
      case .monthNumber(let width): append(month, width: width, to: &output)
      case .monthShort: output.append(names.monthsShort[month - 1])
      case .monthLong: output.append(names.monthsLong[month - 1])
      case .monthShortAlone: output.append(names.monthsShortAlone[month - 1])
      case .monthLongAlone: output.append(names.monthsLongAlone[month - 1])
      case .day(let width): append(day, width: width, to: &output)
      case .weekdayShort: output.append(names.weekdaysShort[date.weekday % 7])
      case .weekdayLong: output.append(names.weekdaysLong[date.weekday % 7])
      case .hour24(let width): append(hour, width: width, to: &output)
      case .hour12(let width): append((hour + 11) % 12 + 1, width: width, to: &output)
      case .minute: append(secondOfDay / 60 % 60, width: 2, to: &output)
      case .second: append(secondOfDay % 60, width: 2, to: &output)
      case .dayHalf: output.append(hour < 12 ? names.morning : names.afternoon)
      }
    }
  }

  private func append(_ number: Int, width: Int, to output: inout DateBytes) {
    if numbers.digits.count == 10, number >= 0, number < 100 {
      if number >= 10 || width > 1 { output.append(numbers.digits[number / 10]) }
      return output.append(numbers.digits[number % 10])
    }
    var bytes: [UInt8] = []
    numbers.append(number, grouped: false, width: width, to: &bytes)
    output.append(bytes)
  }
}

/// A buffer of fixed length; what does not fit is dropped.
private struct DateBytes {
  let memory: UnsafeMutableBufferPointer<UInt8>
  var count = 0

  mutating func append(_ byte: UInt8) {
    guard count < memory.count else { return }
    memory[count] = byte
    count += 1
  }

  mutating func append(_ bytes: some Sequence<UInt8>) { for byte in bytes { append(byte) } }
}
