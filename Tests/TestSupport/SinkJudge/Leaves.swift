import CCMark

/// What cmark reads in a document: text with its hard breaks, or a block or inline that nobody asked
/// for.
package enum Leaves: Equatable {
  case text(String)
  case structure(String)

  /// Reads what stands in the document's one outer block: a paragraph, a heading, a quote or a list
  /// of one item, which the test wrote itself.
  package init(of markdown: [UInt8]) {
    let tree = markdown.withUnsafeBytes { bytes in
      cmark_parse_document(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, CMARK_OPT_DEFAULT)
    }
    guard let tree, let iterator = cmark_iter_new(tree) else {
      self = .structure("nothing")
      return
    }
    defer { cmark_node_free(tree) }
    defer { cmark_iter_free(iterator) }
    var reading = Reading()
    while case let event = cmark_iter_next(iterator), event != CMARK_EVENT_DONE {
      if event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(iterator) {
        reading.enter(node)
      }
    }
    self = reading.unexpected.map(Leaves.structure) ?? .text(reading.text)
  }

  private struct Reading {
    var text = ""
    var unexpected: String?
    private var blocks = 0

    mutating func enter(_ node: OpaquePointer) {
      switch cmark_node_get_type(node) {
      case CMARK_NODE_TEXT: text += cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
      case CMARK_NODE_LINEBREAK: text += "\n"
      case CMARK_NODE_SOFTBREAK: text += " "
      case CMARK_NODE_DOCUMENT, CMARK_NODE_PARAGRAPH: break
      case CMARK_NODE_ITEM where blocks == 1: break
      case CMARK_NODE_HEADING, CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_LIST:
        blocks += 1
        if blocks > 1 { unexpected = String(cString: cmark_node_get_type_string(node)) }
      default: unexpected = String(cString: cmark_node_get_type_string(node))
      }
    }
  }
}
