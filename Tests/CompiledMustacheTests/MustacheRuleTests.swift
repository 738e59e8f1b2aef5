import CompiledMustache
import Foundation
import Testing

@Suite("Rules of the Mustache specification")
struct MustacheRuleTests {
  @Test("comments", arguments: MustacheRules.comments)
  func comments(rule: MustacheRules.Case) throws { try expect(rule) }

  @Test("delimiters", arguments: MustacheRules.delimiters)
  func delimiters(rule: MustacheRules.Case) throws { try expect(rule) }

  @Test("interpolation", arguments: MustacheRules.interpolation)
  func interpolation(rule: MustacheRules.Case) throws { try expect(rule) }

  @Test("sections", arguments: MustacheRules.sections)
  func sections(rule: MustacheRules.Case) throws { try expect(rule) }

  @Test("inverted sections", arguments: MustacheRules.inverted)
  func inverted(rule: MustacheRules.Case) throws { try expect(rule) }

  @Test("partials", arguments: MustacheRules.partials)
  func partials(rule: MustacheRules.Case) throws { try expect(rule) }

  @Test("inheritance", arguments: MustacheRules.inheritance)
  func inheritance(rule: MustacheRules.Case) throws { try expect(rule) }

  @Test("dynamic names", arguments: MustacheRules.dynamicNames)
  func dynamicNames(rule: MustacheRules.Case) throws { try expect(rule) }

  @Test(
    "what is no template is an error",
    arguments: [
      "{{#s}}", "{{^s}}x", "{{/s}}", "{{#s}}{{/t}}", "{{#s}}{{#t}}{{/s}}{{/t}}", "{{v", "{{{v}}",
      "{{}}", "{{=| =}}", "{{=|}}", "{{= =}}", "{{$b}}", "{{<p}}", "{{a b}}",
    ])
  func errors(template: String) throws {
    var templates = TemplateSet(policy: .specification)
    #expect(throws: TemplateError.self) {
      try templates.add(Array(template.utf8), named: "")
      _ = try templates.compile("", schema: DatumSchema.schema([.record([:])]), kind: .html())
    }
  }

  /// Negative control: the table would see another engine's faults.
  @Test("the table tells a wrong expectation")
  func judge() throws {
    #expect(try rendered(MustacheRules.comments[0]) != "a{{! note }}b")
  }

  private func expect(_ rule: MustacheRules.Case) throws {
    #expect(try rendered(rule) == rule.expected)
  }

  private func rendered(_ rule: MustacheRules.Case) throws -> String {
    let data = try JSONDecoder().decode(
      Datum.self, from: Data(rule.data.utf8))
    var templates = TemplateSet(policy: .specification)
    try templates.add(Array(rule.template.utf8), named: "")
    for (name, partial) in rule.partials { try templates.add(Array(partial.utf8), named: name) }
    let schema = DatumSchema.schema([data])
    let template = try templates.compile("", schema: schema, kind: .html())
    return String(decoding: template.render(DatumSchema.values(data, schema)), as: UTF8.self)
  }
}
