import ByteText

extension DisplayWidth {
  /// What to do with a word longer than a line.
  package enum LongWords: Sendable {
    /// It continues on the next line.
    case broken
    /// It gets a line of its own, as an address must.
    case kept
  }

  /// The text in lines of at most `columns` columns, at least one, without the spaces at the
  /// breaks; line breaks of the text stay.
  ///
  /// A line may break at a space and beside a wide grapheme (Chinese, Japanese, Korean), except at
  /// closing and opening punctuation (UAX 14).
  package static func wrapped(
    _ text: String, columns: Int, longWords: LongWords = .broken
  ) -> [String] {
    var text = text
    return text.withUTF8 { utf8 in
      var lines: [String] = []
      forEachLine(of: utf8, columns: columns, longWords: { longWords }) {
        lines.append(String(decoding: utf8[bytes: $0], as: UTF8.self))
      }
      return lines
    }
  }

  /// Calls `body` with the range of each line; calls `longWords` if a word may be longer than a
  /// line.
  package static func forEachLine(
    of utf8: UnsafeBufferPointer<UInt8>, columns: Int, longWords: () -> LongWords,
    each body: (Range<Int>) -> Void
  ) {
    let columns = max(1, columns)
    if utf8.isPrintableASCII {
      if utf8.count <= columns { return body(utf8.indices) }
      return wrap(ascii: utf8, columns, longWords, body: body)
    }
    var stream = LineStream(utf8, columns: columns)
    if stream.run(longWords: longWords, body) { return }
    var start = stream.start
    var isBegun = stream.isBroken
    let longWords = longWords()
    var index = start
    while index < utf8.count {
      let length = ScalarBytes.lineBreak(utf8, at: index)
      if length > 0 {
        wrap(start..<index, of: utf8, columns, longWords: longWords, isBegun: isBegun, body: body)
        isBegun = false
        start = index + length
      }
      index += max(1, length)
    }
    wrap(start..<utf8.count, of: utf8, columns, longWords: longWords, isBegun: isBegun, body: body)
  }

  /// Wraps a paragraph, or the rest of one if `isBegun`.
  private static func wrap(
    _ paragraph: Range<Int>, of utf8: WidthBytes, _ columns: Int, longWords: LongWords,
    isBegun: Bool, body: (Range<Int>) -> Void
  ) {
    let text = utf8[bytes: paragraph]
    let (sum, joins) = measure(text)
    if !isBegun, (joins ? self.columns(of: text) : sum) <= columns { return body(paragraph) }
    var builder = LineBuilder(text, joins: joins, columns: columns, longWords: longWords)
    Word.forEach(in: text, joins: joins) { builder.add($0) }
    let start = paragraph.lowerBound
    for line in builder.finished() { body(start + line.lowerBound..<start + line.upperBound) }
  }

  /// Wraps printable ASCII, in which a byte is a column.
  private static func wrap(
    ascii text: WidthBytes, _ columns: Int, _ longWords: () -> LongWords,
    body: (Range<Int>) -> Void
  ) {
    let space = UInt8(ascii: " ")
    var start = 0
    while text.count - start > columns {
      var end = start + columns
      // Break at the last space that fits, but not at leading spaces.
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

/// A run of bytes that stays on one line, and the number of spaces before it.
struct Word {
  var spaces: Int
  var bytes: Range<Int>
  var columns: Int

  /// Calls `body` with the words of a text, split where a line may break.
  static func forEach(in text: WidthBytes, joins: Bool, _ body: (Word) -> Void) {
    var word = Word(spaces: 0, bytes: 0..<0, columns: 0)
    var before: Cell?
    DisplayWidth.forEachCell(in: text, joins: joins) { cell in
      let start = word.bytes.upperBound
      // A space with a combining mark is not a space.
      if cell.first == " ", cell.end == start + 1 {
        let spaces = word.bytes.isEmpty ? word.spaces : 0
        if !word.bytes.isEmpty { body(word) }
        word = Word(spaces: spaces + 1, bytes: cell.end..<cell.end, columns: 0)
        before = nil
        return true
      }
      if let before, LineBreak.isAllowed(between: before.look, and: cell.look) {
        body(word)
        word = Word(spaces: 0, bytes: start..<start, columns: 0)
      }
      word.bytes = word.bytes.lowerBound..<cell.end
      word.columns += cell.columns
      before = cell
      return true
    }
    if !word.bytes.isEmpty { body(word) }
  }
}

/// Puts words into lines, which are ranges of the text's bytes.
struct LineBuilder {
  let text: WidthBytes
  let joins: Bool
  let columns: Int
  let longWords: DisplayWidth.LongWords
  private(set) var lines: [Range<Int>] = []
  /// The current line; nil if the next word begins one.
  private var line: Range<Int>?
  private var used = 0

  init(
    _ text: WidthBytes, joins: Bool, columns: Int, longWords: DisplayWidth.LongWords
  ) {
    self.text = text
    self.joins = joins
    self.columns = columns
    self.longWords = longWords
  }

  mutating func add(_ word: Word) {
    if used > 0, used + word.spaces + word.columns > columns {
      endLine()
    } else if line != nil {
      used += word.spaces
    } else if lines.isEmpty {
      // Leading spaces of the text stay, spaces at a break are dropped.
      used = longWords == .broken ? min(word.spaces, columns) : word.spaces
      line = word.bytes.lowerBound - used..<word.bytes.lowerBound
    }
    if longWords == .broken, used + word.columns > columns {
      breakUp(word)
    } else {
      take(word.bytes, columns: word.columns)
    }
  }

  private mutating func breakUp(_ word: Word) {
    var start = word.bytes.lowerBound
    DisplayWidth.forEachCell(in: text[bytes: word.bytes], joins: joins) { cell in
      if used > 0, used + cell.columns > columns { endLine() }
      let end = word.bytes.lowerBound + cell.end
      take(start..<end, columns: cell.columns)
      start = end
      return true
    }
  }

  private mutating func take(_ bytes: Range<Int>, columns: Int) {
    line = (line?.lowerBound ?? bytes.lowerBound)..<bytes.upperBound
    used += columns
  }

  private mutating func endLine() {
    if let line { lines.append(line) }
    line = nil
    used = 0
  }

  /// All lines, at least one.
  mutating func finished() -> [Range<Int>] {
    endLine()
    return lines.isEmpty ? [0..<0] : lines
  }
}

/// Decides whether a line may break between two graphemes without a space.
enum LineBreak {
  static func isAllowed(
    between before: (columns: Int, first: Unicode.Scalar),
    and after: (columns: Int, first: Unicode.Scalar)
  ) -> Bool {
    // A mark or an isolate has no columns and stays with its neighbor.
    guard before.columns == 2 || after.columns == 2, before.columns > 0, after.columns > 0 else {
      return false
    }
    // ASCII punctuation stays with the wide character beside it.
    return !isPunctuation(before.first) && !isPunctuation(after.first)
      && (isIdeograph(after.first) || !isClosing(after.first))
      && (isIdeograph(before.first) || !isOpening(before.first))
  }

  /// Punctuation that never begins a line (UAX 14, classes CL and NS). A switch is faster than a
  /// set, and Japanese text checks every character.
  static func isClosing(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "、", "。", "，", "．", "・", "：", "；", "？", "！", "ー", "）", "〕", "］", "｝", "〉",
      "》", "」", "』", "】", "〙", "〗", "〟", "’", "”", "…", "‥", "々", "ゝ", "ゞ", "ヽ", "ヾ",
      "ぁ", "ぃ", "ぅ", "ぇ", "ぉ", "っ", "ゃ", "ゅ", "ょ", "ァ", "ィ", "ゥ", "ェ", "ォ", "ッ",
      "ャ", "ュ", "ョ":
      true
    default: false
    }
  }

  /// Punctuation that never ends a line (UAX 14, class OP).
  static func isOpening(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "（", "〔", "［", "｛", "〈", "《", "「", "『", "【", "〘", "〖", "〝", "‘", "“": true
    default: false
    }
  }

  /// Most wide characters are ideographs, so they are checked first.
  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    (0x4E00...0x9FFF).contains(scalar.value)
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x80 && (scalar.value | 0x20) &- 0x61 >= 26 && scalar.value &- 0x30 >= 10
  }
}
