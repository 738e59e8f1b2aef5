/// The configuration file for a new job: every key is explained, and most are commented out.
package enum ConfigurationDocument {
  /// The text that `tidings init` writes.
  ///
  /// - Parameters:
  ///   - answers: values by key, such as `brand.name`.
  ///   - folder: where a job's files are by absolute paths; nil for relative ones.
  package static func yaml(_ answers: [String: String] = [:], folder: String? = nil) -> String {
    var lines = [
      "# What `tidings build` makes, in one reading of the exports: run it every hour, or every night.",
      "# Paths are relative to this file. A # with a space after it begins an explanation; any other #",
      "# precedes an example: remove the # to use the example.",
    ]
    for key in Settings.keys { lines += [""] + key.answered(answers, in: folder).lines }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension SettingKey {
  fileprivate var lines: [String] {
    if need == .optional && !members.isEmpty {
      return explanation(indent: 0) + ["#\(name):"]
        + members.flatMap { $0.linesInUse(indent: 2) }.map { "#" + $0 }
    }
    if need == .required && !members.isEmpty {
      return explanation(indent: 0) + ["\(name):"]
        + members.flatMap { $0.explanation(indent: 2) + [$0.line(indent: 2)] }
    }
    return need == .shown ? shownSection : explanation(indent: 0) + [line(indent: 0)]
  }

  /// A section in use, with one stream; only its required keys are in use.
  private var shownSection: [String] {
    explanation(indent: 0) + ["\(name):", "  \(Settings.streamName):"]
      + members.flatMap { $0.explanation(indent: 4) + [$0.line(indent: 4)] }
  }

  private func linesInUse(indent: Int) -> [String] {
    explanation(indent: indent) + [Self.blanks(indent) + "\(name): \(example)"]
  }

  /// The key with its example, commented out if it is optional.
  private func line(indent: Int) -> String {
    Self.blanks(indent) + (need == .optional ? "#" : "") + "\(name): \(example)"
  }

  private func explanation(indent: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in explanation.split(separator: " ") {
      if indent + 2 + line.utf8.count + 1 + word.utf8.count > 98 {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return (lines + [line]).map { Self.blanks(indent) + "# " + $0 }
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
