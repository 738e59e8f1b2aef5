import CCMark
import Testing

@testable import SafeMarkdown

/// Every kind of character that is not simply shown, beside everything that means something.
@Suite("Characters at borders")
struct BorderTests {
  /// C0 and C1 controls, format characters, marks, joiners, spaces, line breaks, noncharacters,
  /// private and unassigned ones.
  static let strangers: [Unicode.Scalar] =
    ((0...0x20).map { $0 } + (0x7F...0xA0) + (0x200B...0x200F) + (0x2028...0x202F)
    + (0x2060...0x206F) + (0xFFF9...0xFFFF) + (0xFDD0...0xFDD1)
    + [
      0xAD, 0x300, 0x34F, 0x378, 0x600, 0x61C, 0x903, 0x1160, 0x1680, 0x180E, 0x20DD, 0x20E3,
      0x3000, 0x3164, 0xFE0F, 0xFE20, 0xFEFF, 0xE000, 0x1_BCA0, 0x1_D173, 0x1_FFFE, 0xE_0001,
      0xE_0041, 0xE_007F, 0xE_0100, 0x10_FFFF,
    ]).compactMap { Unicode.Scalar(UInt32($0)) }

  /// What opens a block, or means something within a line.
  static let markers = [
    "# a", "###### a", "> a", "- a", "+ a", "* a", "1. a", "12) a", "---", "***", "===", "```",
    "~~~",
    "&#27;", "&#x202e;", "&lt;", "<b>", "<http://a.b>", "*a*", "**a**", "_a_", "`a`", "[a](b)",
    "![a](b)", "[a]: /b", "|a|", "~~a~~", "a\\", "a!", "a #", "  a", "a  ", "\n# a", "a\n- b",
    "a\n===", "a\n\n    b",
  ]

  /// Every scalar at every place of every marker, alone and twice.
  static func forEachText(_ stranger: Unicode.Scalar, _ body: (String) -> Void) {
    for marker in markers {
      let scalars = Array(marker.unicodeScalars)
      for place in 0...scalars.count {
        for count in 1...2 {
          var text = scalars
          text.insert(contentsOf: repeatElement(stranger, count: count), at: place)
          body(String(String.UnicodeScalarView(text)))
        }
      }
      for other in 1..<max(2, scalars.count) {
        var text = scalars
        text.insert(stranger, at: other)
        text.insert(stranger, at: 0)
        body(String(String.UnicodeScalarView(text)))
      }
    }
    for byte in UInt8(0x21)...0x7E where !Character(Unicode.Scalar(byte)).isLetter {
      let character = Character(Unicode.Scalar(byte))
      for text in [
        "\(stranger)\(character) a", "\(character)\(stranger) a", "a\(character)\(stranger)",
      ] { body(text) }
    }
  }

  @Test("of a text on one line are text to cmark", arguments: strangers)
  func flattened(stranger: Unicode.Scalar) {
    Self.forEachText(stranger) { text in
      let found = escaped(text)
      let expected = Expected.line(text)
      Self.expectNothing(Bytes.complaint(of: found), of: text)
      for before in ["", "- ", "# ", "> "] {
        Self.expect(Self.leaves(of: Array(before.utf8) + found), expected, of: text, after: before)
      }
      let behind = expected.isEmpty ? "a" : "a " + expected
      Self.expect(Self.leaves(of: Array("a\n".utf8) + found), behind, of: text, after: "a\n")
    }
  }

  @Test("of a text of several lines are text and hard breaks to cmark", arguments: strangers)
  func kept(stranger: Unicode.Scalar) {
    Self.forEachText(stranger) { text in
      let found = escaped(text, .kept(indent: 2))
      let leaves = Self.leaves(of: Array("- ".utf8) + found)
      Self.expect(leaves, Expected.lines(text), of: text, after: "- ")
      Self.expectNothing(Bytes.complaint(of: found), of: text)
    }
  }

  @Test("of Markdown and of HTML bodies bring no control and no open isolate", arguments: strangers)
  func bodies(stranger: Unicode.Scalar) {
    Self.forEachText(stranger) { text in
      for markdown in ["*\(text)*", "`\(text)`", "a\n\(text)\n- b", "```\n\(text)\n```"] {
        var found: [UInt8] = []
        UserMarkdown.append(markdown, indent: 2, to: &found)
        Self.expectNothing(Bytes.complaint(of: found), of: markdown)
        let read = PlainContent(of: Document(Array("- ".utf8) + found)).string
        if !read.utf8.elementsEqual(UserMarkdown.plainText(markdown).utf8) {
          Issue.record("\(read) of \(markdown.unicodeScalars.map(\.value))")
        }
      }
      var html: [UInt8] = []
      HTMLEscape.append(text, to: &html)
      UserMarkdown.appendHTML(text, to: &html)
      Self.expectNothing(Bytes.complaint(of: html), of: text)
    }
  }

  // Compared by hand: a million `#expect` take a minute.
  private static func expect(
    _ leaves: Leaves, _ expected: String, of text: String, after before: String
  ) {
    if case .text(let found) = leaves, found.utf8.elementsEqual(expected.utf8) { return }
    Issue.record("\(leaves) of \(text.unicodeScalars.map(\.value)) after \(before)")
  }

  private static func expectNothing(_ complaint: String?, of text: String) {
    guard let complaint else { return }
    Issue.record("\(complaint) in \(text.unicodeScalars.map(\.value))")
  }

  /// Negative control.
  @Test func `the judges see what must not be`() {
    #expect(Self.leaves(of: Array("# a".utf8)) == .text("a"))
    #expect(Self.leaves(of: Array("- # a".utf8)) == .structure("heading"))
    #expect(Self.leaves(of: Array("&#27;".utf8)) == .text("\u{1B}"))
    #expect(Bytes.complaint(of: [0x1B]) == "a control")
    #expect(Bytes.complaint(of: Array("\u{80}".utf8)) == "a control")
    #expect(Bytes.complaint(of: Array("\u{2068}a".utf8)) == "left open")
    #expect(Bytes.complaint(of: Array("\u{2068}a\n\u{2069}".utf8)) == "left open")
    #expect(Bytes.complaint(of: Array("a\u{202C}".utf8)) == "an end of nothing")
    #expect(Bytes.complaint(of: Array("\u{2068}a\u{2069}\n\t".utf8)) == nil)
  }

  /// What is in a document: text with its hard breaks, or a block or inline that nobody asked for.
  enum Leaves: Equatable {
    case text(String)
    case structure(String)
  }

  /// Reads what stands in the document's one outer block: a paragraph, a heading, a quote or a list
  /// of one item, which the test wrote itself.
  static func leaves(of markdown: [UInt8]) -> Leaves {
    guard
      let root = markdown.withUnsafeBytes({ bytes in
        cmark_parse_document(
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, CMARK_OPT_DEFAULT)
      })
    else { return .structure("none") }
    defer { cmark_node_free(root) }
    var text = ""
    var blocks = 0
    var unexpected: String?
    TreeWalk.visit(root) { node, isEnter in
      guard isEnter else { return }
      switch node.kind {
      case CMARK_NODE_TEXT: text += node.withLiteral { String(decoding: $0, as: UTF8.self) }
      case CMARK_NODE_LINEBREAK: text += "\n"
      case CMARK_NODE_SOFTBREAK: text += " "
      case CMARK_NODE_PARAGRAPH: break
      case CMARK_NODE_ITEM where blocks == 1: break
      case CMARK_NODE_HEADING, CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_LIST:
        blocks += 1
        if blocks > 1 { unexpected = String(cString: cmark_node_get_type_string(node)) }
      default: unexpected = String(cString: cmark_node_get_type_string(node))
      }
    }
    return unexpected.map(Leaves.structure) ?? .text(text)
  }
}

/// What a text must be once it is written, told scalar by scalar.
enum Expected {
  private static let lineBreaks: Set<Unicode.Scalar> = [
    "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}",
  ]

  /// On one line: each run of line breaks a space, none at the ends.
  static func line(_ text: String) -> String {
    balanced(normal(text), perLine: false).split(separator: "\n").joined(separator: " ")
  }

  /// On several: none empty at the ends.
  static func lines(_ text: String) -> String { balanced(normal(text), perLine: true) }

  /// Line breaks as LF, CR LF as one, controls and noncharacters as U+FFFD.
  private static func normal(_ text: String) -> [Unicode.Scalar] {
    var normal: [Unicode.Scalar] = []
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      if scalar == "\n", previous == "\r" { continue }
      if lineBreaks.contains(scalar) {
        normal.append("\n")
      } else if scalar != "\t",
        scalar.properties.generalCategory == .control || scalar.properties.isNoncharacterCodePoint
      {
        normal.append("\u{FFFD}")
      } else {
        normal.append(scalar)
      }
    }
    return normal
  }

  /// Without the ends of nothing and the line breaks at either end; with the ends of what is open.
  private static func balanced(_ scalars: [Unicode.Scalar], perLine: Bool) -> String {
    var written: [Unicode.Scalar] = []
    var open: [Unicode.Scalar] = []
    for scalar in scalars {
      switch scalar.value {
      case 0x0A where perLine:
        written.append(contentsOf: open.reversed())
        open = []
      case 0x202A, 0x202B, 0x202D, 0x202E: open.append("\u{202C}")
      case 0x2066...0x2068: open.append("\u{2069}")
      case 0x202C:
        if open.last != scalar { continue }
        open.removeLast()
      case 0x2069:
        guard let isolate = open.lastIndex(of: scalar) else { continue }
        open.removeSubrange(isolate...)
      default: break
      }
      written.append(scalar)
    }
    while written.last == "\n" { written.removeLast() }
    written.append(contentsOf: open.reversed())
    return String(String.UnicodeScalarView(written.drop { $0 == "\n" }))
  }
}

/// What no sink may hold, whatever it is: controls but line feeds and tabs, noncharacters, and
/// directional formatting that is not closed on its line.
enum Bytes {
  static func complaint(of bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return "no UTF-8" }
    var open: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09: continue
      case 0x0A: if !open.isEmpty { return "left open" }
      case 0..<0x20, 0x7F..<0xA0: return "a control"
      case 0x202A, 0x202B, 0x202D, 0x202E: open.append("\u{202C}")
      case 0x2066...0x2068: open.append("\u{2069}")
      case 0x202C, 0x2069:
        guard let last = open.lastIndex(of: scalar) else { return "an end of nothing" }
        if scalar == "\u{202C}", last != open.count - 1 { return "an end of nothing" }
        open.removeSubrange(last...)
      default: if scalar.properties.isNoncharacterCodePoint { return "a noncharacter" }
      }
    }
    return open.isEmpty ? nil : "left open"
  }
}
