/// Makes text from files and records safe to print.
package enum VisibleText {
  /// The text with every control, format and bidirectional character shown as `\u{1B}`, so that a
  /// file name or a value cannot control the terminal or hide text.
  package static func line(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
        line += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// The same of several lines, each of which ends with a line feed.
  package static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line(String($0)) + "\n" }.joined()
  }

  /// Whether `line` would leave the text unchanged.
  package static func isVisible(_ text: String) -> Bool { line(text).utf8.elementsEqual(text.utf8) }
}
