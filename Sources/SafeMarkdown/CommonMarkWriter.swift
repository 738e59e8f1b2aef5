import ByteText
import CCMark

/// Writes a cleaned tree as CommonMark to be placed inside another document; see `UserMarkdown`.
struct CommonMarkWriter {
  var output: [UInt8] { layout.output }
  /// The text that a parser must find in `output`.
  private(set) var content = PlainContent()
  /// Whether emphasis or code was written, whose delimiters may mean something else in the new
  /// context.
  private(set) var hasDelimiters = false

  private var layout = BlockLayout()
  private var budget: ColumnBudget?
  private var isCut = false
  /// The closers of the open inlines, innermost last; empty for nested emphasis of the same kind.
  private var closers: [[UInt8]] = []
  private var itemMarkers: [String] = []
  private var itemNumbers: [Int?] = []
  private var isLineStart = true

  init(limit: UserMarkdown.Limit?, indent: Int) {
    budget = limit.map(ColumnBudget.init)
    let indentation = [UInt8](repeating: UInt8(ascii: " "), count: indent)
    layout.open(marker: [], rest: indentation)
  }

  mutating func write(_ root: OpaquePointer) {
    TreeWalk.visit(root) { node, isEnter in if !isCut { visit(node, isEnter: isEnter) } }
  }

  private mutating func visit(_ node: OpaquePointer, isEnter: Bool) {
    switch node.kind {
    case CMARK_NODE_TEXT: writeText(node)
    case CMARK_NODE_CODE: writeCode(node)
    case CMARK_NODE_SOFTBREAK: writeSpace()
    case CMARK_NODE_LINEBREAK: breakLine()
    case CMARK_NODE_EMPH: isEnter ? openInline("*", "*") : closeInline()
    case CMARK_NODE_STRONG: isEnter ? openInline("**", "**") : closeInline()
    case CMARK_NODE_LINK: isEnter ? openLink(node) : closeInline()
    default: visitBlock(node, isEnter: isEnter)
    }
  }

  // MARK: Blocks

  private mutating func visitBlock(_ node: OpaquePointer, isEnter: Bool) {
    switch node.kind {
    case CMARK_NODE_PARAGRAPH: isEnter ? startBlock() : endBlock(node)
    case CMARK_NODE_HEADING:
      if isEnter { startBlock() }
      isEnter ? openInline("**", "**") : closeInline()
      if !isEnter { endBlock(node) }
    case CMARK_NODE_BLOCK_QUOTE:
      let marker = Array("> ".utf8)
      isEnter ? layout.open(marker: marker, rest: marker) : close(node)
    case CMARK_NODE_LIST: isEnter ? startList(node) : endList(node)
    case CMARK_NODE_ITEM: isEnter ? startItem() : close(node)
    case CMARK_NODE_CODE_BLOCK: writeCodeBlock(node)
    case CMARK_NODE_THEMATIC_BREAK:
      startBlock()
      layout.write("***".utf8)
      endBlock(node)
    default: break
    }
  }

  private mutating func startBlock() {
    if isCut { return }
    layout.startBlock()
    isLineStart = true
  }

  private mutating func endBlock(_ node: OpaquePointer) {
    layout.endBlock(isTight: node.isInTightList)
    content.separate()
    endLine()
  }

  private mutating func close(_ container: OpaquePointer) {
    layout.close(isTight: container.isInTightList)
  }

  /// Adjacent lists get different markers, or they would merge.
  private mutating func startList(_ list: OpaquePointer) {
    let number = list.listStart
    let isNextToList = cmark_node_previous(list)?.kind == CMARK_NODE_LIST
    itemNumbers.append(number)
    itemMarkers.append(number == nil ? (isNextToList ? "+" : "-") : (isNextToList ? ")" : "."))
  }

  private mutating func endList(_ list: OpaquePointer) {
    itemNumbers.removeLast()
    itemMarkers.removeLast()
    layout.endBlock(isTight: list.isInTightList)
  }

  private mutating func startItem() {
    guard let last = itemNumbers.indices.last else { return }
    var marker = itemMarkers[last] + " "
    if let number = itemNumbers[last] {
      marker = "\(number)" + marker
      itemNumbers[last] = number &+ 1
    }
    let rest = [UInt8](repeating: UInt8(ascii: " "), count: marker.utf8.count)
    layout.open(marker: Array(marker.utf8), rest: rest)
  }

  /// Writes a fence longer than any run of backticks in the code (CommonMark section 4.5).
  private mutating func writeCodeBlock(_ node: OpaquePointer) {
    startBlock()
    let code = node.withLiteral { Array($0) }
    let fence = repeatElement(UInt8(ascii: "`"), count: max(3, longestBackticks(code) + 1))
    layout.write(fence)
    var lines = code[...]
    if lines.last == UInt8(ascii: "\n") { lines.removeLast() }
    for line in lines.split(separator: 0x0A, omittingEmptySubsequences: false) where !isCut {
      layout.newline()
      writeVerbatim(Array(line))
      content.separate()
      endLine()
    }
    layout.newline()
    layout.write(fence)
    endBlock(node)
  }

  // MARK: Inlines

  private mutating func writeText(_ node: OpaquePointer) {
    let next = node.next?.kind
    let isLineEnd = next == nil || next == CMARK_NODE_LINEBREAK
    let edges = MarkdownEscape.Edges(isLineStart: isLineStart, isLineEnd: isLineEnd)
    let text = shown(of: node.withLiteral { Array($0) })
    guard !text.isEmpty else { return }
    content.append(text)
    let start = output.count
    layout.write { output in
      text.withUnsafeBufferPointer { MarkdownEscaper.append($0, edges: edges, to: &output) }
    }
    // After line breaks alone, the next text still begins the line.
    if output.count > start { isLineStart = false }
    if budget?.isSpent == true { stop() }
  }

  private mutating func writeSpace() {
    content.separate()
    // At the start of a line, a space could indent a block.
    if !isLineStart { layout.write(" ".utf8) }
  }

  private mutating func breakLine() {
    content.separate()
    endLine()
    guard !isCut else { return }
    layout.write("\\".utf8)
    layout.newline()
    isLineStart = true
  }

  /// Writes a code span, with a space between its delimiters and backticks at its ends (section
  /// 6.1).
  private mutating func writeCode(_ node: OpaquePointer) {
    hasDelimiters = true
    let code = node.withLiteral { Array($0) }
    let backtick = UInt8(ascii: "`")
    let fence = repeatElement(backtick, count: longestBackticks(code) + 1)
    let isPadded =
      code.first == backtick || code.last == backtick || (code.first == 0x20 && code.last == 0x20)
    layout.write(fence)
    if isPadded { layout.write(" ".utf8) }
    writeVerbatim(code)
    if isPadded { layout.write(" ".utf8) }
    layout.write(fence)
    isLineStart = false
    if budget?.isSpent == true { stop() }
  }

  /// Writes nested emphasis of the same kind once, because its delimiters would run together.
  private mutating func openInline(_ opener: String, _ closer: String) {
    let closer = Array(closer.utf8)
    guard !closers.contains(closer) else { return closers.append([]) }
    hasDelimiters = true
    layout.write(opener.utf8)
    closers.append(closer)
    isLineStart = false
  }

  private mutating func openLink(_ link: OpaquePointer) {
    var closer = Array("](".utf8)
    link.withURL {
      MarkdownEscape.appendDestination(String(decoding: $0, as: UTF8.self), to: &closer)
    }
    closer.append(UInt8(ascii: ")"))
    layout.write("[".utf8)
    closers.append(closer)
    isLineStart = false
  }

  private mutating func closeInline() { if let closer = closers.popLast() { layout.write(closer) } }

  // MARK: Cutting

  private mutating func endLine() { budget?.endLine() }

  private mutating func stop() {
    while !closers.isEmpty { closeInline() }
    isCut = true
  }

  /// As much of a leaf's text as fits, normalized again because the cut may have removed a closer.
  private mutating func shown(of bytes: [UInt8]) -> [UInt8] {
    guard budget != nil else { return bytes }
    let text = budget?.cut(String(decoding: bytes, as: UTF8.self)) ?? ""
    return Array(LiteralText.normalized(text, reach: .line).utf8)
  }

  /// Writes code, which has no escapes; the tree's text is already normalized.
  private mutating func writeVerbatim(_ code: [UInt8]) {
    let written = shown(of: code)
    content.append(written)
    layout.write(written)
    if budget?.isSpent == true { isCut = true }
  }

  private func longestBackticks(_ code: [UInt8]) -> Int {
    var longest = 0
    var run = 0
    for byte in code {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
