import ByteText
import CompiledMustache
import Foundation
import TestData
import Testing

struct HostileTemplateTests {
  static let malformed: [(String, code: String, line: Int, column: Int)] = [
    ("{{", "unclosed-tag", 1, 1), ("a\nb {{heading", "unclosed-tag", 2, 3),
    ("{{{heading}}", "unclosed-tag", 1, 1), ("{{{heading}} }", "unclosed-tag", 1, 1),
    ("{{! heading", "unclosed-tag", 1, 1), ("{{}}", "bad-name", 1, 1), ("{{ }}", "bad-name", 1, 1),
    ("{{#}}{{/}}", "bad-name", 1, 1), ("{{a b}}", "bad-name", 1, 1), ("{{.a}}", "bad-name", 1, 1),
    ("{{a.}}", "bad-name", 1, 1), ("{{a..b}}", "bad-name", 1, 1), ("{{..}}", "bad-name", 1, 1),
    ("é{{&}}", "bad-name", 1, 2), ("{{>}}", "bad-name", 1, 1), ("{{> a\tb}}", "bad-name", 1, 1),
    ("{{#items}}", "unclosed-section", 1, 1),
    ("{{#items}}{{#items}}{{/items}}", "unclosed-section", 1, 1),
    ("\n{{#items}}\n{{/item}}", "mismatched-end", 3, 1),
    ("{{#a}}{{^b}}{{/a}}{{/b}}", "mismatched-end", 1, 13), ("x{{/items}}", "unopened-end", 1, 2),
    ("a {{= <% %> =}}", "unknown-tag", 1, 3), ("{{#e\u{301}}}{{/\u{E9}}}", "mismatched-end", 1, 8),
  ]

  @Test(arguments: malformed.indices)
  func `A malformed template is an error with its place`(index: Int) {
    let (template, code, line, column) = Self.malformed[index]
    let error = strictError(template)
    #expect(error?.code == code, "\(template)")
    #expect(error?.place == Fault.Place(line: line, column: column), "\(template)")
  }

  @Test func `Bytes that are not UTF-8 are an error`() {
    var templates = TemplateSet()
    let error = #expect(throws: Fault.self) {
      try templates.add([0x61, 0xFF], named: "digest", file: "digest.md")
    }
    #expect(error?.code == "not-utf8")
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
    let template = String(repeating: open, count: 10_000) + String(repeating: close, count: 10_000)
    #expect(strictError(template)?.code == "too-deep")
    let half = String(repeating: open, count: 100) + String(repeating: close, count: 100)
    #expect(strictError(half, partials: ["a": ""])?.code != "too-deep")
  }

  @Test func `Partials that multiply are an error instead of filling memory`() {
    var partials = ["p0": String(repeating: "{{heading}}", count: 100)]
    for level in 1...60 { partials["p\(level)"] = "{{> p\(level - 1)}} {{> p\(level - 1)}}" }
    #expect(strictError("{{> p60}}", partials: partials)?.code == "too-large")
    partials["p0"] = ""
    #expect(strictError("{{> p60}}", partials: partials)?.code == "too-large")
  }

  @Test func `A section that is never closed is told its own end`() {
    #expect(strictError("{{#items}}{{^ link }}")?.advice == "add its {{/link}}")
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

  @Test(.enabled(if: SharedData.hasHostileTexts, "\(SharedData.reasonToSkip)"))
  func `Naughty strings are compiled or refused, and as values stay text`() throws {
    let strings = try SharedData.hostileTexts()
    #expect(strings.count > 3_500)
    for string in strings {
      _ = strictError(string + "{{heading}}" + string)
      _ = strictError("{{#" + string + "}}{{/" + string + "}}")
    }
    let template = try strict("{{#items}}<i title=\"{{title}}\">{{/items}}")
    let keys = SampleKeys()
    for string in strings {
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
    var random = SeededGenerator(seed: 7)
    var compiled = 0
    for _ in 0..<20_000 {
      let template = random.text(of: pieces, count: 1...12)
      if strictError(template, partials: ["a": "b"]) == nil { compiled += 1 }
    }
    #expect(compiled > 1_000 && compiled < 19_000)
  }
}
