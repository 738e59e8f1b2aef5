import TestData
import Testing

@testable import SafeMarkdown

struct HTMLEscapeTests {
  @Test(arguments: [
    ("a < b & c > \"d\" 'e'", "a &lt; b &amp; c &gt; &quot;d&quot; &#39;e&#39;"),
    ("<script>", "&lt;script&gt;"), ("é你🎉", "é你🎉"), ("", ""),
    ("a\u{0}b\u{1B}\u{80}", "a\u{FFFD}b\u{FFFD}\u{FFFD}"),
    ("a\r\nb\u{85}c\td", "a\nb\nc\td"), ("、。！", "、。！"),
  ])
  func `What is special in text or an attribute is escaped`(_ text: String, _ expected: String) {
    var output: [UInt8] = []
    HTMLEscape.append(text, to: &output)
    #expect(string(output) == expected)
  }

  /// One `Character` may hold a quote and a mark on it; escaping compares bytes.
  @Test(arguments: ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{20E3}"])
  func `A special character under a combining mark is escaped`(_ mark: String) {
    for special in ["\"", "'", "<", ">", "&"] {
      var output: [UInt8] = []
      HTMLEscape.append(special + mark, to: &output)
      #expect(output.first == UInt8(ascii: "&"))
      #expect(!output.contains(UInt8(ascii: "<")) && !output.contains(UInt8(ascii: "\"")))
    }
  }

  @Test(arguments: 0..<40)
  func `A text is escaped as its characters one by one are`(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "a", "plain", "&", "<", ">", "\"", "'", "é", "Ж", "日", "！", "👍", "\u{FFFF}",
      string([0xEF, 0xB7, 0x90]), "\u{1}", "\u{7F}", "\u{85}", "\u{92}", "\t", "\n", "\u{10FFFF}",
      "\u{C2}",
    ]
    for _ in 0..<200 {
      let count = Int.random(in: 0...20, using: &generator)
      let chosen = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }
      var whole: [UInt8] = []
      HTMLEscape.append(chosen.joined(), to: &whole)
      var single: [UInt8] = []
      for piece in chosen { HTMLEscape.append(piece, to: &single) }
      #expect(whole == single, "\(chosen)")
    }
  }

  @Test func `A byte that a table holds back is found wherever it stands`() {
    var table = [UInt8](repeating: 0, count: 256)
    table[7] = 2
    for length in 0...20 {
      for place in 0...length {
        var bytes = [UInt8](repeating: 1, count: length)
        if place < length { bytes[place] = 7 }
        for start in 0...place {
          let end = bytes.withUnsafeBufferPointer { bytes in
            table.withUnsafeBufferPointer { TableSearch.end(of: bytes, from: start, where: $0) }
          }
          #expect(end == place)
        }
      }
    }
  }
}

struct HTMLTextTests {
  @Test(arguments: [
    ("a <b>c</b> d", "a c d"), ("<p>a</p><p>b</p>", "a\n\nb"), ("a<br>b<br/>c", "a\nb\nc"),
    ("a<pre>\nb\n  c\n\nd\n</pre>e", "a\n\nb\n  c\n\nd\n\ne"),
    ("<pre>a\r\nb\rc</pre>", "a\nb\nc"), ("<pre>  a  b </pre> c  d", "  a  b\n\nc d"),
    ("<PRE><code>a <i>b</i>\n c</code></PRE></pre>d\ne", "a b\n c\n\nd e"),
    ("a<pre> \n </pre>b", "a\n\nb"), ("<pre>a<br>b\n<br> c", "a\nb\n c"),
    ("<div>a</div><div>b</div><ol><li>c<li>d</ol>", "a\nb\n\nc\nd"),
    ("<ul><li>a</li><li>b</li></ul>c", "a\nb\n\nc"), ("  a \n\t b  ", "a b"),
    ("a&amp;b&lt;c&gt;&quot;&#39;", "a&b<c>\"'"), ("&hellip;&eacute;&nbsp;x", "…é\u{A0}x"),
    ("&#x1F389;&#8230;&#146;&#0;&#xD800;&#99999999;", "🎉…’\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("&unknown; & &; &# &#x; AT&T", "&unknown; & &; &# &#x; AT&T"), ("&ampx &lt", "&x <"),
    ("a<script>alert('</b>')</script>b", "ab"), ("<style>p{}</style>a", "a"),
    ("a<!-- <b> -->b", "ab"), ("a<!doctype html><?php x ?>b", "ab"),
    ("<a title=\"a>b\" href='x'>c</a>", "c"), ("a < b > c", "a < b > c"), ("1<2", "1<2"),
    ("<SCRIPT>x</ScRiPt >y", "y"), ("a<script>b", "a"), ("a<!-- b", "a"), ("a<b", "a"),
    ("<td>a</td><td>b</td>", "a b"), ("</p>a</ b>c", "ac"), ("", ""), ("<", "<"), ("a<", "a<"),
    ("<script>x</scripty>y</script>z", "z"),
  ])
  func `An HTML fragment leaves its text`(_ html: String, _ expected: String) {
    #expect(HTMLText.plain(html) == expected)
  }
}
