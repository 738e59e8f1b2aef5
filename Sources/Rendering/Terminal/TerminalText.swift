import ByteText
import Foundation
import Languages

/// One line of text that a terminal shows and never executes.
///
/// Line breaks and tabs become one space. Every other control becomes a visible symbol: `␛` (`^[`
/// without UTF-8), and for a C1 control the escape sequence that it means. Bidirectional controls are
/// dropped, and text with right-to-left letters is isolated (FSI … PDI, UAX 9), so that it reorders
/// nothing else. Invisible characters are dropped, except joiners inside emoji and scripts, and so are
/// all marks on one letter after the sixth.
struct TerminalText: Equatable {
  /// Clean, in logical order, not isolated.
  let text: String
  let columns: Int

  init(_ raw: some StringProtocol, _ style: TerminalStyle) {
    let clean = TerminalText.clean(String(raw), isUTF8: style.isUTF8)
    self.init(clean: style.isUTF8 ? clean : ASCIIText.approximation(of: clean))
  }

  /// Keeps trusted text unchanged, including spaces at the ends.
  init(clean: String) {
    text = clean
    columns = DisplayWidth.columns(of: clean)
  }

  /// The text cut to at most `columns` columns, with an ellipsis if anything was cut.
  func cut(to columns: Int, _ style: TerminalStyle) -> TerminalText {
    if self.columns <= columns { return self }
    if style.isUTF8 {
      return TerminalText(clean: DisplayWidth.truncated(text, columns: columns))
    }
    let kept = text.utf8.prefix(max(0, columns - 3)).reversed().drop { $0 == UInt8(ascii: " ") }
    return TerminalText(
      clean: String(decoding: kept.reversed(), as: UTF8.self)
        + String(repeating: ".", count: min(3, max(0, columns))))
  }

  /// The text cut in its middle to at most `columns` columns: `usr_01HX…9f3c`. Ids that begin alike
  /// stay distinct.
  func cutInside(to columns: Int, _ style: TerminalStyle) -> TerminalText {
    let gap = style.isUTF8 ? "…" : "..."
    let room = columns - DisplayWidth.columns(of: gap)
    if self.columns <= columns || room < 2 { return cut(to: columns, style) }
    var head = ""
    var tail: [Character] = []
    var (before, after) = (0, 0)
    for character in text {
      before += DisplayWidth.columns(of: character)
      if before > room - room / 3 { break }
      head.append(character)
    }
    for character in text.reversed() {
      after += DisplayWidth.columns(of: character)
      if after > room / 3 { break }
      tail.append(character)
    }
    return TerminalText(clean: head + gap + String(tail.reversed()))
  }

  /// The text with a sign that more follows, without its last word if there is no room for both.
  func continued(_ columns: Int, _ style: TerminalStyle) -> TerminalText {
    let sign = style.isUTF8 ? " …" : " ..."
    let whole = TerminalText(clean: text + sign)
    if whole.columns <= columns { return whole }
    guard let space = text.lastIndex(of: " ") else { return whole.cut(to: columns, style) }
    return TerminalText(clean: text[..<space] + sign).cut(to: columns, style)
  }

  /// The text in lines of at most `columns` columns.
  func wrapped(_ columns: Int) -> [TerminalText] {
    DisplayWidth.wrapped(text, columns: columns).map(TerminalText.init(clean:))
  }

  /// Appends the text, isolated if necessary.
  func append(to bytes: inout [UInt8]) {
    let isIsolated = text.unicodeScalars.contains { BidiIsolation.isRightToLeft($0.value) }
    if isIsolated { bytes += BidiIsolation.start.utf8 }
    bytes += text.utf8
    if isIsolated { bytes += BidiIsolation.end.utf8 }
  }

  private static func clean(_ raw: String, isUTF8: Bool) -> String {
    // Most texts are printable ASCII with single spaces between their words.
    let isSimple = raw.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    if isSimple, !raw.utf8.starts(with: [0x20]), raw.utf8.last != 0x20, !hasDoubleSpace(raw) {
      return raw
    }
    var cleaner = TerminalCleaner(isUTF8: isUTF8)
    let scalars = Array(raw.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      cleaner.add(scalar, next: next)
    }
    return cleaner.finished()
  }

  private static func hasDoubleSpace(_ raw: String) -> Bool {
    zip(raw.utf8, raw.utf8.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
  }
}

/// Builds a text scalar by scalar from what a terminal may show.
struct TerminalCleaner {
  private static let mostMarks = 6

  private let isUTF8: Bool
  private var output = String.UnicodeScalarView()
  /// The number of marks on the last letter.
  private var marks = 0
  /// A joiner that waits for the scalar after it.
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

  /// Writes the joiner between two letters of a joining script or two emoji; it has no effect
  /// elsewhere.
  private mutating func join(to next: Unicode.Scalar) {
    if let joiner, let last = output.last, !last.isASCII, !next.isASCII { output.append(joiner) }
    joiner = nil
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    join(to: scalar)
    output.append(scalar)
    marks = 0
  }

  /// Adds at most one space in a row, and none at the beginning.
  private mutating func addSpace() {
    if let last = output.last, last != " " { append(" ") }
  }

  private mutating func addControl(_ value: UInt32) {
    switch value {
    case 0x80..<0xA0:
      // ECMA-48 section 5.3: in seven bits, a C1 control is an escape and a letter.
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
    // A space other than U+0020 stays distinct from it, at which lines break.
    default: return .plain
    }
  }
}

/// Text for terminals without UTF-8.
enum ASCIIText {
  /// Replaces letters by their base letters, punctuation by similar ASCII, and any other grapheme by a
  /// question mark.
  static func approximation(of text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    let folded = text.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
    var ascii = ""
    for character in folded {
      if character.isASCII {
        ascii.append(character)
      } else {
        ascii += character.unicodeScalars.first.flatMap { substitutes[$0] } ?? "?"
      }
    }
    return ascii
  }

  private static let substitutes: [Unicode.Scalar: String] = [
    "\u{A0}": " ", "\u{2009}": " ", "\u{202F}": " ", "\u{3000}": " ",
    "‘": "'", "’": "'", "‚": "'", "“": "\"", "”": "\"", "„": "\"", "«": "\"", "»": "\"",
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-", "·": "-", "•": "*", "…": "...",
    "→": "->", "←": "<-", "×": "x", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE",
    "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i", "þ": "th", "ð": "d",
    "€": "EUR", "£": "GBP", "©": "(c)", "®": "(R)", "™": "(TM)", "\u{25CC}": "",
  ]
}
