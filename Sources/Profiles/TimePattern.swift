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
    /// `Z`, `UTC`, `GMT`, `+02`, `+0200` or `+02:00`.
    case offset
  }

  package enum Part: Int, Sendable {
    case year, month, day, hour, hourOfHalf, minute, second
  }

  package let pieces: [Piece]

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
