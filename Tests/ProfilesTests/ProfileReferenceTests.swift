import Foundation
import Testing

@testable import Profiles

/// The manual's chapter about profiles.
struct ProfileReferenceTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Distribution/Manual/profiles.md").standardizedFileURL

  /// One Markdown table per section, generated from the keys that are read.
  private static var reference: String {
    let tables = ProfileSchema.sections.map { section in
      let rows = section.members.map { "| `\($0.name)` | \($0.meaning) |\n" }
      return "### \(section.title)\n\n| key | meaning |\n|---|---|\n" + rows.joined()
    }
    return "## All keys\n\n" + tables.joined(separator: "\n")
  }

  @Test("The manual's reference is made of the keys that are read")
  func referenceIsTrue() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let end = text.range(of: "## All keys\n")?.lowerBound ?? text.endIndex
    if ProcessInfo.processInfo.environment["TIDINGS_RECORD"] != nil {
      try (text[..<end] + Self.reference).write(to: Self.page, atomically: true, encoding: .utf8)
    }
    #expect(String(text[end...]) == Self.reference)
  }

  @Test("Every key is in an example of the manual")
  func examplesHaveAllKeys() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let blocks = text.components(separatedBy: "```yaml\n").dropFirst()
    let examples = blocks.map { $0.components(separatedBy: "```")[0] }.joined(separator: "\n")
    let used = Set(
      examples.split { !$0.isLetter }.map(String.init))
    // What every profile has is in the lines that the examples begin with.
    let missing = ProfileSchema.sections.filter { $0.title != ProfileSchema.fields.title }
      .flatMap(\.keys).filter { !used.contains($0) && !["name", "description"].contains($0) }
    #expect(missing == [])
  }
}
