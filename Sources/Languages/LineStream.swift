import ByteText

/// Breaks a text into lines in one pass.
///
/// Everyday characters are measured one by one. Where one joins its neighbors (combining marks,
/// flags), the rest of its paragraph is taken by graphemes.
struct LineStream {
  private let text: WidthBytes
  private let columns: Int
  private let keepsAddresses: Bool
  private static let scheme = "://"
  private var start = 0
  private var index = 0
  /// The columns from `start` to `index`.
  private var used = 0
  /// The end of the last character that is not a space.
  private var end = 0
  /// The last possible break: the end of the line, the start of the next, and the columns up to
  /// there.
  private var lastBreak: (end: Int, next: Int, used: Int)?
  /// The character before `index`; nil after a space.
  private var before: (columns: Int, first: Unicode.Scalar)?
  /// The start of the paragraph, until a line of it is broken.
  private var paragraph: Int? = 0
  /// The start of the line that an address fills alone.
  private var addressStart: Int?

  init(_ text: WidthBytes, columns: Int, keepsAddresses: Bool) {
    self.text = text
    self.columns = columns
    self.keepsAddresses = keepsAddresses
  }

  /// Calls `body` with each line.
  mutating func run(_ body: (Range<Int>) -> Void) {
    while true {
      takeNarrow()
      if index == text.count { break }
      if text[index] == UInt8(ascii: " ") {
        takeSpace()
        continue
      }
      let (value, length) = text.scalar(at: index)
      if let width = Self.columns(value) {
        // A character without columns belongs to the one before it, unless that is a space.
        if width > 0 || before == nil { take((width, Unicode.Scalar(orReplacement: value)), body) }
        index += length
        end = index
      } else if case let length = ScalarBytes.lineBreak(text, at: index), length > 0 {
        finishParagraph(body)
        begin(index + length)
        (paragraph, end) = (index, index)
      } else {
        takeGraphemes(body)
      }
    }
    finishParagraph(body)
  }

  /// Takes the paragraph's rest, from the start of the line, by graphemes.
  private mutating func takeGraphemes(_ body: (Range<Int>) -> Void) {
    var last = index
    while last < text.count, ScalarBytes.lineBreak(text, at: last) == 0 { last += 1 }
    begin(start)
    let offset = start
    DisplayWidth.forEachCell(in: text[bytes: start..<last], joins: true) { cell in
      // A space with a combining mark is not a space.
      if cell.first == " ", offset + cell.end == index + 1 {
        takeSpace()
      } else {
        take(cell.look, body)
        index = offset + cell.end
        end = index
      }
      return true
    }
  }

  private mutating func begin(_ next: Int) {
    (start, index, used) = (next, next, 0)
    (lastBreak, before) = (nil, nil)
  }

  private mutating func takeSpace() {
    index += 1
    if end == paragraph {
      // Spaces that begin a paragraph stay, as many as a line holds; no line breaks after them.
      if used < columns { used += 1 } else { start += 1 }
      return
    }
    // There is no break before the first column of a line.
    let isBreak = before == nil ? lastBreak?.end == end : used > 0
    used += 1
    if isBreak { lastBreak = (end, index, used) }
    before = nil
  }

  /// Takes letters of one column and spaces while they fit, which costs a comparison or two per
  /// character.
  private mutating func takeNarrow() {
    guard used > 0, before.map({ $0.columns < 2 }) ?? (lastBreak?.end == end) else { return }
    var index = index
    var used = used
    var last = -1
    var end = end
    while index < text.count, used < columns {
      if text[index] == UInt8(ascii: " ") {
        index &+= 1
        used &+= 1
        lastBreak = (end, index, used)
        continue
      }
      // Most words are ASCII.
      let isASCII = text[index] < 0x80
      let letters = isASCII ? min(text.printable(at: index, from: 0x21), columns &- used) : 0
      let length = letters > 0 ? letters : text.narrow(at: index)
      if length == 0 { break }
      last = letters > 0 ? index &+ letters &- 1 : index
      index &+= length
      used &+= max(letters, 1)
      end = index
    }
    if index > self.index {
      before = end < index ? nil : (1, Unicode.Scalar(orReplacement: text.scalar(at: last).value))
    }
    self.index = index
    self.used = used
    self.end = end
  }

  /// Takes the character at `index`, on the next line if this one is full.
  private mutating func take(
    _ cell: (columns: Int, first: Unicode.Scalar), _ body: (Range<Int>) -> Void
  ) {
    if let before, before.columns == 2 || cell.columns == 2,
      LineBreak.isAllowed(between: before, and: cell)
    {
      lastBreak = (index, index, used)
    }
    if used + cell.columns > columns, let lastBreak {
      body(start..<lastBreak.end)
      start = lastBreak.next
      used -= lastBreak.used
      self.lastBreak = nil
      paragraph = nil
    }
    if used + cell.columns > columns, used > 0, !isInAddress() {
      body(start..<(end > start ? end : index))
      start = index
      used = 0
      paragraph = nil
    }
    used += cell.columns
    before = cell
  }

  private mutating func isInAddress() -> Bool {
    guard keepsAddresses else { return false }
    let word = text[bytes: start..<index]
    let isAddress =
      addressStart == start || word.starts(with: "mailto:".utf8)
      || Self.scheme.withBytes { ByteSearch.offset(of: $0, in: word) != nil }
    if isAddress { addressStart = start }
    return isAddress
  }

  private mutating func finishParagraph(_ body: (Range<Int>) -> Void) {
    // A paragraph that fits keeps its trailing spaces.
    if start == paragraph, used <= columns { return body(start..<index) }
    body(start..<max(start, end))
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
