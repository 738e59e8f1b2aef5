/// A run of text that stays on one line, and how many spaces stand before it.
struct Word {
  var spaces: Int
  var text: Substring
  var columns: Int

  /// Cuts a text where a line may break.
  static func cut(_ text: Substring) -> [Word] {
    var words: [Word] = []
    var word = Word(spaces: 0, text: text[..<text.startIndex], columns: 0)
    var before: Cell?
    func finish() {
      if !word.text.isEmpty { words.append(word) }
    }
    DisplayWidth.forEachCell(in: text) { cell in
      let start = word.text.endIndex
      if cell.first == " " {
        let spaces = word.text.isEmpty ? word.spaces : 0
        finish()
        word = Word(spaces: spaces + 1, text: text[cell.end..<cell.end], columns: 0)
        before = nil
        return true
      }
      if let before, LineBreak.isAllowed(between: before, and: cell) {
        finish()
        word = Word(spaces: 0, text: text[start..<start], columns: 0)
      }
      word.text = text[word.text.startIndex..<cell.end]
      word.columns += cell.columns
      before = cell
      return true
    }
    finish()
    return words
  }
}

/// Puts words into lines.
struct LineBuilder {
  let columns: Int
  let longWords: DisplayWidth.LongWords
  private var lines: [String] = []
  private var line = ""
  private var used = 0

  init(columns: Int, longWords: DisplayWidth.LongWords) {
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
    if longWords == .broken, used + word.columns > columns {
      breakUp(word)
    } else {
      line += word.text
      used += word.columns
    }
  }

  private mutating func breakUp(_ word: Word) {
    var start = word.text.startIndex
    DisplayWidth.forEachCell(in: word.text) { cell in
      if used > 0, used + cell.columns > columns { endLine() }
      line += word.text[start..<cell.end]
      used += cell.columns
      start = cell.end
      return true
    }
  }

  private mutating func endLine() {
    lines.append(line)
    line = ""
    used = 0
  }

  /// All lines, at least one.
  mutating func finished() -> [String] {
    if !line.isEmpty || lines.isEmpty { endLine() }
    return lines
  }
}

/// Where a line may break between two graphemes without a space.
private enum LineBreak {
  /// Punctuation that never begins a line, and that never ends one (UAX 14, classes CL, NS and OP).
  private static let closing = Set(
    "、。，．・：；？！ー）〕］｝〉》」』】〙〗〟’”…‥々ゝゞヽヾぁぃぅぇぉっゃゅょァィゥェォッャュョ".unicodeScalars)
  private static let opening = Set("（〔［｛〈《「『【〘〖〝‘“".unicodeScalars)

  static func isAllowed(between before: Cell, and after: Cell) -> Bool {
    guard before.columns == 2 || after.columns == 2 else { return false }
    // ASCII punctuation stays with the wide character it belongs to.
    return !isPunctuation(before.first) && !isPunctuation(after.first)
      && !closing.contains(after.first) && !opening.contains(before.first)
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
  }
}
