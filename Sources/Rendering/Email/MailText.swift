import Languages
import MailMessages

/// Wraps what the text template gave into lines of a mail.
enum MailText {
  static let columns = 72

  /// Each line of the template is a paragraph: it keeps its indentation and is wrapped at 72 columns.
  static func append(_ rendered: [UInt8], to text: inout FlowedText) {
    for line in rendered.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast()
    {
      if line.elementsEqual("-- ".utf8) {
        text.appendSignatureSeparator()
      } else if line.count <= columns {
        text.appendLine(String(decoding: line, as: UTF8.self))
      } else {
        append(line: line, to: &text)
      }
    }
  }

  private static func append(line: ArraySlice<UInt8>, to text: inout FlowedText) {
    let indent = line.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "*") }.count
    let beginning = String(decoding: line.prefix(indent), as: UTF8.self)
    let rest = String(decoding: line.dropFirst(indent), as: UTF8.self)
    let hanging = String(repeating: " ", count: indent)
    let lines = DisplayWidth.wrapped(rest, columns: columns - indent)
    for (index, line) in lines.enumerated() {
      text.appendLine((index == 0 ? beginning : hanging) + line)
    }
  }
}
