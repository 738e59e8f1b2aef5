import CCMark

/// A parsed CommonMark document without active content.
///
/// Links that `SafeURL` refuses become their text, images their alternative text unless asked for,
/// and raw HTML its text. Parsing takes linear time; see `ContainerGuard`. The tree is freed with
/// the value.
package struct Document: ~Copyable {
  /// Nil only if cmark failed to make a tree; the document is then empty.
  let root: OpaquePointer?

  /// Parses a rendered template.
  ///
  /// - Parameter images: the addresses of the images to keep, as `SafeURL` writes them.
  package init(_ markdown: [UInt8], images: Set<String> = []) {
    root = markdown.withUnsafeBufferPointer { Document.cleanTree($0, images, author: .template) }
  }

  /// Parses a user's text; its tree has no controls, noncharacters or unbalanced directional
  /// formatting.
  init(userText markdown: UnsafeBufferPointer<UInt8>) {
    root = Document.cleanTree(markdown, [], author: .user)
  }

  enum Author { case template, user }

  deinit { if let root { cmark_node_free(root) } }

  private static func cleanTree(
    _ markdown: UnsafeBufferPointer<UInt8>, _ images: Set<String>, author: Author
  ) -> OpaquePointer? {
    let most = author == .user ? ContainerGuard.maximumUserMarkers : ContainerGuard.maximumMarkers
    let guarded = ContainerGuard.guarded(markdown.span, most: most)
    guard let root = guarded?.withUnsafeBufferPointer(parse) ?? parse(markdown) else { return nil }
    // Adjacent text nodes are one to a reader: directional formatting may span them.
    if author == .user { cmark_consolidate_text_nodes(root) }
    TreeCleaner.clean(root, length: markdown.count, images: images, author: author)
    return root
  }

  private static func parse(_ markdown: UnsafeBufferPointer<UInt8>) -> OpaquePointer? {
    guard let base = markdown.baseAddress else { return cmark_node_new(CMARK_NODE_DOCUMENT) }
    return base.withMemoryRebound(to: CChar.self, capacity: markdown.count) {
      cmark_parse_document($0, markdown.count, CMARK_OPT_DEFAULT)
    }
  }

  /// Makes what the items of outer lists hold paragraphs, even where a list has a single line.
  package func loosenLists() {
    var block = root?.firstChild
    while let node = block {
      if node.kind == CMARK_NODE_LIST { cmark_node_set_list_tight(node, 0) }
      block = node.next
    }
  }

  /// Appends the document as HTML blocks without a surrounding element.
  package func appendHTML(to output: inout [UInt8]) {
    guard let root, let html = cmark_render_html(root, CMARK_OPT_DEFAULT) else { return }
    OpaquePointer.withBytes(of: html) { output.append(contentsOf: $0) }
    cmark_get_default_mem_allocator().pointee.free(html)
  }

  /// Appends the document as plain text; see `TextStyle`.
  package func appendText(style: TextStyle, to output: inout [UInt8]) {
    guard let root else { return }
    var writer = TextWriter(style: style)
    TreeWalk.visit(root) { writer.visit($0, isEnter: $1) }
    writer.finish(into: &output)
  }
}

/// A node of cmark, borrowed from the `Document` that owns its tree, which it must not outlive.
extension OpaquePointer {
  var kind: cmark_node_type { cmark_node_get_type(self) }
  var firstChild: OpaquePointer? { cmark_node_first_child(self) }
  var next: OpaquePointer? { cmark_node_next(self) }
  var parent: OpaquePointer? { cmark_node_parent(self) }

  /// The text of a text, code or HTML node.
  func withLiteral<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    OpaquePointer.withBytes(of: cmark_node_get_literal(self), body)
  }

  func withURL<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    OpaquePointer.withBytes(of: cmark_node_get_url(self), body)
  }

  fileprivate static func withBytes<Result>(
    of string: UnsafePointer<CChar>?, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard let string else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    var length = 0
    while string[length] != 0 { length += 1 }
    return string.withMemoryRebound(to: UInt8.self, capacity: length) {
      body(UnsafeBufferPointer(start: $0, count: length))
    }
  }

  /// Whether strong text is in the first block of an item.
  var beginsWithStrong: Bool {
    var inline = firstChild?.firstChild
    while let node = inline, node.kind != CMARK_NODE_STRONG { inline = node.next }
    return inline != nil
  }

  /// Whether the node is an item of a tight list or a block directly inside one.
  var isInTightList: Bool {
    let item = kind == CMARK_NODE_ITEM ? self : parent
    guard let item, item.kind == CMARK_NODE_ITEM, let list = item.parent else { return false }
    return cmark_node_get_list_tight(list) != 0
  }

  /// The number of an ordered list's first item; nil for a bullet list.
  var listStart: Int? {
    cmark_node_get_list_type(self) == CMARK_ORDERED_LIST
      ? Int(cmark_node_get_list_start(self)) : nil
  }
}

/// Walks a tree without recursion, so that nesting cannot exhaust the stack.
enum TreeWalk {
  /// Calls `body` when it enters a node other than the root, and when it leaves a node that can
  /// have children.
  static func visit(_ root: OpaquePointer, _ body: (OpaquePointer, Bool) -> Void) {
    guard let iterator = cmark_iter_new(root) else { return }
    defer { cmark_iter_free(iterator) }
    while case let event = cmark_iter_next(iterator), event != CMARK_EVENT_DONE {
      guard let node = cmark_iter_get_node(iterator), node != root else { continue }
      body(node, event == CMARK_EVENT_ENTER)
    }
  }
}
