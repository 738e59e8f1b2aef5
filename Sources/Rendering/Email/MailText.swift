import Languages
import MailMessages

/// Puts what the text template gave into lines of a mail, in `format=flowed` (RFC 3676).
enum MailText {
  /// A line that flows into the next has one blank more.
  static let columns = 71

  /// Each line of the template is a paragraph; one that is too long flows, so that a narrow screen
  /// can wrap it anew.
  static func append(_ rendered: [UInt8], to text: inout FlowedText) {
    rendered.withUnsafeBufferPointer {
      text.append(paragraphs: $0, longest: columns) { wrap($0, into: &$1) }
    }
  }

  /// A line break that took the place of a blank flows; one between two Chinese characters, or inside
  /// a word without end, does not: joining would put a blank there.
  private static func wrap(_ paragraph: UnsafeBufferPointer<UInt8>, into text: inout FlowedText) {
    var previous: Range<Int>?
    DisplayWidth.forEachLine(
      of: paragraph, columns: columns, longWords: { holdsURL(paragraph) ? .kept : .broken },
      each: { line in
        if let previous {
          let flows = paragraph[previous.upperBound] == UInt8(ascii: " ")
          text.appendLine(clean: UnsafeBufferPointer(rebasing: paragraph[previous]), flows: flows)
        }
        previous = line
      })
    if let previous {
      text.appendLine(clean: UnsafeBufferPointer(rebasing: paragraph[previous]), flows: false)
    }
  }

  /// An address keeps its length: a broken one leads nowhere.
  private static func holdsURL(_ paragraph: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = paragraph[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = rest[(colon + 1)...]
      if rest.starts(with: "//".utf8) { return true }
    }
    return false
  }
}
