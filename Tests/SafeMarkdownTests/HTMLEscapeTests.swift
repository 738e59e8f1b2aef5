import Testing

@testable import SafeMarkdown

@Suite struct HTMLEscapeTests {
  @Test(arguments: [
    ("a < b & c > \"d\" 'e'", "a &lt; b &amp; c &gt; &quot;d&quot; &#39;e&#39;"),
    ("<script>", "&lt;script&gt;"), ("é你🎉", "é你🎉"), ("", ""),
    ("a\u{0}b\u{1B}\u{80}", "a\u{FFFD}b\u{FFFD}\u{FFFD}"),
    ("a\r\nb\u{85}c\td", "a\nb\nc\td"), ("、。！", "、。！"),
  ])
  func `what is special in text or a quoted attribute becomes a reference`(
    _ text: String, _ expected: String
  ) {
    var output: [UInt8] = []
    HTMLEscape.append(text, to: &output)
    #expect(string(output) == expected)
  }

  /// One `Character` may hold a quote and a mark on it; escaping compares bytes.
  @Test(arguments: ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{20E3}"])
  func `a special character under a combining mark is escaped`(_ mark: String) {
    for special in ["\"", "'", "<", ">", "&"] {
      var output: [UInt8] = []
      HTMLEscape.append(special + mark, to: &output)
      #expect(output.first == UInt8(ascii: "&"))
      #expect(!output.contains(UInt8(ascii: "<")) && !output.contains(UInt8(ascii: "\"")))
    }
  }
}
