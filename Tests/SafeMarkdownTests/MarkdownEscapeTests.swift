import TestData
import Testing

@testable import SafeMarkdown

struct MarkdownEscapeTests {
  static let punctuation = (0x21...0x7E).map { Character(Unicode.Scalar(UInt8($0))) }
    .filter { !$0.isLetter && !$0.isNumber }

  /// Where a template may put a text, and what cmark must see there.
  struct Place: Sendable, CustomTestStringConvertible {
    var before: String
    var after: String
    var outline: @Sendable (String) -> String
    var testDescription: String { before + "…" + after }
  }

  static let places = [
    Place(before: "", after: "", outline: { "paragraph(text \"\($0)\")" }),
    Place(before: "a\n", after: "", outline: { "paragraph(text \"a\" softbreak text \"\($0)\")" }),
    Place(before: "- ", after: "", outline: { "list(item(paragraph(text \"\($0)\")))" }),
    Place(before: "> ", after: "\n", outline: { "block_quote(paragraph(text \"\($0)\"))" }),
    Place(before: "# ", after: "", outline: { "heading(text \"\($0)\")" }),
    Place(before: "## a ", after: " b", outline: { "heading(text \"a \($0) b\")" }),
    Place(before: "**", after: "**", outline: { "paragraph(strong(text \"\($0)\"))" }),
    Place(before: "[", after: "](http://a.b)", outline: { "paragraph(link(text \"\($0)\"))" }),
    Place(
      before: "", after: "[b](http://a.b)",
      outline: { "paragraph(text \"\($0)\" link(text \"b\"))" }),
    Place(before: "[a]: ", after: "", outline: { _ in "" }),
  ]

  @Test(arguments: places.dropLast())
  func `Each punctuation character at each position of a short text stays text`(_ place: Place) {
    for character in Self.punctuation {
      for text in ["\(character)", "\(character)\(character)\(character)", "1\(character)"]
        + (0...3).map({ Self.inserting(character, at: $0, of: "a 1") })
        + (0...3).map({ Self.inserting(character, at: $0, of: "x) ") })
        + (0...2).map({ Self.inserting(character, at: $0, of: "  ") })
      {
        expectLiteral(text, in: place)
      }
    }
  }

  @Test(arguments: places.dropLast())
  func `Random texts of special characters stay text`(_ place: Place) {
    var generator = SeededGenerator(seed: 7)
    let alphabet =
      Self.punctuation + Array("aZ019  \t\u{A0}\u{3000}é“—你") + Array("-=#>`~*_[]()&;!<")
    for _ in 0..<3000 {
      let length = Int.random(in: 1...9, using: &generator)
      let text = (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? "a" }
      expectLiteral(String(text), in: place)
    }
  }

  /// Negative control: the judge sees what an unescaped text means.
  @Test func `The judge tells an unescaped text from a literal one`() {
    #expect(Judge.outline(Array("*a*".utf8)) == "paragraph(emph(text \"a\"))")
    #expect(Judge.outline(Array("1. a".utf8)) != "paragraph(text \"1. a\")")
    #expect(Judge.outline(Array("a&amp;b".utf8)) != "paragraph(text \"a&amp;b\")")
  }

  @Test(arguments: [
    ("1.5 km", "1.5 km"), ("snake_case", "snake_case"), ("a < b", "a < b"),
    ("AT&T wins", "AT&T wins"), ("C# and F#", "C# and F#"), ("1. a", "1\\. a"),
    ("12) a", "12\\) a"), ("1234567890. a", "1234567890. a"), ("- a", "\\- a"), ("-5 °C", "-5 °C"),
    ("+ a", "\\+ a"), ("+1", "+1"), ("# a", "\\# a"), ("> a", "\\> a"), ("~~~", "\\~\\~\\~"),
    ("---", "\\---"), ("===", "\\==="), ("a  ", "a &#32;"), ("  a", "&#32; a"), ("\ta", "&#9;a"),
    ("Hi!", "Hi\\!"), ("Hi! there", "Hi! there"), ("&amp;", "\\&amp;"), ("Q & A", "Q & A"),
    ("<b>", "\\<b>"), ("`a`", "\\`a\\`"), ("a|b", "a|b"), ("~5 min", "~5 min"),
    ("it's \"it\"", "it's \"it\""),
    ("[x]: /y", "\\[x\\]: /y"), ("C:\\x", "C:\\\\x"), ("@ren", "@ren"), ("50%", "50%"), ("", ""),
    ("\u{FEFF}# a", "&#65279;# a"),
  ])
  func `Only what could mean something is escaped`(_ text: String, _ expected: String) {
    #expect(string(escaped(text)) == expected)
  }

  @Test(arguments: [
    ("a\nb", "a b"), ("a\r\n\r\nb", "a b"), ("\na\n", "a"), ("a\u{2028}b\u{85}c\u{B}d", "a b c d"),
    ("a\n# b", "a # b"),
  ])
  func `Line breaks are one space in a text that is flattened`(_ text: String, _ expected: String) {
    #expect(string(escaped(text)) == expected)
  }

  @Test func `Line breaks become hard breaks where they are kept`() {
    let written = escaped("a\n\n- b  \n  c\r\n===\n", .kept(indent: 2))
    #expect(string(written) == "a\\\n  \\\n  \\- b &#32;\\\n  &#32; c\\\n  \\===")
    #expect(
      Judge.outline(Array("- ".utf8) + written)
        == "list(item(paragraph(text \"a\" linebreak linebreak text \"- b  \" linebreak text \"  c\""
        + " linebreak text \"===\")))")
  }

  @Test func `Random texts of several lines keep their lines and their text`() {
    var generator = SeededGenerator(seed: 11)
    let alphabet = Array("ab1  \n\n-=#>`~*_[]()&;!<|:+.\t")
    for _ in 0..<5000 {
      let text = String((0..<12).map { _ in alphabet.randomElement(using: &generator) ?? "a" })
      let trimmed = text.drop { $0 == "\n" }.reversed().drop { $0 == "\n" }.reversed()
      guard !trimmed.isEmpty else { continue }
      let lines = trimmed.split(separator: "\n", omittingEmptySubsequences: false)
      let nodes = lines.map { $0.isEmpty ? [] : ["text \"\(String($0))\""] }
      let inner = nodes.joined(separator: ["linebreak"]).joined(separator: " ")
      let outline = Judge.outline(Array("- ".utf8) + escaped(text, .kept(indent: 2)))
      #expect(outline == "list(item(paragraph(\(inner))))", "\(text.debugDescription)")
    }
  }

  @Test(
    arguments: [0, 1, 0x1B, 0x7F, 0x80, 0x92, 0xFFFE, 0xFFFF, 0xFDD0, 0xFDEF, 0x1FFFE, 0x10FFFF]
      as [UInt32])
  func `Controls and noncharacters become U+FFFD`(_ value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect(string(escaped("a\(Character(scalar))b")) == "a\u{FFFD}b")
  }

  @Test(arguments: [
    ("\u{202E}abc", "abc"), ("\u{202B}a\u{202D}b\u{202C}c\u{202C}", "\u{202B}abc\u{202C}"),
    ("a\u{202C}b", "ab"), ("\u{2067}a\u{202A}b", "\u{2067}a\u{202A}b\u{202C}\u{2069}"),
    ("\u{2068}a\u{2069}", "\u{2068}a\u{2069}"), ("a\u{2069}", "a"), ("\u{200F}a", "\u{200F}a"),
    ("\u{2066}a\u{202E}b\u{2069}c\u{202C}", "\u{2066}ab\u{2069}c"),
  ])
  func `Directional formatting ends where its text ends`(_ text: String, _ expected: String) {
    #expect(Array(string(escaped(text)).unicodeScalars) == Array(expected.unicodeScalars))
  }

  private func expectLiteral(_ text: String, in place: Place) {
    let document = Array(place.before.utf8) + escaped(text) + Array(place.after.utf8)
    #expect(
      Judge.outline(document) == place.outline(text),
      "\(text.debugDescription) as \(string(document).debugDescription)")
  }

  private static func inserting(_ character: Character, at offset: Int, of text: String) -> String {
    var text = text
    text.insert(character, at: text.index(text.startIndex, offsetBy: offset))
    return text
  }
}
