import Languages
import MailMessages

/// Puts what the text template gave into lines of a mail, in `format=flowed` (RFC 3676).
enum MailText {
  /// A line that flows into the next has one blank more.
  static let columns = 71

  /// Each line of the template is a paragraph; one that is too long flows, so that a narrow screen
  /// can wrap it anew.
  static func append(_ rendered: [UInt8], to text: inout FlowedText) {
    var start = 0
    while let end = rendered[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = rendered[start..<end]
      if line.count <= columns {
        if line.elementsEqual("-- ".utf8) {
          text.appendSignatureSeparator()
        } else {
          text.appendLine(utf8: line)
        }
      } else if isASCII(line) {
        append(ascii: line, to: &text)
      } else {
        append(paragraph: line, to: &text)
      }
      start = end + 1
    }
  }

  private static func isASCII(_ line: ArraySlice<UInt8>) -> Bool {
    var union: UInt8 = 0
    for byte in line { union |= byte }
    return union < 0x80
  }

  /// Where a byte is a column; breaks where `DisplayWidth.wrapped` would.
  private static func append(ascii line: ArraySlice<UInt8>, to text: inout FlowedText) {
    let space = UInt8(ascii: " ")
    let keepsWords = holdsURL(line)
    var start = line.startIndex
    while line.endIndex - start > columns {
      var end = start + columns
      while end > start, line[end] != space { end -= 1 }
      if end == start {
        end = keepsWords ? line[start...].firstIndex(of: space) ?? line.endIndex : start + columns
      }
      let next = line[end...].firstIndex { $0 != space } ?? line.endIndex
      text.appendLine(utf8: line[start..<end], flows: next > end && next < line.endIndex)
      start = next
    }
    if start < line.endIndex { text.appendLine(utf8: line[start...]) }
  }

  /// A line break that took the place of a blank flows; one between two Chinese characters, or inside
  /// a word without end, does not: joining would put a blank there.
  private static func append(paragraph: ArraySlice<UInt8>, to text: inout FlowedText) {
    let lines = paragraph.withUnsafeBufferPointer {
      DisplayWidth.lines(
        of: $0, columns: columns, longWords: holdsURL(paragraph) ? .kept : .broken)
    }
    let start = paragraph.startIndex
    for (index, line) in lines.enumerated() {
      let end = start + line.upperBound
      let flows =
        index + 1 < lines.count && end < paragraph.endIndex
        && paragraph[end] == UInt8(ascii: " ")
      text.appendLine(utf8: paragraph[start + line.lowerBound..<end], flows: flows)
    }
  }

  /// An address keeps its length: a broken one leads nowhere.
  private static func holdsURL(_ paragraph: ArraySlice<UInt8>) -> Bool {
    var rest = paragraph
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = rest[(colon + 1)...]
      if rest.starts(with: "//".utf8) { return true }
    }
    return false
  }
}
