import CompiledMustache
import Foundation
import Testing

struct HostileTemplateTests {
  static let malformed: [(String, TemplateError.Reason, line: Int, column: Int)] = [
    ("{{", .unclosedTag, 1, 1), ("a\nb {{heading", .unclosedTag, 2, 3),
    ("{{{heading}}", .unclosedTag, 1, 1), ("{{{heading}} }", .unclosedTag, 1, 1),
    ("{{! heading", .unclosedTag, 1, 1), ("{{}}", .badName, 1, 1), ("{{ }}", .badName, 1, 1),
    ("{{#}}{{/}}", .badName, 1, 1), ("{{a b}}", .badName, 1, 1), ("{{.a}}", .badName, 1, 1),
    ("{{a.}}", .badName, 1, 1), ("{{a..b}}", .badName, 1, 1), ("{{..}}", .badName, 1, 1),
    ("é{{&}}", .badName, 1, 2), ("{{>}}", .badName, 1, 1), ("{{> a\tb}}", .badName, 1, 1),
    ("{{#items}}", .unclosedSection, 1, 1),
    ("{{#items}}{{#items}}{{/items}}", .unclosedSection, 1, 1),
    ("\n{{#items}}\n{{/item}}", .mismatchedEnd(open: "items", line: 2), 3, 1),
    ("{{#a}}{{^b}}{{/a}}{{/b}}", .mismatchedEnd(open: "b", line: 1), 1, 13),
    ("x{{/items}}", .unopenedEnd, 1, 2), ("a {{= <% %> =}}", .unknownTag("="), 1, 3),
    (
      "{{#e\u{301}}}{{/\u{E9}}}",
      .mismatchedEnd(open: "e\u{301}", line: 1), 1, 8
    ),
  ]

  @Test(arguments: malformed.indices)
  func `A malformed template is an error with its place`(index: Int) {
    let (template, reason, line, column) = Self.malformed[index]
    let error = strictError(template)
    #expect(error?.reason == reason, "\(template)")
    #expect(error?.line == line && error?.column == column, "\(template)")
  }

  @Test func `Bytes that are not UTF-8 are an error`() {
    var templates = TemplateSet()
    let error = #expect(throws: TemplateError.self) {
      try templates.add([0x61, 0xFF], named: "digest", file: "digest.md")
    }
    #expect(error?.reason == .notUTF8)
    #expect(error?.file == "digest.md")
  }

  @Test func `A byte order mark is dropped, and NUL and CRLF stay as they are`() throws {
    #expect(try rendered("\u{FEFF}a\0{{heading}}\r\n\u{301}") == "a\0Digest\r\n\u{301}")
  }

  static let deep: [(open: String, close: String)] = [
    ("{{#items}}", "{{/items}}"), ("{{^items}}", "{{/items}}"),
    ("{{#recipient}}\n", "{{/recipient}}\n"),
  ]

  @Test(arguments: deep.indices)
  func `Ten thousand tags within each other are an error`(index: Int) {
    let (open, close) = Self.deep[index]
    let template =
      String(repeating: open, count: 10_000) + String(repeating: close, count: 10_000)
    #expect(strictError(template)?.reason == .tooDeep(limit: 128))
    let half = String(repeating: open, count: 100) + String(repeating: close, count: 100)
    #expect(strictError(half, partials: ["a": ""])?.reason != .tooDeep(limit: 128))
  }

  @Test func `Partials that multiply are an error instead of filling memory`() {
    var partials = ["p0": String(repeating: "{{heading}}", count: 100)]
    for level in 1...60 { partials["p\(level)"] = "{{> p\(level - 1)}} {{> p\(level - 1)}}" }
    #expect(strictError("{{> p60}}", partials: partials)?.reason == .tooLarge)
  }

  @Test func `A long template takes time in proportion to its length`() throws {
    func seconds(_ count: Int) throws -> Double {
      let template = String(
        repeating: "text {{heading}}\n {{#items}}\n{{title}}{{/items}}\n", count: count)
      let start = ContinuousClock.now
      let bytes = try strict(template).render(SampleKeys().values(title: "T"))
      #expect(bytes.count == count * "text Digest\nT\n".utf8.count)
      return (ContinuousClock.now - start) / .seconds(1)
    }
    let short = try seconds(1_000)
    let long = try seconds(8_000)
    #expect(long < short * 40, "eight times the length took \(long / short) times as long")
  }

  @Test(
    .disabled(if: SharedData.isAbsent, "skipped: the naughty strings are not beside the checkout"))
  func `Naughty strings are compiled or refused, and as values stay text`() throws {
    let bytes = try SharedData.bytes("hostile/naughty-strings.json")
    let strings = try JSONDecoder().decode([String].self, from: bytes)
    #expect(strings.count > 500)
    for string in strings {
      _ = strictError(string + "{{heading}}" + string)
      _ = strictError("{{#" + string + "}}{{/" + string + "}}")
    }
    let payloads = String(
      decoding: try SharedData.bytes("hostile/xss-payloads.txt"), as: UTF8.self)
    let lines = payloads.split(separator: "\n").map(String.init)
    #expect(lines.count > 3_000)
    let template = try strict("{{#items}}<i title=\"{{title}}\">{{/items}}")
    let keys = SampleKeys()
    for string in strings + lines {
      let inside = template.render(keys.values(title: string))
      let quotes = inside.count { $0 == UInt8(ascii: "\"") }
      let brackets = inside.count { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
      #expect(quotes == 2 && brackets == 2, "\(string)")
    }
  }

  @Test func `Random pieces of tags never trap`() {
    let pieces = [
      "{{", "}}", "{{{", "}}}", "#", "^", "/", "$", "<", ">", "!", "=", "items", "title", "a", ".",
      " ", "\n", "\r\n", "\"", "<a href=", "<script>", "-->", "<!--", "\u{301}", "{{=| |=}}", "|",
      "{{#items}}", "{{/items}}", "{{<a}}", "{{/a}}", "{{$b}}", "{{>a}}",
    ]
    var random = SeededGenerator(state: 7)
    var compiled = 0
    for _ in 0..<20_000 {
      let template = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      if strictError(template, partials: ["a": "b"]) == nil { compiled += 1 }
    }
    #expect(compiled > 1_000 && compiled < 19_000)
  }
}
