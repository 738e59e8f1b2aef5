import Languages
import MailMessages

/// Puts what the text template gave into lines of a mail, in `format=flowed` (RFC 3676).
enum MailText {
  /// A line that flows into the next has one blank more.
  static let columns = 71

  /// Each line of the template is a paragraph; one that is too long flows, so that a narrow screen
  /// can wrap it anew.
  static func append(_ rendered: [UInt8], to text: inout FlowedText) {
    for line in rendered.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast()
    {
      if line.elementsEqual("-- ".utf8) {
        text.appendSignatureSeparator()
      } else if line.count <= columns {
        text.appendLine(String(decoding: line, as: UTF8.self))
      } else {
        append(paragraph: String(decoding: line, as: UTF8.self), to: &text)
      }
    }
  }

  /// A line break that took the place of a blank flows; one between two Chinese characters, or inside
  /// a word without end, does not: joining would put a blank there.
  private static func append(paragraph: String, to text: inout FlowedText) {
    let lines = DisplayWidth.wrapped(
      paragraph, columns: columns, longWords: holdsURL(paragraph) ? .kept : .broken)
    var rest = paragraph.utf8[...]
    var flowing: [String] = []
    for line in lines {
      while !rest.isEmpty, !rest.starts(with: line.utf8) { rest.removeFirst() }
      let isFlow =
        rest.startIndex > paragraph.startIndex
        && paragraph.utf8[paragraph.utf8.index(before: rest.startIndex)] == UInt8(ascii: " ")
      if !isFlow { emit(&flowing, to: &text) }
      flowing.append(line)
      rest = rest.dropFirst(line.utf8.count)
    }
    emit(&flowing, to: &text)
  }

  private static func emit(_ lines: inout [String], to text: inout FlowedText) {
    text.appendParagraph(lines)
    lines.removeAll()
  }

  /// An address keeps its length: a broken one leads nowhere.
  private static func holdsURL(_ paragraph: String) -> Bool { paragraph.contains("://") }
}
