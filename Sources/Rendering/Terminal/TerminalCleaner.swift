import ByteText

/// Takes a text scalar by scalar and keeps what a terminal may show.
struct TerminalCleaner {
  private static let mostMarks = 6

  private let isUTF8: Bool
  private var output = String.UnicodeScalarView()
  /// How many marks the last letter has.
  private var marks = 0
  /// A joiner that is written once it is known what follows it.
  private var joiner: Unicode.Scalar?

  init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

  mutating func add(_ scalar: Unicode.Scalar, next: Unicode.Scalar?) {
    switch TerminalCleaner.kind(of: scalar) {
    case .plain: append(scalar)
    case .space: addSpace()
    case .carriageReturn:
      if next == "\n" { addSpace() } else { addControl(0x0D) }
    case .control: addControl(scalar.value)
    case .invisible: break
    case .joiner: joiner = scalar
    case .mark:
      if output.isEmpty || output.last == " " { output.append("\u{25CC}") }
      marks += 1
      if marks <= TerminalCleaner.mostMarks {
        join(to: scalar)
        output.append(scalar)
      }
    case .unreadable: append("\u{FFFD}")
    }
  }

  /// The text without spaces at its ends.
  func finished() -> String {
    var text = output
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// Writes a joiner between two letters of a script that joins, or two emoji; nowhere else does it do
  /// anything.
  private mutating func join(to next: Unicode.Scalar) {
    if let joiner, let last = output.last, !last.isASCII, !next.isASCII { output.append(joiner) }
    joiner = nil
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    join(to: scalar)
    output.append(scalar)
    marks = 0
  }

  /// One space for several, none at the beginning.
  private mutating func addSpace() {
    if let last = output.last, last != " " { append(" ") }
  }

  private mutating func addControl(_ value: UInt32) {
    switch value {
    case 0x80..<0xA0:
      // ECMA-48 section 5.3: in seven bits a C1 control is an escape and a letter.
      addControl(0x1B)
      if let letter = Unicode.Scalar(value - 0x40) { append(letter) }
    case 0x7F: isUTF8 ? append("\u{2421}") : appendCaret("?")
    default:
      if isUTF8 {
        if let picture = Unicode.Scalar(0x2400 + value) { append(picture) }
      } else if let letter = Unicode.Scalar(value + 0x40) {
        appendCaret(letter)
      }
    }
  }

  private mutating func appendCaret(_ letter: Unicode.Scalar) {
    append("^")
    append(letter)
  }

  private enum Kind {
    case plain, space, carriageReturn, control, invisible, joiner, mark, unreadable
  }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x09, 0x0A, 0x20, 0x85, 0x2028, 0x2029: .space
    case 0x0D: .carriageReturn
    case 0x00..<0x20, 0x7F..<0xA0: .control
    case 0x20..<0x7F: .plain
    case 0x200C, 0x200D: .joiner
    case 0xFE0E, 0xFE0F: .mark
    // Soft hyphen, grapheme joiner, Hangul and Khmer fillers, Mongolian separators.
    case 0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x3164, 0xFFA0: .invisible
    default: kindByProperty(scalar)
    }
  }

  private static func kindByProperty(_ scalar: Unicode.Scalar) -> Kind {
    let properties = scalar.properties
    if properties.isNoncharacterCodePoint { return .unreadable }
    // Zero-width spaces, bidirectional controls, tags, variation selectors, interlinear anchors.
    if properties.isDefaultIgnorableCodePoint { return .invisible }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return .mark
    case .format: return scalar.value < 0x900 || scalar.value >= 0x11000 ? .plain : .invisible
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return .invisible
    case .spaceSeparator:
      // Kept apart from the space at which lines break: a no-break space stays one.
      return .plain
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .spacingMark, .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation,
      .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol,
      .otherSymbol, .privateUse, .unassigned:
      return .plain
    @unknown default: return .unreadable
    }
  }
}
