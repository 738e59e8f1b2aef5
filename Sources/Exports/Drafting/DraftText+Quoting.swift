import ByteText

/// Writes the texts of others so that they end no comment and no value.
extension DraftText {
  /// A value in a comment: one line without controls, cut.
  static func sample(_ text: String) -> String {
    let line = VisibleText.line(
      text.count > longestSample ? text.prefix(longestSample) + "…" : text)
    return comment(line)
  }

  /// Text that ends no comment.
  package static func comment(_ text: String) -> String {
    VisibleText.line(text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  /// The text with an escape for each character that YAML allows nowhere; all of them are in quotes
  /// or comments.
  package static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if isUnprintable(scalar) {
        result += "\\u" + String(scalar.value, radix: 16, uppercase: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    [0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
  }

  /// A text as YAML: plain where that is safe, else in quotes.
  static func quoted(_ text: String) -> String {
    let isPlain =
      text.utf8.first.map { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
      ?? false
      && text.utf8.allSatisfy {
        $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")
          || $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") || "_.-".utf8.contains($0)
      }
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    if isPlain, !words.contains(text.lowercased()) { return text }
    var bytes: [UInt8] = []
    JSONEscape.appendString(Array(text.utf8), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
