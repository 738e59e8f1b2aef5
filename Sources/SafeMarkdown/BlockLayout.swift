/// Lays out nested blocks: the prefix of each line and the separator between blocks.
struct BlockLayout {
  private(set) var output: [UInt8] = []
  /// The start of every line of the current block: indentation and quote marks.
  private(set) var prefix: [UInt8] = []
  private var prefixLengths: [Int] = []
  private var pending = Separator.nothing

  enum Separator {
    case nothing, newline, emptyLine
  }

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

  mutating func endBlock(isTight: Bool) {
    pending = isTight ? .newline : .emptyLine
  }

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

  mutating func write(_ bytes: some Sequence<UInt8>) {
    output.append(contentsOf: bytes)
  }

  mutating func write(with body: (inout [UInt8]) -> Void) {
    body(&output)
  }

  private var trimmedPrefix: ArraySlice<UInt8> {
    var trimmed = prefix[...]
    while trimmed.last == UInt8(ascii: " ") { trimmed.removeLast() }
    return trimmed
  }
}
