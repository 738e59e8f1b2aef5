/// Words of files and records on their way into a line for the engineer.
enum VisibleText {
  /// The text with every control and bidirectional character shown as `\u{1B}`, so that a name of a
  /// file or a value of a record cannot steer the terminal or hide what it says.
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

  /// Whether nothing in the text would have to be shown otherwise.
  static func isVisible(_ text: String) -> Bool { line(text).utf8.elementsEqual(text.utf8) }
}
