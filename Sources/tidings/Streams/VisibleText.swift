/// Makes text from files and records safe to print.
enum VisibleText {
  /// The text with every control, format and bidirectional character shown as `\u{1B}`, so that a
  /// file name or a value cannot control the terminal or hide text.
  static func line(_ text: String) -> String {
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

  /// Whether `line` would leave the text unchanged.
  static func isVisible(_ text: String) -> Bool { line(text).utf8.elementsEqual(text.utf8) }
}
