import ByteText
import CompiledMustache
import Testing

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
