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
    let columns = max(1, columns)
    if let length = asciiColumns(text) {
      return length <= columns ? [text] : wrappedASCII(Array(text.utf8), columns, longWords)
    }
    return paragraphs(text).flatMap { paragraph -> [String] in
      if self.columns(of: paragraph) <= columns { return [String(paragraph)] }
      var lines = LineBuilder(columns: columns, longWords: longWords)
      for word in Word.cut(paragraph) { lines.add(word) }
      return lines.finished()
    }
  }

  /// The text at its line breaks; looked for among bytes first, as most texts have none.
  private static func paragraphs(_ text: String) -> [Substring] {
    let mayBreak = text.utf8.contains { (0x0A...0x0D).contains($0) || $0 == 0xC2 || $0 == 0xE2 }
    if !mayBreak { return [text[...]] }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  /// As `wrapped`, for printable ASCII: a byte is a column.
  private static func wrappedASCII(
    _ text: [UInt8], _ columns: Int, _ longWords: LongWords
  ) -> [String] {
    var lines: [String] = []
    func emit(_ range: Range<Int>) { lines.append(String(decoding: text[range], as: UTF8.self)) }
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
      emit(start..<end)
      start = text[end...].firstIndex { $0 != space } ?? text.count
    }
    if start < text.count || lines.isEmpty { emit(start..<text.count) }
    return lines
  }
}
