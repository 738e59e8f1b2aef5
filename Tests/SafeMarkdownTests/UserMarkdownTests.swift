import TestData
import Testing

@testable import SafeMarkdown

struct UserMarkdownTests {
  static func written(_ markdown: String, indent: Int = 0, columns: Int? = nil) -> String {
    var output: [UInt8] = []
    let limit = columns.map { UserMarkdown.Limit(columns: $0, count: { $0.count }) }
    UserMarkdown.append(markdown, indent: indent, limit: limit, to: &output)
    return string(output)
  }

  @Test(arguments: [
    ("# A *b*\n\nc", "**A *b***\n\nc"), ("a\nb  \nc", "a b\\\nc"), ("_a_ __b__", "*a* **b**"),
    ("**a **b** c**", "**a b c**"), ("* a\n* b\n    * c", "- a\n- b\n  - c"),
    ("* a\n\n* b", "- a\n\n- b"), ("3) a\n4) b", "3. a\n4. b"), ("- a\n\n+ b", "- a\n\n+ b"),
    ("> a\n> > b", "> a\n>\n> > b"), ("    a", "```\na\n```"),
    ("````\n```\n````", "````\n```\n````"), ("***", "***"),
    ("`` a`b ``", "``a`b``"), ("`` ` ``", "`` ` ``"),
    ("[a](<http://b.c/d e> 'f')", "[a](http://b.c/d%20e)"),
    ("[a][b]\n\n[b]: http://c.d", "[a](http://c.d)"),
    ("[b]: http://c.d", ""), ("[a](javascript:x) ![i](http://j.k)", "a i"), ("a <b>c</b>", "a c"),
    ("\\*a\\*", "\\*a\\*"), ("1\\. a", "1\\. a"),
    ("<http://a.b>", "[http://a.b](http://a.b)"), ("a*b*c", "a*b*c"),
    ("中文**强调**中文", "中文**强调**中文"),
    ("a &lt;b&gt;", "a \\<b>"),
  ])
  func `A message is written back as plain CommonMark`(_ markdown: String, _ expected: String) {
    #expect(Self.written(markdown) == expected)
  }

  @Test func `Further lines are indented as the surrounding item asks`() {
    #expect(Self.written("a\n\n- b\n\n```\nc\n```", indent: 2) == "a\n\n  - b\n\n  ```\n  c\n  ```")
    let item = "- " + Self.written("a\n\n> b  \n> c", indent: 2)
    #expect(
      Judge.outline(Array(item.utf8))
        == "list(item(paragraph(text \"a\") block_quote(paragraph(text \"b\" linebreak text \"c\"))))"
    )
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("**abc def**", 5, "**abc…**"),
    ("[abcdef](http://x.y)", 3, "[ab…](http://x.y)"),
    ("a\n\nb\n\nc", 72, "a\n\n…"), ("`abcdef`", 4, "`abc…`"), ("- abc\n- def", 2, "- a…"),
  ])
  func `A cut message leaves nothing open`(_ markdown: String, _ columns: Int, _ expected: String) {
    #expect(Self.written(markdown, columns: columns) == expected)
  }

  @Test(arguments: [
    ("a\n\n**[b](http://c.d)**", "a\n\n[b](http://c.d)"),
    ("**a [b](http://c.d)** *e*", "a [b](http://c.d) *e*"),
    ("**[b](http://c.d)**\n\na", "**[b](http://c.d)**\n\na"), ("a **b**", "a **b**"),
  ])
  func `No message ends in a link like an action`(_ markdown: String, _ expected: String) {
    #expect(Self.written(markdown) == expected)
  }

  @Test func `A message over the longest length or with many images is plain text`() {
    let long = "*a* " + String(repeating: "b ", count: UserMarkdown.maximumLength / 2)
    #expect(Self.written(long).hasPrefix("\\*a\\* b"))
    let images = String(repeating: "![a](http://b.c)", count: UserMarkdown.maximumImages + 1)
    #expect(Self.written(images).hasPrefix("!\\[a\\](http"))
  }

  @Test func `Random Markdown keeps its text and reaches nothing outside of its item`() {
    var generator = SeededGenerator(seed: 5)
    let parts = [
      "*", "**", "_", "`", "``", "[", "]", "(", ")", "](http://a.b)", "<b>", "<br>", "\n", "\n\n",
      "- ", "1. ", "> ", "# ", "a", "b ", " c", "![x](y)", "    ", "```\n", "***", "\\", "&amp;",
      "[a]: /x", "---", "\t", "é", "。", "  ", "+", "!",
    ]
    for _ in Trials.upTo(20_000) {
      let markdown = generator.text(of: parts, count: 1...14)
      let written = Self.written(markdown, indent: 2)
      let read = PlainContent(of: Document(Array(("- " + written).utf8)))
      #expect(
        read.string == PlainContent(of: Document(Array(markdown.utf8))).string,
        "\(markdown.debugDescription) as \(written.debugDescription)")
      let outline = Judge.outline(Array("- \(written)\n\nend [a]".utf8))
      #expect(
        outline.hasSuffix("paragraph(text \"end [a]\")") && !outline.contains("html"),
        "\(markdown.debugDescription) as \(written.debugDescription)")
    }
  }

  @Test func `Plain text of a message is its words in one line`() {
    #expect(UserMarkdown.plainText("# A\n\n- *b*\n- [c](http://d.e)\n\n![f](g)") == "A b c f")
  }
}
