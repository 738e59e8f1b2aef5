import Testing

@testable import SafeMarkdown

struct DocumentTests {
  static func html(_ markdown: String) -> String {
    var output: [UInt8] = []
    Document(Array(markdown.utf8)).appendHTML(to: &output)
    return string(output)
  }

  @Test(arguments: [
    ("# A\n\nb **c** `d`", "<h1>A</h1>\n<p>b <strong>c</strong> <code>d</code></p>\n"),
    ("[a](http://b.c \"title\")", "<p><a href=\"http://b.c\">a</a></p>\n"),
    ("[a](javascript:x)", "<p>a</p>\n"), ("[*a* b](/x)", "<p><em>a</em> b</p>\n"),
    ("[a](//b.c)", "<p>a</p>\n"),
    ("[a](java&#9;script:x)", "<p>a</p>\n"), ("<javascript:x>", "<p>javascript:x</p>\n"),
    ("<http://a.b>", "<p><a href=\"http://a.b\">http://a.b</a></p>\n"),
    ("a ![alt *b*](http://c.d/e.png) f", "<p>a alt <em>b</em> f</p>\n"),
    ("![](http://c.d/e.png)", ""), ("a <b onclick=x>c</b> d", "<p>a c d</p>\n"),
    ("a<br>b", "<p>a<br />\nb</p>\n"), ("<script>alert(1)</script>", ""),
    ("<div>a <b>c</b></div>", "<p>a c</p>\n"), ("<!-- a -->", ""),
    ("- <img src=x onerror=alert(1)>\n- b", "<ul>\n<li>b</li>\n</ul>\n"), ("", ""),
    ("[![a](http://b.c/d.png)](http://e.f)", "<p><a href=\"http://e.f\">a</a></p>\n"),
    ("[a]\n\n[a]: javascript:x", "<p>a</p>\n"), ("[](http://a.b)", ""),
  ])
  func `HTML has allowed links, no images, no raw HTML`(_ markdown: String, _ expected: String) {
    #expect(Self.html(markdown) == expected)
  }

  @Test func `Only the images that are asked for stay images, without their titles`() {
    let markdown = Array(
      "![a](https://b.c/d.png 'on') ![e](https://f.g/h.png) ![i](http://b.c/d.png)".utf8)
    var html: [UInt8] = []
    Document(markdown, images: ["https://b.c/d.png"]).appendHTML(to: &html)
    #expect(
      String(decoding: html, as: UTF8.self)
        == "<p><img src=\"https://b.c/d.png\" alt=\"a\" /> e i</p>\n")
  }

  @Test func `A reference that is used without end becomes text`() {
    let url = "http://a.b/" + String(repeating: "x", count: 4000)
    let markdown = "[a]: \(url)\n\n" + String(repeating: "[a] ", count: 2000)
    #expect(Self.html(markdown).components("<a ") == 4)
    #expect(
      Self.html("[a]: http://a.b\n\n" + String(repeating: "[a] ", count: 100)).components("<a ")
        == 100)
  }

  @Test(arguments: [
    String(repeating: "> ", count: 17) + "a", String(repeating: "- ", count: 17) + "a",
    String(repeating: "1. ", count: 17) + "a", String(repeating: ">", count: 60) + "*a*",
  ])
  func `A line of more than sixteen container markers is text`(_ line: String) {
    let html = Self.html("b\n\n" + line)
    #expect(html.hasPrefix("<p>b</p>\n<p>") && !html.contains("<li>") && !html.contains("quote"))
  }

  @Test func `Sixteen markers still nest`() {
    let html = Self.html(String(repeating: "> ", count: 16) + "a")
    #expect(html.components("<blockquote>") == 16)
  }

  @Test func `Indentation beyond thirty-two columns is moved back`() {
    #expect(
      Self.html("```\n" + String(repeating: " ", count: 50) + "a\n```")
        == "<pre><code>" + String(repeating: " ", count: 32) + "a\n</code></pre>\n")
  }
}

extension String { func components(_ part: String) -> Int { self.ranges(of: part).count } }
