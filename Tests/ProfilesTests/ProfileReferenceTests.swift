import Foundation
import Testing

@testable import Profiles

/// The manual's chapter about profiles.
struct ProfileReferenceTests {
  @Test func `A field's ordinal is its place among all fields`() {
    #expect(Field.allCases.map(\.ordinal) == Array(Field.allCases.indices))
  }

  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Distribution/Manual/profiles.md").standardizedFileURL

  @Test func `Every key is in an example of the manual`() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let blocks = text.components(separatedBy: "```yaml\n").dropFirst()
    let examples = blocks.map { $0.components(separatedBy: "```")[0] }.joined(separator: "\n")
    let used = Set(examples.split { !$0.isLetter }.map(String.init))
    // What every profile has is in the lines that the examples begin with.
    let missing = ProfileSchema.sections.filter { $0.title != ProfileSchema.fields.title }
      .flatMap(\.keys).filter { !used.contains($0) && !["name", "description"].contains($0) }
    #expect(missing == [])
  }
}
