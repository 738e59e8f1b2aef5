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
