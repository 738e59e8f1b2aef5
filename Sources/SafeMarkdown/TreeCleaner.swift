import ByteText
import CCMark

/// Removes from a tree what our documents do not contain, and what is then empty.
enum TreeCleaner {
  /// The allowed total length of link destinations beyond the document's length.
  private static let spareDestinations = 4096

  /// Cleans the tree of a document of `length` bytes.
  ///
  /// A user's text is normalized first (`LiteralText`), since it may become empty. A node is
  /// changed when the iterator leaves it, or at a leaf's only event, as `cmark_iter_next` allows.
  /// Link destinations longer in total than the document come from repeated use of a reference
  /// definition; beyond the limit, links become their text.
  static func clean(
    _ root: OpaquePointer, length: Int, images: Set<String>, author: Document.Author
  ) {
    guard let iterator = cmark_iter_new(root) else { return }
    defer { cmark_iter_free(iterator) }
    var budget = length + spareDestinations
    while case let event = cmark_iter_next(iterator), event != CMARK_EVENT_DONE {
      guard let node = cmark_iter_get_node(iterator), node != root else { continue }
      switch node.kind {
      case CMARK_NODE_HTML_BLOCK: replaceHTMLBlock(node)
      case CMARK_NODE_HTML_INLINE: replaceInlineHTML(node)
      case CMARK_NODE_TEXT, CMARK_NODE_CODE, CMARK_NODE_CODE_BLOCK:
        if author == .user { normalize(node) }
      case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK, CMARK_NODE_THEMATIC_BREAK: break
      case let kind where event == CMARK_EVENT_EXIT:
        dropOuterBreaks(of: node)
        if node.firstChild == nil {
          cmark_node_free(node)
        } else if kind == CMARK_NODE_LINK {
          cleanLink(node, &budget)
        } else if kind == CMARK_NODE_IMAGE {
          cleanImage(node, images)
        } else if kind == CMARK_NODE_STRONG, author == .user, isLikeAction(node, of: root) {
          unwrap(node)
        }
      default: break
      }
    }
  }

  /// Normalizes a leaf's text, and removes the leaf if it is then empty.
  private static func normalize(_ leaf: OpaquePointer) {
    if leaf.kind == CMARK_NODE_TEXT, leaf.withLiteral(hasOnlyLineBreaks) {
      return replaceLineBreaks(leaf)
    }
    guard var normal = leaf.withLiteral({ LiteralText.normalized($0, reach: .line) }) else {
      return
    }
    if leaf.kind == CMARK_NODE_CODE {
      // After a line break in a code span, a block could begin.
      for index in normal.indices where normal[index] == 0x0A { normal[index] = 0x20 }
    }
    if normal.isEmpty {
      cmark_node_free(leaf)
    } else if leaf.kind == CMARK_NODE_TEXT, normal.allSatisfy({ $0 == 0x0A }) {
      replaceLineBreaks(leaf)
    } else {
      cmark_node_set_literal(leaf, String(decoding: normal, as: UTF8.self))
    }
  }

  /// Such line breaks come from NEL and the like, or from character references.
  private static func hasOnlyLineBreaks(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < text.count {
      let length = ScalarBytes.lineBreak(text, at: index)
      if length == 0 { return false }
      index += length
    }
    return true
  }

  /// Line breaks between text become a space. At an end they are dropped: an empty paragraph would
  /// end its list.
  private static func replaceLineBreaks(_ leaf: OpaquePointer) {
    if leaf.next == nil || cmark_node_previous(leaf) == nil {
      cmark_node_free(leaf)
    } else {
      cmark_node_set_literal(leaf, " ")
    }
  }

  private static func cleanLink(_ link: OpaquePointer, _ budget: inout Int) {
    budget -= link.withURL(\.count)
    guard budget >= 0 else { return unwrap(link) }
    if !link.withURL(SafeURL.isPlain) {
      guard let url = link.withURL({ SafeURL.normalized($0) }) else { return unwrap(link) }
      cmark_node_set_url(link, url)
    }
    cmark_node_set_title(link, "")
  }

  private static func cleanImage(_ image: OpaquePointer, _ wanted: Set<String>) {
    guard !wanted.isEmpty, let url = image.withURL({ SafeURL.normalized($0) }), wanted.contains(url)
    else { return unwrap(image) }
    cmark_node_set_url(image, url)
    cmark_node_set_title(image, "")
  }

  /// Whether strong text is a link in the last paragraph. So a digest shows what can be done, which it
  /// draws as a button: no message may have one.
  private static func isLikeAction(_ strong: OpaquePointer, of root: OpaquePointer) -> Bool {
    guard strong.parent?.parent == root, strong.parent?.next == nil else { return false }
    var child = strong.firstChild
    while let node = child, node.kind != CMARK_NODE_LINK { child = node.next }
    return child != nil
  }

  private static func dropOuterBreaks(of node: OpaquePointer) {
    while let child = node.firstChild, child.isBreak { cmark_node_free(child) }
    while let child = cmark_node_last_child(node), child.isBreak { cmark_node_free(child) }
  }

  private static func unwrap(_ node: OpaquePointer) {
    while let child = node.firstChild { cmark_node_insert_before(node, child) }
    cmark_node_free(node)
  }

  /// Turns `br` into a line break and drops other tags.
  private static func replaceInlineHTML(_ html: OpaquePointer) {
    let isBreak = html.withLiteral { literal in
      literal.count > 3 && literal[0..<3].elementsEqual("<br".utf8)
        && !literal[3].isASCIILetterOrDigit
    }
    if isBreak { cmark_node_insert_before(html, cmark_node_new(CMARK_NODE_LINEBREAK)) }
    cmark_node_free(html)
  }

  private static func replaceHTMLBlock(_ block: OpaquePointer) {
    let text = LiteralText.normalized(block.withLiteral { HTMLText.plain($0.span) }, reach: .line)
    if !text.isEmpty, let paragraph = cmark_node_new(CMARK_NODE_PARAGRAPH) {
      append(text, to: paragraph)
      cmark_node_insert_before(block, paragraph)
    }
    cmark_node_free(block)
  }

  private static func append(_ text: String, to paragraph: OpaquePointer) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: true).enumerated() {
      if index > 0 { cmark_node_append_child(paragraph, cmark_node_new(CMARK_NODE_LINEBREAK)) }
      guard let node = cmark_node_new(CMARK_NODE_TEXT) else { continue }
      cmark_node_set_literal(node, String(line))
      cmark_node_append_child(paragraph, node)
    }
  }
}

extension OpaquePointer {
  fileprivate var isBreak: Bool { kind == CMARK_NODE_LINEBREAK || kind == CMARK_NODE_SOFTBREAK }
}
