import CCMark
import Glibc
import Testing

@testable import SafeMarkdown

/// Inputs that make parsers of Markdown slow, after cmark's own list and the three quadratic
/// families of cmark 0.30.2 (CVE-2023-24824 twice, CVE-2023-22486).
struct PathologicalTests {
  typealias Pattern = @Sendable (Int) -> String

  private static func repeating(_ unit: String) -> Pattern {
    { String(repeating: unit, count: $0 / unit.utf8.count) }
  }

  private static func halves(_ first: String, _ middle: String, _ last: String) -> Pattern {
    { size in
      String(repeating: first, count: size / 2 / first.utf8.count) + middle
        + String(repeating: last, count: size / 2 / last.utf8.count)
    }
  }

  static let patterns: [(name: String, make: Pattern)] =
    [
      "*a ", "_a ", "a_ ", "*a_ ", "*_", "*_*_a", "a**b", "**a *a ", "[a", "a]", "[", "]", "![",
      "![[]()", "[](", "[a](b", "[a](<b", "[ (](", "<", "<a ", "<a b='", "a<!--", "a<?", "a<!A",
      "a<![CDATA[", "</", "&", "&a", "\\", "`a``b", "~~~\n", ">", "> ", "- ", "* ", "1. ",
      "* a\n\n", ">\n", "#", "|", "[a]: b\n", "[a]: b '", "\t", "<div>\n\n",
    ].map { ($0.debugDescription, repeating($0)) } + [
      ("list markers, then empty lines", halves("- ", "x", "\n")),
      ("quoted list markers, then empty lines", { "> " + halves("- ", "x\n", ">\n")($0) }),
      ("quotes, then emphasis", halves(">", "", "a*")), ("nested brackets", halves("[", "a", "]")),
      ("nested emphasis", halves("*", "a", "*")),
      ("openers, then mixed closers", halves("*a ", "", "_a*_ ")),
      (
        "ever longer backticks",
        { size in
          (1..<Int(Double(2 * size).squareRoot())).map { "e" + String(repeating: "`", count: $0) }
            .joined()
        }
      ),
      (
        "ever deeper lists",
        { size in
          (0..<Int(Double(size).squareRoot())).map { String(repeating: "  ", count: $0) + "* a\n" }
            .joined()
        }
      ),
      (
        "deep lists, then empty lines",
        { size in
          (0..<Int(Double(size / 2).squareRoot())).map {
            String(repeating: "  ", count: $0) + "* a\n"
          }.joined() + String(repeating: "\n", count: size / 2)
        }
      ),
      (
        "sixteen markers on ever deeper lines, then empty lines",
        { size in
          (0..<max(1, Int(Double(size / 32).squareRoot()))).map {
            String(repeating: " ", count: 32 * $0) + String(repeating: "- ", count: 16) + "x\n"
          }.joined() + String(repeating: "\n", count: size / 2)
        }
      ),
      (
        "a long reference used often",
        { size in
          "[a]: http://b.c/" + String(repeating: "u", count: size / 2) + "\n\n"
            + String(repeating: "[a]", count: size / 6)
        }
      ),
      (
        "a reference with a long title used often",
        { size in
          "[a]: http://b.c/ '" + String(repeating: "u\n", count: size / 4) + "'\n\n"
            + String(repeating: "[a]", count: size / 6)
        }
      ),
      (
        "code in deep lists",
        { size in
          (0..<16).map { String(repeating: "  ", count: $0) + "- a\n" }.joined()
            + String(repeating: String(repeating: " ", count: 40) + "x\n\n", count: size / 43)
        }
      ),
    ]

  private struct EmptyTree: Error {}

  @Test(arguments: patterns.indices)
  func `Containers nest to a bounded depth`(_ index: Int) throws {
    for size in [4, 16].map({ $0 * 1024 }) {
      let document = Document(Array(Self.patterns[index].make(size).utf8))
      var depth = 0
      var deepest = 0
      guard let root = document.root else { throw EmptyTree() }
      TreeWalk.visit(root) { node, isEnter in
        let isContainer = node.kind == CMARK_NODE_ITEM || node.kind == CMARK_NODE_BLOCK_QUOTE
        if isContainer { depth += isEnter ? 1 : -1 }
        deepest = max(deepest, depth)
      }
      #expect(deepest <= ContainerGuard.maximumMarkers + ContainerGuard.maximumIndentation / 2)
    }
  }

  @Test(arguments: patterns.indices)
  func `What is written is no more than a few times the message`(_ index: Int) {
    let message = Self.patterns[index].make(16 * 1024)
    let written = UserMarkdownTests.written(message)
    #expect(written.utf8.count <= 8 * message.utf8.count, "\(Self.patterns[index].name)")
  }

  /// Negative control of the bound on depth: cmark alone nests as deep as it is told to.
  @Test func `Without the guard containers nest without bound`() {
    let outline = Judge.outline(Array((String(repeating: "> ", count: 100) + "a").utf8))
    #expect(outline.components("block_quote") == 100)
  }
}
