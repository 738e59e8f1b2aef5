import CCMark

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
