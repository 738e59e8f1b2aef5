import ByteText
import CCMark

/// Writes a document as plain text; see `TextStyle`.
struct TextWriter {
  private let style: TextStyle
  private var layout = BlockLayout()
  /// The inlines of the current paragraph or heading; a newline is a hard break.
  private var paragraph: [UInt8] = []
  private var linkStarts: [Int] = []
  /// How many bytes of the paragraph are words of links.
  private var linkedCount = 0
  /// The links of the current block or outermost item, whose addresses stand below it.
  private var links: [(words: [UInt8], url: [UInt8])] = []
  /// Whether the first of them is what its item or paragraph is about, so that its words are not repeated.
  private var isFirstTold = false
  private var itemNumbers: [Int?] = []
  /// Whether any outermost item begins with strong text; nil until it is asked.
  private var strongItems: Bool?

  init(style: TextStyle) { self.style = style }

  mutating func finish(into output: inout [UInt8]) {
    if layout.output.isEmpty { return }
    output.append(contentsOf: layout.output)
    output.append(UInt8(ascii: "\n"))
  }

  mutating func visit(_ node: OpaquePointer, isEnter: Bool) {
    switch node.kind {
    case CMARK_NODE_TEXT, CMARK_NODE_CODE: node.withLiteral { paragraph.append(contentsOf: $0) }
    case CMARK_NODE_SOFTBREAK: paragraph.append(UInt8(ascii: " "))
    case CMARK_NODE_LINEBREAK: paragraph.append(UInt8(ascii: "\n"))
    case CMARK_NODE_LINK: if isEnter { linkStarts.append(paragraph.count) } else { endLink(node) }
    default: visitBlock(node, isEnter: isEnter)
    }
  }

  private mutating func visitBlock(_ node: OpaquePointer, isEnter: Bool) {
    switch node.kind {
    case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING:
      if !isEnter { endParagraph(node) }
    case CMARK_NODE_BLOCK_QUOTE:
      if isEnter {
        layout.open(marker: Array("> ".utf8), rest: Array("> ".utf8))
      } else {
        layout.close(isTight: node.isInTightList)
      }
    case CMARK_NODE_LIST: if isEnter { itemNumbers.append(node.listStart) } else { endList(node) }
    case CMARK_NODE_ITEM:
      if isEnter { startItem(node) } else { endItem(node) }
    case CMARK_NODE_CODE_BLOCK: writeCode(node)
    case CMARK_NODE_THEMATIC_BREAK:
      layout.startBlock()
      layout.write("* * *".utf8)
      layout.endBlock(isTight: node.isInTightList)
    default: break
    }
  }

  // MARK: Blocks

  private mutating func startItem(_ item: OpaquePointer) {
    var marker = "- "
    if layout.isOutermost, let bullet = style.strongBullet, hasStrongItems(beside: item) {
      marker = item.beginsWithStrong ? bullet : "  "
    }
    if let last = itemNumbers.indices.last, let number = itemNumbers[last] {
      marker = "\(number). "
      itemNumbers[last] = number &+ 1
    }
    let rest = [UInt8](repeating: UInt8(ascii: " "), count: style.columns(marker))
    layout.open(marker: Array(marker.utf8), rest: rest)
  }

  /// Whether any outermost item of the document begins with strong text.
  private mutating func hasStrongItems(beside item: OpaquePointer) -> Bool {
    if let strongItems { return strongItems }
    var found = false
    var block = item.parent?.parent?.firstChild
    while let list = block {
      var child = list.firstChild
      while let one = child {
        if one.kind == CMARK_NODE_ITEM, one.beginsWithStrong { found = true }
        child = one.next
      }
      block = list.next
    }
    strongItems = found
    return found
  }

  private mutating func endItem(_ item: OpaquePointer) {
    if itemNumbers.count == 1 { writeLinks() }
    layout.close(isTight: item.isInTightList)
  }

  private mutating func endList(_ list: OpaquePointer) {
    itemNumbers.removeLast()
    layout.endBlock(isTight: list.isInTightList)
  }

  /// Whether the blocks of an item follow each other without an empty line.
  private var isDense: Bool { style.strongBullet != nil && !layout.isOutermost }

  private mutating func endParagraph(_ node: OpaquePointer) {
    let isLink = linkedCount > 0 && linkedCount == paragraph.count { !Self.isBlank($0) }
    let (isInItem, isLater) = (!itemNumbers.isEmpty, cmark_node_previous(node) != nil)
    if !isInItem || itemNumbers.count == 1 && !isLater {
      isFirstTold = linkedCount > 0 && (isInItem || isLink)
    }
    linkedCount = 0
    // The links of an item's actions say all of their paragraph.
    if !(isLink && isInItem && isLater) { writeParagraph(node) }
    paragraph.removeAll(keepingCapacity: true)
    if isInItem || links.isEmpty { return }
    layout.endBlock(isTight: true)
    writeLinks()
    layout.endBlock(isTight: node.isInTightList)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A
  }

  private mutating func writeParagraph(_ node: OpaquePointer) {
    layout.startBlock()
    let lines = style.lines(of: paragraph, indentation: layout.prefix.count)
    for (index, line) in lines.enumerated() {
      if index > 0 { layout.newline() }
      layout.write(line)
    }
    if node.kind == CMARK_NODE_HEADING {
      let isFirst = cmark_node_get_heading_level(node) == 1
      let width = lines.map { style.columns(String(decoding: $0, as: UTF8.self)) }.max() ?? 0
      layout.newline()
      layout.write(repeatElement(UInt8(ascii: isFirst ? "=" : "-"), count: width))
    }
    layout.endBlock(isTight: isDense || node.isInTightList)
  }

  private mutating func writeCode(_ node: OpaquePointer) {
    let indentation = Array("    ".utf8)
    layout.open(marker: indentation, rest: indentation)
    node.withLiteral { code in
      var lines = code[...]
      while lines.last == UInt8(ascii: "\n") { lines.removeLast() }
      for (index, line) in lines.split(separator: 0x0A, omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 { layout.newline() }
        layout.write(line)
      }
    }
    layout.close(isTight: node.isInTightList)
  }

  // MARK: Links

  private mutating func endLink(_ link: OpaquePointer) {
    guard let start = linkStarts.popLast() else { return }
    let words = paragraph[start...]
    link.withURL { url in
      if Self.isShown(url, by: words) || links.contains(where: { $0.url.elementsEqual(url) }) {
        return
      }
      linkedCount += words.count { !Self.isBlank($0) }
      let line = words.split(whereSeparator: Self.isBlank).joined(separator: [0x20])
      links.append((Array(line), Array(url)))
    }
  }

  /// Whether a link's text is its address, apart from `mailto:`.
  private static func isShown(
    _ url: UnsafeBufferPointer<UInt8>, by text: ArraySlice<UInt8>
  ) -> Bool {
    if text.elementsEqual(url) { return true }
    let scheme = "mailto:".utf8
    return url.starts(with: scheme) && text.elementsEqual(url.dropFirst(scheme.count))
  }

  /// Writes each address on a line of its own, after its words.
  private mutating func writeLinks() {
    for (index, link) in links.enumerated() {
      layout.startBlock()
      if index > 0 || !isFirstTold {
        var bidi = BidiBalance()
        layout.write(link.words.withUnsafeBufferPointer { bidi.balanced($0) })
        layout.write(": ".utf8)
      }
      layout.write(link.url)
      layout.endBlock(isTight: true)
    }
    links.removeAll()
  }
}
