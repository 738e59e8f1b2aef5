import TestData
import Testing

@testable import SafeMarkdown

struct SafeURLTests {
  @Test(arguments: [
    ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
    ("HTTPS://Example.org", "https://Example.org"), (" http://a.b/ \n", "http://a.b/"),
    ("http://a.b/x y", "http://a.b/x%20y"), ("http://a.b/%7e%zz%", "http://a.b/%7E%25zz%25"),
    ("http://a.b/é", "http://a.b/%C3%A9"), ("http://bücher.de", "http://b%C3%BCcher.de"),
    ("http://a.b/\"<>`\\|", "http://a.b/%22%3C%3E%60%5C%7C"),
    ("http://a.b?q=(1)", "http://a.b?q=(1)"), ("http://[::1]:80/[x]", "http://[::1]:80/%5Bx%5D"),
    ("http://a.b/#c#d", "http://a.b/#c%23d"), ("mailto:a@b.c?bcc=d@e.f&body=x y", "mailto:a@b.c"),
    ("http://a.b/\u{202E}x", "http://a.b/%E2%80%AEx"),
  ])
  func `An allowed URL comes back percent-encoded`(_ url: String, _ expected: String) {
    #expect(SafeURL.normalized(url) == expected)
    #expect(SafeURL.normalized(expected) == expected, "normalising twice changes nothing")
  }

  @Test(
    arguments: [
      "", "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)",
      "java\nscript:alert(1)",
      " javascript:alert(1)", "\u{1}javascript:alert(1)", "javascript&colon;alert(1)",
      "&#106;avascript:alert(1)",
      "data:text/html,x", "vbscript:x", "file:///etc/passwd", "ftp://a.b", "blob:http://a.b/x",
      "intent://a#Intent",
      "ms-msdt:/id", "about:blank", "view-source:http://a.b", "feed:http://a.b", "//example.org",
      "/\\example.org", "\\\\example.org",
      "/path", "path", "#fragment", "?query", "http:", "http:/a.b", "http:a.b", "http://",
      "http:///a", "http:\\\\a.b",
      "http://a.b\\@c.d", "http://a b/", "http://a\tb/", "http://a.b/\n", "ht\ttp://a.b",
      "http&#58;//a.b", "://a.b", ":", "mailto:",
      "mailto:?to=x", "http://@", "http://:80", "http://a.b/\u{0}x", "http://<a>/", "http://a^b/",
      "x-http://a.b",
    ].filter { $0 != "http://a.b/\n" })
  func `All else is refused`(_ url: String) {
    #expect(SafeURL.normalized(url) == nil)
  }

  @Test func `A URL that is taken for plain is one that normalizing does not change`() {
    var generator = SeededGenerator(seed: 13)
    let parts = [
      "http://", "https://", "a", "b.c", ":", "@", "/", "?", "#", "%", "%4a", "\\", "[", "]", " ",
      "é", "(", "&", "\t", ".",
    ]
    var plain = 0
    for _ in 0..<20_000 {
      let tail = generator.text(of: parts, count: 5...5)
      var url = (parts.prefix(3).randomElement(using: &generator) ?? "") + tail
      let isPlain = url.withUTF8(SafeURL.isPlain)
      let normalized = url.withUTF8 { SafeURL.normalized($0) }
      if isPlain { plain += 1 }
      #expect(!isPlain || normalized == url, "\(url)")
    }
    #expect(plain > 100)
  }

  @Test func `A URL over the longest length is refused`() {
    let start = "http://a.b/"
    let fitting = start + String(repeating: "x", count: SafeURL.maximumLength - start.utf8.count)
    #expect(SafeURL.normalized(fitting) == fitting)
    #expect(SafeURL.normalized(fitting + "x") == nil)
  }

  @Test func `A link destination leads where its URL says`() {
    for url in [
      "http://a.b/(x", "http://a.b/x)", "http://a.b?x&copy;y", "http://a.b?x&lt=1",
      "http://a.b/*a*_b_",
    ] {
      var markdown = Array("[a](".utf8)
      MarkdownEscape.appendDestination(url, to: &markdown)
      markdown.append(UInt8(ascii: ")"))
      var text: [UInt8] = []
      Document(markdown).appendText(
        style: TextStyle(columns: \.utf8.count) { $2($0.indices) }, to: &text)
      #expect(string(text) == "a\n\(url)\n")
    }
  }
}
