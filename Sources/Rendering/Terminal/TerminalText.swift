import Languages

/// A text of one line that a terminal only shows, and never obeys.
///
/// Line breaks and tabs become one space; every other control becomes a visible symbol: `␛` (`^[`
/// where there is no UTF-8), a C1 control as the escape sequence that it stands for. Bidirectional
/// controls are dropped, and a text of right-to-left letters is isolated (FSI … PDI, UAX 9) so that it
/// moves nothing around it. What nobody can see is dropped, but for joiners inside emoji and scripts;
/// of marks on one letter six are kept.
struct TerminalText: Equatable {
  /// Clean, in logical order, not isolated.
  let text: String
  let columns: Int

  init(_ raw: some StringProtocol, _ style: TerminalStyle) {
    let clean = TerminalText.clean(String(raw), isUTF8: style.isUTF8)
    self.init(clean: style.isUTF8 ? clean : ASCIIText.approximation(of: clean))
  }

  /// Words and signs of our own, kept as they are, spaces at the ends too.
  init(clean: String) {
    text = clean
    columns = DisplayWidth.columns(of: clean)
  }

  /// At most `columns` columns, with an ellipsis where something was cut.
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

  /// In lines of at most `columns` columns.
  func wrapped(_ columns: Int) -> [TerminalText] {
    DisplayWidth.wrapped(text, columns: columns).map(TerminalText.init(clean:))
  }

  /// Appends the text, isolated where it needs to be.
  func append(to bytes: inout [UInt8]) {
    guard text.unicodeScalars.contains(where: TerminalText.isRightToLeft) else {
      bytes += text.utf8
      return
    }
    bytes += "\u{2068}".utf8
    bytes += text.utf8
    bytes += "\u{2069}".utf8
  }

  /// Letters of Hebrew, Arabic and their kin.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
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
