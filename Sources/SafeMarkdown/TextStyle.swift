import ByteText

/// The style of a document as plain text.
///
/// First-level headings are underlined with `=`, others with `-`. List items hang behind their
/// marker, quotes have `> ` before each line, and code is indented by four. The addresses of links stand
/// below their paragraph, or below its outermost item, unless their text is the address.
package struct TextStyle {
  /// The number of terminal columns of a text.
  package typealias ColumnCount = (String) -> Int
  /// Calls its last argument with the range of each line of a text, in so many columns.
  package typealias Wrapping = (UnsafeBufferPointer<UInt8>, Int, (Range<Int>) -> Void) -> Void

  /// In columns; only an address may be longer.
  package var width: Int
  package var columns: ColumnCount
  package var wrap: Wrapping
  /// The bullet of items that stand in no other block and have strong text in their first paragraph; others
  /// there have none beside them, and the blocks of all are dense. Nil for a hyphen and blocks apart.
  package var strongBullet: String?

  package init(
    width: Int = 72, columns: @escaping ColumnCount, wrap: @escaping Wrapping,
    strongBullet: String? = nil
  ) {
    self.width = width
    self.columns = columns
    self.wrap = wrap
    self.strongBullet = strongBullet
  }

  /// U+2002, its last byte first.
  private static let wideSpace: [UInt8] = [0x82, 0x80, 0xE2]

  /// The lines of a paragraph; a newline is a hard break, other white space collapses.
  ///
  /// - Parameter indentation: the columns before each line.
  func lines(of paragraph: [UInt8], indentation: Int) -> [[UInt8]] {
    let parts = paragraph.split(separator: 0x0A, omittingEmptySubsequences: false)
    let words = parts.map { $0.split { $0 == 0x20 || $0 == 0x09 }.joined(separator: [0x20]) }
    var bidi = BidiBalance()
    var lines: [[UInt8]] = []
    Array(words.joined(separator: [0x0A])).withUnsafeBufferPointer { text in
      wrap(text, max(width - indentation, 20)) {
        var line = text[$0]
        // A wide space between two words says nothing behind the last of a line.
        while line.reversed().starts(with: Self.wideSpace) { line = line.dropLast(3) }
        lines.append(bidi.balanced(UnsafeBufferPointer(rebasing: line)))
      }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}

/// Lays out nested blocks: the prefix of each line and the separator between blocks.
struct BlockLayout {
  private(set) var output: [UInt8] = []
  /// The start of every line of the current block: indentation and quote marks.
  private(set) var prefix: [UInt8] = []
  private var prefixLengths: [Int] = []
  private var pending = Separator.nothing

  enum Separator { case nothing, newline, emptyLine }

  /// Begins a line for the next block. The first block of a container follows its marker.
  mutating func startBlock() {
    switch pending {
    case .nothing: break
    case .newline: newline()
    case .emptyLine:
      output.append(UInt8(ascii: "\n"))
      output.append(contentsOf: trimmedPrefix)
      newline()
    }
    pending = .nothing
  }

  /// Whether no container is open.
  var isOutermost: Bool { prefixLengths.isEmpty }

  mutating func endBlock(isTight: Bool) { pending = isTight ? .newline : .emptyLine }

  /// Opens a container: `marker` begins its first line, `rest` the others.
  mutating func open(marker: [UInt8], rest: [UInt8]) {
    startBlock()
    output.append(contentsOf: marker)
    prefixLengths.append(prefix.count)
    prefix.append(contentsOf: rest)
  }

  mutating func close(isTight: Bool) {
    if let length = prefixLengths.popLast() { prefix.removeSubrange(length...) }
    endBlock(isTight: isTight)
  }

  /// Ends the line and writes the prefix of the next.
  mutating func newline() {
    output.append(UInt8(ascii: "\n"))
    output.append(contentsOf: prefix)
  }

  mutating func write(_ bytes: some Sequence<UInt8>) { output.append(contentsOf: bytes) }

  mutating func write(with body: (inout [UInt8]) -> Void) { body(&output) }

  private var trimmedPrefix: ArraySlice<UInt8> {
    var trimmed = prefix[...]
    while trimmed.last == UInt8(ascii: " ") { trimmed.removeLast() }
    return trimmed
  }
}
