import ByteText
import CompiledMustache
import Foundation
import Testing

struct MustacheRuleTests {
  @Test(arguments: MustacheRules.all.joined())
  func `What is not refused renders as the rule says`(rule: MustacheRules.Case) throws {
    let rendered = try Lenient.rendered(rule.template, rule.partials, Self.data(rule))
    #expect(rendered == nil || rendered == rule.expected)
  }

  @Test func `Only rules of what may be a mistake are refused`() throws {
    let refused = try MustacheRules.all.map { rules in
      try rules.count { try Lenient.rendered($0.template, $0.partials, Self.data($0)) == nil }
    }
    #expect(refused == [0, 12, 2, 2, 3])
  }

  @Test(arguments: [
    "{{#s}}", "{{^s}}x", "{{/s}}", "{{#s}}{{/t}}", "{{#s}}{{#t}}{{/s}}{{/t}}", "{{v", "{{{v}}",
    "{{}}", "{{=| |=}}", "{{$b}}{{/b}}", "{{<p}}{{/p}}", "{{>*n}}", "{{a b}}",
  ])
  func `What is no template is an error`(template: String) throws {
    var templates = TemplateSet()
    #expect(throws: Fault.self) { try templates.add(Array(template.utf8), named: "") }
  }

  /// Negative control: the table would see another engine's faults.
  @Test func `The table of rules tells a wrong expectation`() throws {
    let rule = MustacheRules.comments[0]
    #expect(try Lenient.rendered(rule.template, [:], Self.data(rule)) != "a{{! note }}b")
  }

  private static func data(_ rule: MustacheRules.Case) throws -> Datum {
    try JSONDecoder().decode(Datum.self, from: Data(rule.data.utf8))
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
      let strict = [
        "unknown-key", "inside-list", "unknown-partial", "recursion", "wrong-type",
      ]
      guard strict.contains(error.code) else { throw error }
      return nil
    }
  }
}
