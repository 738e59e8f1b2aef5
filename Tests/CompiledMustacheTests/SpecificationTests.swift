import CompiledMustache
import Foundation
import Testing

/// The official Mustache specification: the required modules, inheritance and dynamic names.
@Suite(
  .disabled(
    if: SharedData.isAbsent, "skipped: the Mustache specification is not beside the checkout"))
struct SpecificationTests {
  struct Module: Decodable {
    var tests: [Case]
  }

  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var desc: String
    var data: Datum
    var template: String
    var partials: [String: String]?
    var expected: String

    var testDescription: String { "\(name): \(desc)" }
  }

  static let modules = [
    "comments", "delimiters", "interpolation", "inverted", "partials", "sections", "~inheritance",
    "~dynamic-names",
  ]

  static let cases: [Case] = modules.flatMap { module -> [Case] in
    let bytes = try? SharedData.bytes("mustache/\(module).json")
    let decoded = bytes.flatMap { try? JSONDecoder().decode(Module.self, from: $0) }
    return decoded?.tests ?? []
  }

  @Test("The specification's case renders as expected", arguments: cases)
  func theSpecificationsCaseRendersAsExpected(example: Case) throws {
    var templates = TemplateSet(policy: .specification)
    try templates.add(Array(example.template.utf8), named: "")
    for (name, partial) in example.partials ?? [:] {
      try templates.add(Array(partial.utf8), named: name)
    }
    let schema = DatumSchema.schema([example.data])
    let template = try templates.compile("", schema: schema, kind: .html())
    let rendered = template.render(DatumSchema.values(example.data, schema))
    #expect(String(decoding: rendered, as: UTF8.self) == example.expected)
  }

  @Test("Every module is read")
  func everyModuleIsRead() {
    #expect(Self.cases.count == 184)
  }
}
