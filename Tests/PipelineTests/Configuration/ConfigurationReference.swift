@testable import Pipeline

/// The manual's reference of the configuration file, generated from its keys.
enum ConfigurationReference {
  /// One Markdown table per section.
  static var markdown: String {
    var sections = [table(ConfigurationKeys.root, title: "The file")]
    for key in ConfigurationKeys.root where !key.members.isEmpty {
      let name = key.hasOwnNames ? "`\(key.name)`, for each stream by its name" : "`\(key.name)`"
      sections.append(table(key.members, title: name))
    }
    return sections.joined(separator: "\n")
  }

  private static func table(_ keys: [ConfigurationKey], title: String) -> String {
    let rows = keys.map { key in
      let example = key.example.isEmpty ? "a section" : "`\(key.example)`"
      let standard = key.need == .required ? "required" : key.standard ?? ""
      return "| `\(key.name)` | \(key.meaning) | \(example) | \(standard) |\n"
    }
    return "## \(title)\n\n| key | meaning | example | default |\n|---|---|---|---|\n"
      + rows.joined()
  }
}

extension ConfigurationDocument {
  /// The key that another one says instead.
  static let alternative = "hour"

  /// The same file with every example in use but the alternative's.
  static var fullYAML: String {
    yaml.split(separator: "\n", omittingEmptySubsequences: false).map(inUse)
      .filter { !$0.drop { $0 == " " }.hasPrefix("\(alternative):") }.joined(separator: "\n")
  }

  private static func inUse(_ line: Substring) -> String {
    let indent = line.prefix { $0 == " " }
    let rest = line.dropFirst(indent.utf8.count)
    let isExplanation = rest.hasPrefix("# ") && !rest.hasPrefix("#  ")
    return rest.hasPrefix("#") && !isExplanation ? String(indent + rest.dropFirst()) : String(line)
  }
}
