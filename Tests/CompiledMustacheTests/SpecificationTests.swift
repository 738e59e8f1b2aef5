import ByteText
import CompiledMustache
import Foundation
import TestData
import Testing

/// The official Mustache specification.
@Suite(.enabled(if: SharedData.has("mustache"), "\(SharedData.reasonToSkip)"))
struct SpecificationTests {
  struct Module: Decodable { var tests: [Case] }

  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var desc: String
    var data: Datum
    var template: String
    var partials: [String: String]?
    var expected: String

    var testDescription: String { "\(name): \(desc)" }
  }

  /// Those of the tags that templates have.
  static let modules = ["comments", "interpolation", "inverted", "partials", "sections"]

  static let cases: [Case] = modules.flatMap { module -> [Case] in
    let bytes = try? SharedData.data("mustache/\(module).json")
    let decoded = bytes.flatMap { try? JSONDecoder().decode(Module.self, from: $0) }
    return decoded?.tests ?? []
  }

  @Test(arguments: cases)
  func `A case that is not refused renders as expected`(example: Case) throws {
    let rendered = try Self.rendered(example)
    #expect(rendered == nil || rendered == example.expected)
  }

  @Test func `Every module is read, and most of it rendered`() throws {
    let rendered = try Self.cases.count { try Self.rendered($0) != nil }
    #expect(Self.cases.count == 122)
    #expect(rendered == 86)
  }

  private static func rendered(_ example: Case) throws -> String? {
    try Lenient.rendered(example.template, example.partials ?? [:], example.data)
  }
}

struct MustacheRuleTests {
  @Test(arguments: [
    "{{#s}}", "{{^s}}x", "{{/s}}", "{{#s}}{{/t}}", "{{#s}}{{#t}}{{/s}}{{/t}}", "{{v", "{{{v}}",
    "{{}}", "{{=| |=}}", "{{$b}}{{/b}}", "{{<p}}{{/p}}", "{{>*n}}", "{{a b}}",
  ])
  func `What is no template is an error`(template: String) throws {
    var templates = TemplateSet()
    #expect(throws: Fault.self) { try templates.add(Array(template.utf8), named: "") }
  }

  @Test func `A tag alone on its line takes the line's end along, CRLF too`() throws {
    let template = "|\r\n{{#b}}\r\n{{! c }}\r\n{{/b}}\r\n{{>p}}\r\n|"
    let rendered = try Lenient.rendered(template, ["p": "x"], .record(["b": .flag(true)]))
    #expect(rendered == "|\r\nx|")
  }
}

/// Templates over data without a schema of their own.
enum Lenient {
  /// What a template makes of data; nil if it is refused as a mistake.
  static func rendered(
    _ template: String, _ partials: [String: String], _ data: Datum
  ) throws -> String? {
    var templates = TemplateSet()
    try templates.add(Array(template.utf8), named: "")
    for (name, partial) in partials { try templates.add(Array(partial.utf8), named: name) }
    let schema = DatumSchema.schema([data])
    do {
      let compiled = try templates.compile("", schema: schema, kind: .plain(.html))
      return String(decoding: compiled.render(DatumSchema.values(data, schema)), as: UTF8.self)
    } catch {
      let strict = ["unknown-key", "inside-list", "unknown-partial", "recursion", "wrong-type"]
      guard strict.contains(error.code) else { throw error }
      return nil
    }
  }
}

/// The compiler against the slow interpreter, on random templates and data.
struct InterpreterAgreementTests {
  struct Example {
    var template: String
    var partials: [String: String]
    var data: Datum

    init(seed: UInt64) {
      var maker = RandomTemplates(random: SeededGenerator(seed: seed))
      data = maker.data()
      let inner = maker.template(depth: 2, partials: [])
      let outer = maker.template(depth: 2, partials: ["inner"])
      partials = ["inner": inner, "outer": outer]
      template = maker.template(depth: 4, partials: ["inner", "outer"])
    }

    func compiled() throws -> String? { try Lenient.rendered(template, partials, data) }
  }

  @Test func `Random templates render as the slow interpreter renders them`() throws {
    var written = 0
    for seed in Trials.upTo(3_000).map(UInt64.init) {
      let example = Example(seed: seed)
      guard let rendered = try example.compiled() else { continue }
      let expected = SlowInterpreter(partials: example.partials)
        .render(example.template, example.data)
      #expect(Array(rendered.utf8) == Array(expected.utf8), "seed \(seed): \(example)")
      written += rendered.utf8.count
    }
    #expect(written > 7_500, "the templates hardly write anything")
  }

  @Test func `An interpreter that does not indent partials is found out`() throws {
    let disagreements = try (0..<300 as Range<UInt64>).filter { seed in
      let example = Example(seed: seed)
      let inline = example.template.replacing("{{> inner }}\n", with: "{{> inner }}{{!}}\n")
      let broken = SlowInterpreter(partials: example.partials).render(inline, example.data)
      return try example.compiled().map { $0 != broken } ?? false
    }
    #expect(!disagreements.isEmpty)
  }
}
