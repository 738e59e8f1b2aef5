extension DisplayWidth {
  /// What becomes of a word that is longer than a line.
  package enum LongWords: Sendable {
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
  package static func wrapped(
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
  package static func lines(
    of utf8: UnsafeBufferPointer<UInt8>, columns: Int, longWords: LongWords = .broken
  ) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    forEachLine(
      of: utf8, columns: columns, longWords: { longWords }, each: { lines.append($0) })
    return lines
  }

  /// Hands `each` of the same ranges over, one after the other; `longWords` is asked where a word may be
  /// longer than a line.
  package static func forEachLine(
    of utf8: UnsafeBufferPointer<UInt8>, columns: Int, longWords: () -> LongWords,
    each body: (Range<Int>) -> Void
  ) {
    let columns = max(1, columns)
    if utf8.isPrintableASCII {
      if utf8.count <= columns { return body(utf8.indices) }
      return wrap(ascii: utf8, columns, longWords, body)
    }
    var stream = LineStream(utf8, columns: columns)
    if stream.run(longWords: longWords, body) { return }
    var start = stream.start
    var isBegun = stream.isBroken
    let longWords = longWords()
    var index = start
    while index < utf8.count {
      let length = utf8.lineBreak(at: index)
      if length > 0 {
        wrap(start..<index, of: utf8, columns, longWords, isBegun: isBegun, body)
        isBegun = false
        start = index + length
      }
      index += max(1, length)
    }
    wrap(start..<utf8.count, of: utf8, columns, longWords, isBegun: isBegun, body)
  }

  /// Wraps a paragraph, or what is left of one whose first lines were handed out.
  private static func wrap(
    _ paragraph: Range<Int>, of utf8: WidthBytes, _ columns: Int, _ longWords: LongWords,
    isBegun: Bool, _ body: (Range<Int>) -> Void
  ) {
    let text = utf8[bytes: paragraph]
    let (sum, joins) = measure(text)
    if !isBegun, (joins ? self.columns(of: text) : sum) <= columns { return body(paragraph) }
    var builder = LineBuilder(text, joins: joins, columns: columns, longWords: longWords)
    Word.forEach(in: text, joins: joins) { builder.add($0) }
    let start = paragraph.lowerBound
    for line in builder.finished() { body(start + line.lowerBound..<start + line.upperBound) }
  }

  /// Wraps printable ASCII, where a byte is a column.
  private static func wrap(
    ascii text: WidthBytes, _ columns: Int, _ longWords: () -> LongWords,
    _ body: (Range<Int>) -> Void
  ) {
    let space = UInt8(ascii: " ")
    var start = 0
    while text.count - start > columns {
      var end = start + columns
      // The last space at which the line fits; the spaces a text begins with are no break.
      while end > start, text[end] != space { end -= 1 }
      while end > start, text[end - 1] == space { end -= 1 }
      if end == start {
        let word = text[start...].firstIndex { $0 != space } ?? text.count
        switch longWords() {
        case .broken: end = start + columns
        case .kept: end = text[word...].firstIndex(of: space) ?? text.count
        }
      }
      body(start..<end)
      start = end
      while start < text.count, text[start] == space { start += 1 }
    }
    if start < text.count { body(start..<text.count) }
  }
}
