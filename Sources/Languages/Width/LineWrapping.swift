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
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .flatMap { paragraph -> [String] in
        if self.columns(of: paragraph) <= columns { return [String(paragraph)] }
        var lines = LineBuilder(columns: columns, longWords: longWords)
        for word in Words.cut(paragraph) { lines.add(word) }
        return lines.finished()
      }
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

  /// A run of text that stays on one line, and the spaces before it.
  private struct Word {
    var spaces: Int
    var text: Substring
    var columns: Int
  }

  private enum Words {
    /// Cuts a text where a line may break.
    static func cut(_ text: Substring) -> [Word] {
      var words: [Word] = []
      var start = text.startIndex
      var spaces = 0
      var columns = 0
      var before: (character: Character, columns: Int)?
      func finish(at end: Substring.Index) {
        if start < end {
          words.append(Word(spaces: spaces, text: text[start..<end], columns: columns))
          spaces = 0
        }
        columns = 0
        start = end
      }
      for index in text.indices {
        let character = text[index]
        let width = DisplayWidth.columns(of: character)
        if character == " " {
          finish(at: index)
          spaces += 1
          start = text.index(after: index)
          before = nil
          continue
        }
        if let before, LineBreak.isAllowed(between: before, and: (character, width)) {
          finish(at: index)
        }
        columns += width
        before = (character, width)
      }
      finish(at: text.endIndex)
      return words
    }
  }

  private struct LineBuilder {
    let columns: Int
    let longWords: LongWords
    private var lines: [String] = []
    private var line = ""
    private var used = 0

    init(columns: Int, longWords: LongWords) {
      self.columns = columns
      self.longWords = longWords
    }

    mutating func add(_ word: Word) {
      if used > 0, used + word.spaces + word.columns > columns {
        endLine()
      } else if used > 0 || lines.isEmpty {
        // The spaces that a text begins with stay; those at a break go.
        let isCut = used == 0 && longWords == .broken
        let spaces = isCut ? min(word.spaces, columns) : word.spaces
        line += String(repeating: " ", count: spaces)
        used += spaces
      }
      switch longWords {
      case .kept:
        line += word.text
        used += word.columns
      case .broken:
        for character in word.text { add(character) }
      }
    }

    private mutating func add(_ character: Character) {
      let width = DisplayWidth.columns(of: character)
      if used > 0, used + width > columns { endLine() }
      line.append(character)
      used += width
    }

    private mutating func endLine() {
      lines.append(line)
      line = ""
      used = 0
    }

    mutating func finished() -> [String] {
      if !line.isEmpty || lines.isEmpty { endLine() }
      return lines
    }
  }
}

/// Where a line may break between two graphemes without a space.
private enum LineBreak {
  /// Punctuation that never begins a line, and that never ends one (UAX 14, classes CL, NS and OP).
  private static let closing: Set<Character> = Set(
    "、。，．・：；？！ー）〕］｝〉》」』】〙〗〟’”…‥々ゝゞヽヾぁぃぅぇぉっゃゅょァィゥェォッャュョ")
  private static let opening: Set<Character> = Set("（〔［｛〈《「『【〘〖〝‘“")

  static func isAllowed(
    between before: (character: Character, columns: Int),
    and after: (character: Character, columns: Int)
  ) -> Bool {
    guard before.columns == 2 || after.columns == 2 else { return false }
    if closing.contains(after.character) || opening.contains(before.character) { return false }
    // ASCII punctuation stays with the wide character it belongs to.
    return !(after.character.isASCII && after.character.isPunctuation)
      && !(before.character.isASCII && before.character.isPunctuation)
  }
}
