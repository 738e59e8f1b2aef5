import CCMark

/// A parsed CommonMark document without anything active in it.
///
/// Links lead to what `SafeURL` allows, others are their text; images are their alternative
/// text but for those that are asked for; of raw HTML only the text remains. Parsing takes time in proportion to the length, as
/// `ContainerGuard` says. The tree is freed with the value.
package struct Document: ~Copyable {
  /// Nil only where cmark could not make a tree at all; such a document is empty.
  let root: OpaquePointer?

  /// Parses a document of ours: templates with escaped text in them.
  ///
  /// - Parameter images: the addresses of the images that stay images, as `SafeURL` writes them.
  package init(_ markdown: [UInt8], images: Set<String> = []) {
    root = markdown.withUnsafeBufferPointer { Document.cleanTree($0, images, .template) }
  }

  /// Parses what a user wrote: no control, noncharacter or unbalanced directional formatting is in
  /// the words of its tree.
  init(userText markdown: UnsafeBufferPointer<UInt8>) {
    root = Document.cleanTree(markdown, [], .user)
  }

  /// Whose words a document's are.
  enum Author { case template, user }

  deinit {
    if let root { cmark_node_free(root) }
  }

  private static func cleanTree(
    _ markdown: UnsafeBufferPointer<UInt8>, _ images: Set<String>, _ author: Author
  ) -> OpaquePointer? {
    let most =
      author == .user ? ContainerGuard.maximumUserMarkers : ContainerGuard.maximumMarkers
    let guarded = ContainerGuard.guarded(markdown, most: most)
    guard let root = guarded?.withUnsafeBufferPointer(parse) ?? parse(markdown) else { return nil }
    // Formatting that one text node opens another may close: they are one to a reader.
    if author == .user { cmark_consolidate_text_nodes(root) }
    TreeCleaner.clean(root, length: markdown.count, images: images, author: author)
    return root
  }

  private static func parse(_ markdown: UnsafeBufferPointer<UInt8>) -> OpaquePointer? {
    guard let base = markdown.baseAddress else {
      return cmark_node_new(CMARK_NODE_DOCUMENT)
    }
    return base.withMemoryRebound(to: CChar.self, capacity: markdown.count) {
      cmark_parse_document($0, markdown.count, CMARK_OPT_DEFAULT)
    }
  }

  /// Writes the document as HTML: blocks without a surrounding element.
  package func appendHTML(to output: inout [UInt8]) {
    guard let root, let html = cmark_render_html(root, CMARK_OPT_DEFAULT) else { return }
    let length = CString.length(html)
    html.withMemoryRebound(to: UInt8.self, capacity: length) {
      output.append(contentsOf: UnsafeBufferPointer(start: $0, count: length))
    }
    cmark_get_default_mem_allocator().pointee.free(html)
  }

  /// Writes the document as plain text; see `TextStyle`.
  package func appendText(style: TextStyle, to output: inout [UInt8]) {
    guard let root else { return }
    var writer = TextWriter(style: style)
    TreeWalk.visit(root) { writer.visit($0, isEnter: $1) }
    writer.finish(into: &output)
  }
}

/// The border to cmark's tree: pointers to nodes and their C strings.
///
/// A node is borrowed from the `Document` that owns the tree and must not outlive it.
enum CString {
  static func length(_ string: UnsafePointer<CChar>) -> Int {
    var length = 0
    while string[length] != 0 { length += 1 }
    return length
  }
}

extension OpaquePointer {
  var kind: cmark_node_type { cmark_node_get_type(self) }
  var firstChild: OpaquePointer? { cmark_node_first_child(self) }
  var next: OpaquePointer? { cmark_node_next(self) }
  var parent: OpaquePointer? { cmark_node_parent(self) }

  /// The text of a text, code or HTML node.
  func withLiteral<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    OpaquePointer.withBytes(of: cmark_node_get_literal(self), body)
  }

  /// The destination of a link.
  func withURL<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    OpaquePointer.withBytes(of: cmark_node_get_url(self), body)
  }

  private static func withBytes<Result>(
    of string: UnsafePointer<CChar>?, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard let string else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    let length = CString.length(string)
    return string.withMemoryRebound(to: UInt8.self, capacity: length) {
      body(UnsafeBufferPointer(start: $0, count: length))
    }
  }
}

extension OpaquePointer {
  /// Whether the node stands in a list whose items follow each other without empty lines: an item,
  /// or a block directly in one.
  var isInTightList: Bool {
    let item = kind == CMARK_NODE_ITEM ? self : parent
    guard let item, item.kind == CMARK_NODE_ITEM, let list = item.parent else { return false }
    return cmark_node_get_list_tight(list) != 0
  }

  /// The number of an item of an ordered list, nil in a bullet list. Counted from the item before.
  var listStart: Int? {
    cmark_node_get_list_type(self) == CMARK_ORDERED_LIST
      ? Int(cmark_node_get_list_start(self)) : nil
  }
}

/// Walks a tree without recursion, so that no nesting can exhaust the stack.
enum TreeWalk {
  /// Calls `body` at the entry of every node but the root, and at the exit of those that can have
  /// children.
  static func visit(_ root: OpaquePointer, _ body: (OpaquePointer, Bool) -> Void) {
    guard let iterator = cmark_iter_new(root) else { return }
    defer { cmark_iter_free(iterator) }
    while case let event = cmark_iter_next(iterator), event != CMARK_EVENT_DONE {
      guard let node = cmark_iter_get_node(iterator), node != root else { continue }
      body(node, event == CMARK_EVENT_ENTER)
    }
  }
}
