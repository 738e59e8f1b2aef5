/// Wraps a paragraph of everyday characters in one pass.
///
/// Breaks where `LineBuilder` would. Stops at the first character whose width depends on its
/// neighbors (combining marks, flags) and at line breaks; `LineBuilder` handles the rest.
struct LineStream {
  let text: WidthBytes
  let columns: Int
  /// The start of the current line.
  private(set) var start = 0
  /// Whether a line was passed to `body`.
  private(set) var isBroken = false

  private var index = 0
  /// The columns from `start` to `index`.
  private var used = 0
  /// The last possible break: the end of the line, the start of the next, and the columns up to
  /// there.
  private var lastBreak: (end: Int, next: Int, used: Int)?
  private var before: (columns: Int, first: Unicode.Scalar)?
  private var longWords: DisplayWidth.LongWords?

  init(_ text: WidthBytes, columns: Int) {
    self.text = text
    self.columns = columns
  }

  /// Calls `body` with each line; returns false if it stopped.
  ///
  /// - Parameter longWords: called once if a word is longer than a line.
  mutating func run(
    longWords: () -> DisplayWidth.LongWords, _ body: (Range<Int>) -> Void
  ) -> Bool {
    while true {
      takeNarrow()
      if index == text.count { break }
      if text[index] == UInt8(ascii: " ") {
        // Leading spaces are not a break.
        if used == 0 { return false }
        lastBreak = (before == nil ? lastBreak?.end ?? index : index, index + 1, used + 1)
        before = nil
        used += 1
        index += 1
        continue
      }
      let (value, length) = text.scalar(at: index)
      guard let width = Self.columns(value) else { return false }
      // A character without columns belongs to the one before it, unless that is a space.
      if width > 0 || before == nil {
        add((width, Unicode.Scalar(orReplacement: value)), longWords, body: body)
      }
      index += length
    }
    finish(body)
    return true
  }

  /// Takes letters of one column and spaces while they fit, which costs a comparison or two per
  /// character.
  private mutating func takeNarrow() {
    guard used > 0, before?.columns != 2 else { return }
    var index = index
    var used = used
    var last = -1
    var breakEnd = lastBreak?.end ?? -1
    var isAfterSpace = before == nil
    while index < text.count, used < columns {
      let length = text.narrow(at: index)
      if length > 0 {
        last = index
        isAfterSpace = false
        index &+= length
        used &+= 1
        continue
      }
      if text[index] != UInt8(ascii: " ") { break }
      if !isAfterSpace { breakEnd = index }
      isAfterSpace = true
      index &+= 1
      used &+= 1
      lastBreak = (breakEnd, index, used)
    }
    if index > self.index {
      before =
        isAfterSpace
        ? nil : (1, Unicode.Scalar(orReplacement: text.scalar(at: last).value))
    }
    self.index = index
    self.used = used
  }

  private mutating func add(
    _ cell: (columns: Int, first: Unicode.Scalar), _ longWords: () -> DisplayWidth.LongWords,
    body: (Range<Int>) -> Void
  ) {
    if let before, before.columns == 2 || cell.columns == 2,
      LineBreak.isAllowed(between: before, and: cell)
    {
      lastBreak = (index, index, used)
    }
    if used + cell.columns > columns, let lastBreak {
      body(start..<lastBreak.end)
      isBroken = true
      start = lastBreak.next
      used -= lastBreak.used
      self.lastBreak = nil
    }
    if used + cell.columns > columns, used > 0 {
      let longWords = self.longWords ?? longWords()
      self.longWords = longWords
      if longWords == .broken {
        body(start..<index)
        isBroken = true
        start = index
        used = 0
      }
    }
    used += cell.columns
    before = cell
  }

  private func finish(_ body: (Range<Int>) -> Void) {
    // A paragraph that fits keeps its trailing spaces.
    if !isBroken, used <= columns { return body(0..<text.count) }
    body(start..<(before == nil ? lastBreak?.end ?? text.count : text.count))
  }

  /// The columns of a scalar that never changes its neighbors' widths; nil for any other.
  @inline(__always)
  static func columns(_ value: UInt32) -> Int? {
    switch value {
    case 0x21..<0x7F, 0x400...0x481, 0x620...0x64A: 1
    case 0x3041...0x3096, 0x30A0...0x30FF, 0x4E00...0x9FFF: 2
    case 0x200B, 0x200C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: 0
    case 0x1F400...0x1F43E, 0x1F442...0x1F4FC, 0x1F600...0x1F64F: 2
    // Some scalars without columns are line breaks.
    default: ScalarWidth.commonColumns(value).flatMap { $0 == 0 ? nil : $0 }
    }
  }
}

extension WidthBytes {
  /// The length of a character of one column that its first two bytes identify: ASCII except space,
  /// Latin, Greek, Cyrillic, Armenian and Arabic letters. 0 for any other.
  @inline(__always)
  func narrow(at index: Int) -> Int {
    let byte = self[index]
    if byte < 0x80 { return byte &- 0x21 < 0x5E ? 1 : 0 }
    let lead = byte &- 0xC3
    guard lead < 0x18, index &+ 1 < count else { return 0 }
    // A bit for each lead C3 to DA whose characters all take one column: not CC, CD, D2, D6 to D9.
    if 0x0087_79FF & (1 as UInt32) &<< UInt32(lead) != 0 { return 2 }
    switch byte {
    case 0xD8: return self[index &+ 1] >= 0xA0 ? 2 : 0
    case 0xD9: return self[index &+ 1] <= 0x8A ? 2 : 0
    default: return 0
    }
  }
}
