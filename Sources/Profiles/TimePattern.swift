import ByteText

/// The form of times, in the letters of CLDR's date patterns (UTS 35 part 4): `dd.MM.yyyy HH:mm`.
package struct TimePattern: Hashable, Sendable {
  package enum Piece: Hashable, Sendable {
    case literal([UInt8])
    /// One space or more, of any kind.
    case space
    case number(Part, digits: ClosedRange<Int>)
    /// One to nine digits after the second's point.
    case fraction
    /// In any language of the catalogues, whole or short.
    case monthName
    /// Skipped: the date tells it.
    case weekdayName
    /// AM or PM.
    case dayHalf
    /// `Z`, `UTC`, `UT`, `GMT`, `+02`, `+0200` or `+02:00`.
    case offset
    /// One of these bytes.
    case oneOf([UInt8])
    /// One of these words tells the month, or the day of the week, from 1.
    case word([[UInt8]], isMonth: Bool)
    /// All of these, or nothing.
    indirect case optional([Piece])
  }

  package enum Part: Int, Sendable { case year, month, day, hour, hourOfHalf, minute, second }

  package let pieces: [Piece]

  /// RFC 3339 section 5.6, and what databases print instead of it: a space for the `T`, no seconds,
  /// offsets as `+0000`, `+00`, ` +0530` and ` UTC`, or none; or a date alone.
  package static let dateTime = TimePattern(pieces: [
    .number(.year, digits: 4...4), .literal([0x2D]), .number(.month, digits: 2...2),
    .literal([0x2D]), .number(.day, digits: 2...2),
    .optional(
      [.oneOf(Array("Tt ".utf8))] + clock(fraction: [.optional([.literal([0x2E]), .fraction])])
        + [.optional([.optional([.literal([0x20])]), .offset])]),
  ])

  /// RFC 5322 section 3.3, and HTTP: `Tue, 03 Feb 2026 10:00:00 +0530`. Of zones by letters only those
  /// of UTC are read: others mean different zones to different people.
  package static let mail = TimePattern(
    pieces: [
      .optional([
        .word(MailDateNames.weekdays.map { Array($0.utf8) }, isMonth: false),
        .literal([0x2C, 0x20]),
      ]),
      .number(.day, digits: 1...2), .literal([0x20]),
      .word(MailDateNames.months.map { Array($0.utf8) }, isMonth: true), .literal([0x20]),
      .number(.year, digits: 4...4), .literal([0x20]),
    ] + clock(fraction: []) + [.optional([.literal([0x20]), .offset])])

  /// ISO 8601 section 5.2.2.1, basic format: `20260203`.
  package static let compactDate = TimePattern(pieces: [
    .number(.year, digits: 4...4), .number(.month, digits: 2...2), .number(.day, digits: 2...2),
  ])

  /// `hh:mm` or `hh:mm:ss`.
  private static func clock(fraction: [Piece]) -> [Piece] {
    [
      .number(.hour, digits: 2...2), .literal([0x3A]), .number(.minute, digits: 2...2),
      .optional([.literal([0x3A]), .number(.second, digits: 2...2)] + fraction),
    ]
  }

  private init(pieces: [Piece]) { self.pieces = pieces }

  /// Nil if a letter is unknown or too often repeated, or if year, month or day is missing.
  package init?(_ text: String) {
    var pieces: [Piece] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first == "'" {
        guard let literal = Self.quoted(&rest) else { return nil }
        Self.append(literal, to: &pieces)
      } else if first.isASCII, first.isLetter {
        let run = rest.prefix { $0 == first }
        rest = rest.dropFirst(run.count)
        guard let piece = Self.piece(first, width: run.count, isBeforeDigits: Self.isDigits(rest))
        else { return nil }
        pieces.append(piece)
      } else if first.isWhitespace {
        rest = rest.drop { $0.isWhitespace }
        pieces.append(.space)
      } else {
        // A name may end with a point, whether the pattern says so or not.
        let isAfterName = pieces.last == .monthName || pieces.last == .weekdayName
        if first != "." || !isAfterName { Self.append(String(first), to: &pieces) }
        rest = rest.dropFirst()
      }
    }
    func has(_ part: Part) -> Bool {
      pieces.contains { if case .number(part, _) = $0 { true } else { false } }
    }
    guard has(.year), has(.month) || pieces.contains(.monthName), has(.day) else { return nil }
    self.pieces = pieces
  }

  private static func append(_ literal: String, to pieces: inout [Piece]) {
    guard case .literal(let bytes)? = pieces.last else {
      return pieces.append(.literal(Array(literal.utf8)))
    }
    pieces[pieces.count - 1] = .literal(bytes + literal.utf8)
  }

  /// Takes `'at'`, or `''` for a quote; nil if the quote is not closed.
  private static func quoted(_ rest: inout Substring) -> String? {
    let text = rest.dropFirst().prefix { $0 != "'" }
    guard text.endIndex < rest.endIndex else { return nil }
    rest = rest[rest.index(after: text.endIndex)...]
    return text.isEmpty ? "'" : String(text)
  }

  /// Whether a rest of a pattern begins with digits, so that those before it have a fixed number.
  private static func isDigits(_ rest: Substring) -> Bool {
    guard let first = rest.first else { return false }
    if first == "M" || first == "L" { return rest.prefix { $0 == first }.count < 3 }
    return "yudHkhKmsS".contains(first)
  }

  private static func piece(_ letter: Character, width: Int, isBeforeDigits: Bool) -> Piece? {
    if "dHkhKms".contains(letter), width > 2 { return nil }
    if "yu".contains(letter), width > 4 { return nil }
    let digits = isBeforeDigits ? max(width, 1)...max(width, 1) : 1...2
    return switch letter {
    case "y", "u": .number(.year, digits: width == 2 ? 2...2 : 4...4)
    case "M", "L": width < 3 ? .number(.month, digits: digits) : .monthName
    case "d": .number(.day, digits: digits)
    case "H", "k": .number(.hour, digits: digits)
    case "h", "K": .number(.hourOfHalf, digits: digits)
    case "m": .number(.minute, digits: digits)
    case "s": .number(.second, digits: digits)
    case "S": .fraction
    case "E", "e", "c": .weekdayName
    case "a", "b": .dayHalf
    case "X", "x", "Z": .offset
    default: nil
    }
  }
}
