import ByteText
import CCMark

/// A user's Markdown, made safe to place inside a document of ours.
///
/// Each message is parsed on its own, so that its reference definitions affect no other, cleaned as
/// a `Document`, and written back as plain CommonMark: headings as bold paragraphs, links inline,
/// every block indented. A message longer than 16 KiB, or with more than 64 image openers
/// (quadratic time in cmark 0.30.2, CVE-2023-22486), is treated as plain text.
package enum UserMarkdown {
  package static let maximumLength = 16 * 1024
  static let maximumImages = 64

  /// Cuts a message after so many columns, with an ellipsis.
  package struct Limit {
    package var columns: Int
    package var count: TextStyle.ColumnCount

    package init(columns: Int, count: @escaping TextStyle.ColumnCount) {
      (self.columns, self.count) = (columns, count)
    }
  }

  /// Appends the message after what the line already holds; further lines are indented by `indent`
  /// spaces.
  package static func append(
    _ markdown: String, indent: Int = 0, limit: Limit? = nil, to output: inout [UInt8]
  ) {
    markdown.withBytes { append($0, indent: indent, limit: limit, to: &output) }
  }

  private static func append(
    _ markdown: UnsafeBufferPointer<UInt8>, indent: Int, limit: Limit?, to output: inout [UInt8]
  ) {
    guard isParsed(markdown) else {
      let text = cut(String(decoding: markdown, as: UTF8.self), to: limit)
      return MarkdownEscape.append(text, lineBreaks: .kept(indent: indent), to: &output)
    }
    let document = Document(userText: markdown)
    guard let root = document.root else { return }
    cmark_consolidate_text_nodes(root)
    var writer = CommonMarkWriter(limit: limit, indent: indent)
    writer.write(root)
    if writer.hasDelimiters, PlainContent(of: Document(writer.output)) != writer.content {
      MarkdownEscape.append(writer.content.string, to: &output)
    } else {
      output.append(contentsOf: writer.output)
    }
  }

  private static func cut(_ text: String, to limit: Limit?) -> String {
    guard let limit else { return text }
    var budget = ColumnBudget(limit: limit)
    return budget.cut(text)
  }

  /// Appends the message as HTML blocks: no images, no raw HTML, and headings as bold paragraphs to
  /// keep the page's own outline.
  package static func appendHTML(_ markdown: String, to output: inout [UInt8]) {
    var normalized: [UInt8] = []
    append(markdown, to: &normalized)
    Document(normalized).appendHTML(to: &output)
  }

  /// The message as one line of plain text, for a header, a preview or a search.
  package static func plainText(_ markdown: String) -> String {
    markdown.withBytes { bytes in
      guard isParsed(bytes) else {
        return LiteralText.normalized(String(decoding: bytes, as: UTF8.self))
      }
      return PlainContent(of: Document(userText: bytes)).string
    }
  }

  private static func isParsed(_ markdown: UnsafeBufferPointer<UInt8>) -> Bool {
    guard markdown.count <= maximumLength else { return false }
    var images = 0
    for index in markdown.indices.dropLast()
    where markdown[index] == UInt8(ascii: "!") && markdown[index + 1] == UInt8(ascii: "[") {
      images += 1
    }
    return images <= maximumImages
  }
}

/// The remaining columns of a text that is cut.
struct ColumnBudget {
  /// A line break or a new block takes the rest of a line of this width, about a phone's.
  private static let lineWidth = 72

  private let limit: UserMarkdown.Limit
  private var used = 0
  private(set) var isSpent = false

  init(limit: UserMarkdown.Limit) { self.limit = limit }

  /// As much of the text as fits; if not all, whole characters and an ellipsis.
  mutating func cut(_ text: String) -> String {
    guard !isSpent, !text.isEmpty else { return "" }
    let columns = limit.count(text)
    if used + columns <= limit.columns {
      used += columns
      return text
    }
    isSpent = true
    var shown = ""
    for character in text {
      used += limit.count(String(character))
      guard used < limit.columns else { break }
      shown.append(character)
    }
    while shown.last?.isWhitespace == true { shown.removeLast() }
    return shown + "…"
  }

  /// Uses up the rest of the current line.
  mutating func endLine() {
    used += (ColumnBudget.lineWidth - used % ColumnBudget.lineWidth) % ColumnBudget.lineWidth
  }
}

/// The text of a document, with white space collapsed.
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

  /// Appends text; white space in it becomes one space.
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

  /// Separates what comes next from what came before.
  mutating func separate() { owesSpace = true }
}
