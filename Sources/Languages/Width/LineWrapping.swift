extension DisplayWidth {
  /// What becomes of a word that is longer than a line.
  public enum LongWords: Sendable {
    /// It goes on in the next line.
    case broken
    /// It stands in a line of its own that is too long, as an address must.
    case kept
  }

  /// The text in lines of at most `columns` columns, without the spaces at which it was broken; line
  /// breaks of the text stay. Never empty.
  ///
  /// A line may break at a space, and between two graphemes of which one is wide (Chinese, Japanese,
  /// Korean; after UAX 14, but for closing and opening punctuation).
  public static func wrapped(
    _ text: String, columns: Int, longWords: LongWords = .broken
  ) -> [String] {
    var text = text
    return text.withUTF8 { utf8 in
      lines(of: utf8, columns: columns, longWords: longWords).map {
        String(decoding: utf8[bytes: $0], as: UTF8.self)
      }
    }
  }

  /// The same lines as ranges of the text's UTF-8, for what copies them on as bytes.
  public static func lines(
    of utf8: UnsafeBufferPointer<UInt8>, columns: Int, longWords: LongWords = .broken
  ) -> [Range<Int>] {
    let columns = max(1, columns)
    if isPrintableASCII(utf8) {
      return utf8.count <= columns ? [utf8.indices] : asciiLines(of: utf8, columns, longWords)
    }
    var lines: [Range<Int>] = []
    var start = 0
    var index = 0
    while index < utf8.count {
      let length = utf8.lineBreak(at: index)
      if length > 0 {
        append(start..<index, of: utf8, columns, longWords, to: &lines)
        start = index + length
      }
      index += max(1, length)
    }
    append(start..<utf8.count, of: utf8, columns, longWords, to: &lines)
    return lines
  }

  /// Appends the lines of a paragraph.
  private static func append(
    _ paragraph: Range<Int>, of utf8: WidthBytes, _ columns: Int, _ longWords: LongWords,
    to lines: inout [Range<Int>]
  ) {
    let text = utf8[bytes: paragraph]
    let (sum, joins) = measure(text)
    if (joins ? self.columns(of: text) : sum) <= columns { return lines.append(paragraph) }
    var builder = LineBuilder(text, joins: joins, columns: columns, longWords: longWords)
    Word.forEach(in: text, joins: joins) { builder.add($0) }
    let start = paragraph.lowerBound
    lines += builder.finished().map { start + $0.lowerBound..<start + $0.upperBound }
  }

  /// As `lines`, for printable ASCII: a byte is a column.
  private static func asciiLines(
    of text: WidthBytes, _ columns: Int, _ longWords: LongWords
  ) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    let space = UInt8(ascii: " ")
    var start = 0
    while text.count - start > columns {
      var end = start + columns
      // The last space at which the line fits; the spaces a text begins with are no break.
      while end > start, text[end] != space { end -= 1 }
      while end > start, text[end - 1] == space { end -= 1 }
      if end == start {
        let word = text[start...].firstIndex { $0 != space } ?? text.count
        switch longWords {
        case .broken: end = start + columns
        case .kept: end = text[word...].firstIndex(of: space) ?? text.count
        }
      }
      lines.append(start..<end)
      start = text[end...].firstIndex { $0 != space } ?? text.count
    }
    if start < text.count || lines.isEmpty { lines.append(start..<text.count) }
    return lines
  }
}
