import CCMark

@testable import SafeMarkdown

/// What cmark itself reads in a document, without any of our cleaning.
enum Judge {
  /// The kinds of all nodes below the root with the text of the leaves, such as
  /// `paragraph(text "a")`; neighboring texts are one.
  static func outline(_ markdown: [UInt8]) -> String {
    guard let root = parse(markdown) else { return "" }
    defer { cmark_node_free(root) }
    cmark_consolidate_text_nodes(root)
    return children(of: root)
  }

  static func html(_ markdown: [UInt8]) -> String {
    guard let root = parse(markdown), let html = cmark_render_html(root, CMARK_OPT_UNSAFE) else {
      return ""
    }
    defer { cmark_node_free(root) }
    return String(cString: html)
  }

  private static func parse(_ markdown: [UInt8]) -> OpaquePointer? {
    markdown.withUnsafeBytes { bytes in
      cmark_parse_document(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, CMARK_OPT_DEFAULT)
    }
  }

  private static func children(of node: OpaquePointer) -> String {
    var parts: [String] = []
    var child = cmark_node_first_child(node)
    while let current = child {
      parts.append(describe(current))
      child = cmark_node_next(current)
    }
    return parts.joined(separator: " ")
  }

  private static func describe(_ node: OpaquePointer) -> String {
    let kind = String(cString: cmark_node_get_type_string(node))
    if let literal = cmark_node_get_literal(node) {
      return "\(kind) \"\(String(cString: literal))\""
    }
    if cmark_node_first_child(node) == nil { return kind }
    return "\(kind)(\(children(of: node)))"
  }
}

func escaped(_ text: String, _ lineBreaks: MarkdownEscape.LineBreaks = .flattened) -> [UInt8] {
  var output: [UInt8] = []
  MarkdownEscape.append(text, lineBreaks: lineBreaks, to: &output)
  return output
}

func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
