import CompiledMustache
import Foundation
import Testing

@Suite("Rules of the Mustache specification")
struct MustacheRuleTests {
  @Test("Comments are left out", arguments: MustacheRules.comments)
  func comments(rule: MustacheRules.Case) throws { try expect(rule) }

  @Test("Delimiters are what a tag sets them to", arguments: MustacheRules.delimiters)
  func delimiters(rule: MustacheRules.Case) throws { try expect(rule) }

  @Test("Interpolation writes values by their type", arguments: MustacheRules.interpolation)
  func interpolation(rule: MustacheRules.Case) throws { try expect(rule) }

  @Test("Sections follow their value", arguments: MustacheRules.sections)
  func sections(rule: MustacheRules.Case) throws { try expect(rule) }

  @Test("Inverted sections follow the absence of their value", arguments: MustacheRules.inverted)
  func inverted(rule: MustacheRules.Case) throws { try expect(rule) }

  @Test("Partials are put in with their indentation", arguments: MustacheRules.partials)
  func partials(rule: MustacheRules.Case) throws { try expect(rule) }

  @Test("Inheritance replaces blocks", arguments: MustacheRules.inheritance)
  func inheritance(rule: MustacheRules.Case) throws { try expect(rule) }

  @Test("Dynamic names choose the partial", arguments: MustacheRules.dynamicNames)
  func dynamicNames(rule: MustacheRules.Case) throws { try expect(rule) }

  @Test(
    "What is no template is an error",
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
  @Test("The table of rules tells a wrong expectation")
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
