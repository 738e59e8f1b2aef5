import Languages
import TestData
import Testing

@testable import SafeMarkdown

struct TextWriterTests {
  static func text(_ markdown: String, width: Int = 72) -> String {
    var output: [UInt8] = []
    let style = TextStyle(
      width: width, columns: { DisplayWidth.columns(of: $0) },
      wrap: { DisplayWidth.forEachLine(of: $0, columns: $1, keepsAddresses: true, each: $2) })
    Document(Array(markdown.utf8)).appendText(style: style, to: &output)
    return string(output)
  }

  @Test(arguments: [
    ("# Head", "Head\n====\n"), ("## Head *a*", "Head a\n------\n"), ("### 你", "你\n--\n"),
    ("a\n\nb", "a\n\nb\n"), ("a\nb", "a b\n"), ("a\\\nb", "a\nb\n"),
    ("- a\n- b\n  - c", "- a\n- b\n  - c\n"), ("- a\n\n  b\n\n- c", "- a\n\n  b\n\n- c\n"),
    ("9. a\n10. b\n    c", "9. a\n10. b c\n"), ("> a\n>\n> b", "> a\n>\n> b\n"),
    ("```\na  b\n\n c\n```", "    a  b\n    \n     c\n"), ("a\n\n---\n\nb", "a\n\n* * *\n\nb\n"),
    ("`a` **b**", "a b\n"),
    ("[a](http://b.c) [d](http://e.f) [g](http://b.c)", "a d g\na: http://b.c\nd: http://e.f\n"),
    ("[a *b*](http://b.c)\n\nd", "a b\nhttp://b.c\n\nd\n"),
    (
      "- **[a](http://b.c)**\\\n  x\n\n  see [d](http://e.f)\n\n  **[g](http://h.i)**\n- j",
      "- a\n  x\n\n  see d\n\n  http://b.c\n  d: http://e.f\n  g: http://h.i\n\n- j\n"
    ),
    ("- a\n  - [b](http://c.d)\n- e", "- a\n  - b\n  b: http://c.d\n- e\n"),
    ("<http://a.b> <x@y.z>", "http://a.b x@y.z\n"),
    ("# [a](http://b.c)", "a\n=\nhttp://b.c\n"),
    ("&#32; a &amp; b", "a & b\n"), ("", ""), ("- > a\n  > b\n- c", "- > a b\n- c\n"),
  ])
  func `Each construct has its form in text`(_ markdown: String, _ expected: String) {
    #expect(Self.text(markdown) == expected)
  }

  @Test func `Where strong items have a bullet, others have none, and all are dense`() {
    var output: [UInt8] = []
    let style = TextStyle(
      columns: { DisplayWidth.columns(of: $0) },
      wrap: { DisplayWidth.forEachLine(of: $0, columns: $1, keepsAddresses: true, each: $2) },
      strongBullet: "● ")
    let markdown = "- x **a**\n\n  b **c**\n\n- d\n\n  - **e**\n\nf\u{2002} g"
    Document(Array(markdown.utf8)).appendText(style: style, to: &output)
    #expect(string(output) == "● x a\n  b c\n\n  d\n  - e\n\nf\u{2002} g\n")
  }

  @Test func `A wide space ends no line`() {
    let words = String(repeating: "x", count: 19)
    #expect(Self.text("\(words)\u{2002} \(words)", width: 20) == "\(words)\n\(words)\n")
  }

  @Test func `Lines break at spaces within the width, indentation included`() {
    #expect(
      Self.text("- one two three four five six seven", width: 22)
        == "- one two three four\n  five six seven\n")
    #expect(
      Self.text("> one two three four five six", width: 22) == "> one two three four\n> five six\n")
  }

  @Test func `A word that is longer than the line is broken, an address is not`() {
    let word = String(repeating: "x", count: 45)
    let twenty = word.prefix(20)
    #expect(Self.text("a \(word) b", width: 20) == "a\n\(twenty)\n\(twenty)\nxxxxx b\n")
    #expect(Self.text("a http://\(word) b", width: 20) == "a\nhttp://\(word)\nb\n")
    let accents = String(repeating: "e\u{301}", count: 22)
    #expect(Self.text(accents, width: 20) == accents.prefix(20) + "\ne\u{301}e\u{301}\n")
  }

  @Test func `Wide characters count two columns, and lines break between them`() {
    let wide = String(repeating: "漢", count: 25)
    #expect(
      Self.text(wide, width: 20)
        == [10, 10, 5].map { String(repeating: "漢", count: $0) }.joined(separator: "\n") + "\n")
    #expect(
      Self.text(String(repeating: "字", count: 10) + "。字", width: 20)
        == String(repeating: "字", count: 9) + "\n字。字\n", "a full stop begins no line")
  }

  @Test func `No line is wider than the style asks, whatever the text`() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      let words = (0..<30).map { _ in
        String(
          repeating: ["a", "é", "漢", "한"].randomElement(using: &generator) ?? "a",
          count: Int.random(in: 1...9, using: &generator))
      }
      for line in Self.text("> - " + words.joined(separator: " "), width: 30).split(separator: "\n")
      {
        let columns = line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 ? 2 : 1) }
        #expect(columns <= 30, "\(line)")
      }
    }
  }
}
