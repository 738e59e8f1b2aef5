import ByteText

/// Writes the texts of others so that they end no comment and no value.
extension DraftText {
  private static let longestSample = 40

  /// A value in a comment: one line without controls, cut.
  static func sample(_ text: String) -> String {
    comment(text.count > longestSample ? text.prefix(longestSample) + "…" : text)
  }

  /// Text that ends no comment.
  package static func comment(_ text: String) -> String {
    VisibleText.line(text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  /// The text with an escape for each character that YAML allows nowhere; all of them are in quotes
  /// or comments.
  package static func printable(_ text: String) -> String {
    var result = text
    for code: UInt32 in [0xFEFF, 0xFFFE, 0xFFFF] {
      guard let scalar = Unicode.Scalar(code) else { continue }
      result = result.replacing(
        String(scalar), with: "\\u" + String(code, radix: 16, uppercase: true))
    }
    return result
  }

  /// A text as YAML: plain where that is safe, else in quotes.
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.enumerated().allSatisfy { place, byte in
      97...122 ~= byte | 0x20 || place > 0 && (48...57 ~= byte || "_.-".utf8.contains(byte))
    }
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    if isPlain, !text.isEmpty, !words.contains(text.lowercased()) { return text }
    var bytes: [UInt8] = []
    JSONEscape.appendString(Array(text.utf8), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
