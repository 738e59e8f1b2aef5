import Foundation
import Testing

@testable import Pipeline

struct ConfigurationDocumentTests {
  @Test("The file that a job begins with is accepted as it is")
  func startsAsItIs() throws {
    let file = try Plan(yaml: ConfigurationDocument.yaml, file: "tidings.yaml")
    #expect(file.streams.count == 1 && file.inbox == nil && file.digest == nil)
  }

  @Test("It is accepted with every example in use, which leaves no key out")
  func acceptsAllExamples() throws {
    let yaml = ConfigurationDocument.fullYAML
    let file = try Plan(yaml: yaml, file: "tidings.yaml")
    #expect(file.inbox != nil && file.digest != nil && file.unsubscribe != nil)
    #expect(file.manage.count == 1)
    #expect(file.streams.first?.options.limits.maxAge == Int64(129_600))
    let used = Set(
      yaml.split(separator: "\n").compactMap { line -> String? in
        let words = line.split(separator: " ", maxSplits: 1)
        return words.first.flatMap { $0.hasSuffix(":") ? String($0.dropLast()) : nil }
      })
    let known = ConfigurationKeys.root.flatMap { [$0.name] + $0.members.map(\.name) }
    let alternative = ConfigurationDocument.alternative
    #expect(used.union([alternative]) == Set(known + [ConfigurationKeys.streamName]))
    // The two together contradict each other.
    let both = yaml.replacing("hours:", with: "\(alternative): 7\n    hours:")
    #expect(throws: ConfigurationError.self) { try Plan(yaml: both, file: "tidings.yaml") }
  }

  @Test(
    "Each example is accepted when it alone is put in use",
    arguments: ConfigurationKeys.root.filter { $0.need == .optional }.map(\.name))
  func acceptsEachExample(name: String) throws {
    var lines = ConfigurationDocument.yaml.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("#\(name):") })
    var line = start
    while line < lines.count, lines[line].hasPrefix("#") {
      lines[line].removeFirst()
      line += 1
    }
    let file = try Plan(yaml: lines.joined(separator: "\n"), file: "tidings.yaml")
    let plain = try Plan(yaml: ConfigurationDocument.yaml, file: "tidings.yaml")
    #expect(lines[start].hasPrefix(name) && file.inputs.exports == plain.inputs.exports)
  }

  @Test("The manual's reference is made of the keys that are read")
  func referenceIsTrue() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Distribution/Manual/configuration.md").standardizedFileURL
    let text = try String(contentsOf: page, encoding: .utf8)
    let beginning = try #require(text.range(of: "## The file\n")?.lowerBound)
    if ProcessInfo.processInfo.environment["TIDINGS_RECORD"] != nil {
      let recorded = text[..<beginning] + ConfigurationReference.markdown
      try recorded.write(to: page, atomically: true, encoding: .utf8)
      Issue.record("recorded anew; read the difference")
    }
    #expect(text[beginning...] == ConfigurationReference.markdown)
  }
}
