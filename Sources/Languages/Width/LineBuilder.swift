/// A run of text that stays on one line: its bytes, and how many spaces stand before it.
struct Word {
  var spaces: Int
  var bytes: Range<Int>
  var columns: Int

  /// Hands the words of a text to `body` one after the other, cut where a line may break.
  static func forEach(in text: WidthBytes, joins: Bool, _ body: (Word) -> Void) {
    var word = Word(spaces: 0, bytes: 0..<0, columns: 0)
    var before: Cell?
    DisplayWidth.forEachCell(in: text, joins: joins) { cell in
      let start = word.bytes.upperBound
      // A space that carries a mark is no space.
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

/// Puts the words of a text into lines, which are ranges of its bytes.
struct LineBuilder {
  let text: WidthBytes
  let joins: Bool
  let columns: Int
  let longWords: DisplayWidth.LongWords
  private(set) var lines: [Range<Int>] = []
  /// The line that is being filled; nil where the next word begins one.
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
      // The spaces that a text begins with stay; those at a break go.
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
