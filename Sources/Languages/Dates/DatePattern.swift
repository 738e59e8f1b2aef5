/// A date pattern of CLDR (UTS 35 part 4, Date Format Patterns), cut into fields once.
struct DatePattern: Sendable {
  enum Field: Sendable {
    case literal([UInt8])
    case year
    case monthNumber(width: Int)
    case monthShort, monthLong, monthShortAlone, monthLongAlone
    case day(width: Int)
    case weekdayShort, weekdayLong
    /// 0...23 and 1...12; 1...24 and 0...11 are used nowhere and taken for these.
    case hour24(width: Int)
    case hour12(width: Int)
    case minute
    case second
    case dayHalf
  }

  let fields: [Field]
  /// The bytes of all literals.
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
        // A narrow no-break space before AM: a plain one is found in every font and terminal.
        literal.append(first == "\u{202F}" || first == "\u{00A0}" ? " " : first)
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

  /// Nil for fields that no template of ours asks for (eras, quarters).
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
