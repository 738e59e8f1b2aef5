import CCMark

/// The text of a document and nothing else, its white space collapsed.
struct PlainContent: Equatable {
  private var text: [UInt8] = []
  private var owesSpace = false

  init() {}

  init(of document: borrowing Document) {
    guard let root = document.root else { return }
    var content = PlainContent()
    TreeWalk.visit(root) { node, isEnter in
      switch node.kind {
      case CMARK_NODE_TEXT, CMARK_NODE_CODE, CMARK_NODE_CODE_BLOCK:
        node.withLiteral { content.append($0) }
      case CMARK_NODE_EMPH, CMARK_NODE_STRONG, CMARK_NODE_LINK: return
      default: break
      }
      let isInline = node.kind == CMARK_NODE_TEXT || node.kind == CMARK_NODE_CODE
      if !isInline { content.separate() }
    }
    self = content
  }

  static func == (left: PlainContent, right: PlainContent) -> Bool { left.text == right.text }

  var string: String { String(decoding: text, as: UTF8.self) }

  /// Appends text; spaces, tabs and line ends in it become one space.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        owesSpace = true
        continue
      }
      if owesSpace, !text.isEmpty { text.append(UInt8(ascii: " ")) }
      owesSpace = false
      text.append(byte)
    }
  }

  /// Keeps what comes next apart from what was before.
  mutating func separate() { owesSpace = true }
}
