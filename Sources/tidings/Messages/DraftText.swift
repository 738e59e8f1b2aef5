import ByteText
import Exports
import Notifications
import Pipeline
import Profiles

/// Writes a drafted profile as YAML with a comment on each guess.
struct DraftText {
  let draft: ProfileDraft
  let name: String
  /// The export as the user named it.
  let file: String

  /// The line above what `check` says.
  static let verdict = "# What tidings check says with this profile:"

  private static let mostSamples = 3
  private static let longestSample = 40
  private static let mostUnused = 80

  var yaml: String {
    Self.printable(
      (heading + match + records + zone + pairs + joins + fieldLines + values + read + priorities
        + bodyFormat + types + actions + unused)
        .joined(separator: "\n") + "\n")
  }

  private var heading: [String] {
    let count = draft.fields.records.counted("record")
    return [
      "# Drafted by tidings from the first \(count) of \(Self.comment(file)).",
      "# Every line is a guess with its reason above it: check them, then name this file with",
      "# --profiles.",
      "name: \(name)",
      "description: \(Self.quoted("Drafted from \(file)"))",
      "",
    ]
  }

  private var match: [String] {
    let names = draft.required.prefix(12)
    guard !names.isEmpty else { return [] }
    return [
      "# Records of this system: fields that all of the first ones have.",
      "match:",
      "  must: [\(names.map(Self.quoted).joined(separator: ", "))]", "",
    ]
  }

  private var records: [String] {
    if let model = draft.sample.model {
      return [
        "# Records of other models are no notifications.", "where: {model: \(Self.quoted(model))}",
        "",
      ]
    }
    if let table = draft.sample.table {
      return ["records:", "  table: \(Self.quoted(table))", ""]
    }
    let path = draft.sample.path.map(FieldPath.written).joined(separator: ".")
    if path.isEmpty { return [] }
    guard FieldPath(path)?.segments == draft.sample.path else {
      return [
        "# The records are in \(Self.comment(path)), which no path can name: reading searches for them.",
        "",
      ]
    }
    return [
      "# Where the records are in the document.", "records:", "  path: \(Self.quoted(path))", "",
    ]
  }

  // MARK: Fields

  private var fieldLines: [String] {
    var lines = ["fields:"]
    if draft[.id] == nil { lines += id }
    for choice in draft.choices { lines += field(choice) }
    for join in draft.joins { lines += self.fields(join) }
    lines += title
    if let list = draft.actionList {
      lines += [
        "  # by its name, keys of actions; \(Self.facts(list))",
        "  actions: \(Self.quoted(String(list.path.dropLast(3))))",
      ]
    }
    for decision in draft.decisions { lines += question(decision) }
    if draft[.recipient] == nil, draft.sample.isTree {
      lines += [
        "  # The records are in objects with names of their own: those of the recipients.",
        "  recipient: \"@key[1]\"",
      ]
    } else if draft[.recipient] == nil, draft.decisions.isEmpty {
      lines.append("  # Nothing looks like a recipient: all records belong to --owner.")
    }
    if draft[.time] == nil {
      lines += [
        "  # Nothing looks like a time. Without one, no record can be read.", "  time: created_at",
      ]
    }
    return lines + [""]
  }

  /// What stands for an id where no field looks like one.
  private var id: [String] {
    if draft.sample.isKeyed {
      return ["  # Each record is named by its key in an object: that is its id.", "  id: id"]
    }
    let parts = draft.composedID.map { "{\($0.path)}" }.joined(separator: ":")
    if parts.isEmpty {
      return [
        "  # Nothing looks like an id, and no record can be read without one: name what differs in",
        "  # every record.", "  id: id",
      ]
    }
    return [
      "  # Nothing looks like an id; these values together are different in every record.",
      "  id: \(Self.quoted(parts))",
    ]
  }

  private func field(_ choice: ProfileDraft.Choice) -> [String] {
    var lines = choice.paths.enumerated().map { index, field in
      "  # " + (index == 0 ? "" : "else \(Self.comment(field.path)): ")
        + (choice.isByShape ? Self.shapeReason(field) : reason(field, choice.field))
    }
    lines += choice.alternatives.map {
      "  # Also possible: \(Self.comment($0.path)): \(Self.facts($0))"
    }
    let paths = choice.paths.map(Self.value)
    lines += choice.paths.compactMap(\.timeForm).prefix(1).flatMap(Self.formNote)
    let value = paths.count == 1 ? paths[0] : "[\(paths.joined(separator: ", "))]"
    return lines + ["  \(choice.field.rawValue): \(value)"]
  }

  /// A path, with the form of its times where that has to be said.
  private static func value(_ field: DraftField) -> String {
    guard let form = field.timeForm else { return quoted(field.path) }
    return "{path: \(quoted(field.path)), format: \(quoted(form.pattern))}"
  }

  /// What the values do not tell about a form of times.
  private static func formNote(_ form: DraftTimeForm) -> [String] {
    guard form.isAmbiguous else { return [] }
    return [
      "  # Which number is the day? No value tells, as none is above 12: swap d and M in the format if",
      "  # the other is right.",
    ]
  }

  private func question(_ decision: ProfileDraft.Decision) -> [String] {
    [
      "  # Who receives a notification? Only a person can tell who receives and who acted. Remove the \"# \"",
      "  # before the right line; without a recipient, all records belong to --owner.",
    ]
      + decision.candidates.map {
        "  # \(decision.field.rawValue): \(Self.quoted($0.path))   # \(Self.facts($0))"
      }
  }

  private static func shapeReason(_ field: DraftField) -> String {
    "only by its values, as its name is not a usual one: please check; \(facts(field))"
  }

  /// Why a path was chosen for a field.
  private func reason(_ field: DraftField, _ role: Field) -> String {
    let facts = Self.facts(field)
    switch role {
    case .id where field.isUnique: return "different in every record; \(facts)"
    case .recipient: return "by its name, who receives, not who acted: please check; \(facts)"
    case .type: return "few words that repeat; \(facts)"
    case .time: return "by its name, and its values are times; \(facts)"
    default: return "by its name; \(facts)"
    }
  }

  /// `5 values in 12 records: ana, ben, …`
  static func facts(_ field: DraftField) -> String {
    let samples = field.values.prefix(Self.mostSamples).map(Self.sample)
    let more = field.values.count > samples.count ? ", …" : ""
    return "\(field.values.count.counted("value")) in \(field.count.counted("record")): "
      + samples.joined(separator: ", ") + more
  }

  // MARK: What else a profile says

  private var read: [String] {
    guard !draft.readMarks.isEmpty else {
      return ["# Nothing tells whether a notification was read: it counts as unread.", ""]
    }
    var lines = ["# By their names, these tell whether a notification was read.", "read:"]
    for mark in draft.readMarks {
      let path = Self.quoted(mark.path)
      switch mark.kind {
      case .boolean where !mark.words.isEmpty:
        let words = mark.words.map { "\(Self.quoted($0.word)): \($0.isRead ? "yes" : "no")" }
        lines.append("  - {path: \(path), words: {\(words.joined(separator: ", "))}}")
      case .boolean: lines.append("  - \(path)")
      case .inverse: lines.append("  - {path: \(path), as: inverse}")
      case .time:
        let format = mark.timeForm.map { ", format: \(Self.quoted($0.pattern))" } ?? ""
        lines.append("  - {path: \(path), as: time\(format)}")
      case .word(let word): lines.append("  - {path: \(path), equals: \(Self.quoted(word))}")
      }
    }
    return lines + [""]
  }

  private var bodyFormat: [String] {
    draft.isMarkup ? ["# The texts have HTML tags.", "bodyFormat: html", ""] : []
  }

  private var types: [String] {
    let keys = draft.typeLabels
    guard !keys.isEmpty else { return [] }
    return [
      "# The types in the first records, in the order of their chips; the labels are what people read.",
      "types:",
    ] + keys.map { "  \(Self.quoted($0.key)): {label: \(Self.quoted($0.label))}" } + [""]
  }

  private var unused: [String] {
    let paths = draft.unused
    guard !paths.isEmpty else { return [] }
    let shown = paths.prefix(Self.mostUnused).map {
      "#   \(Self.comment($0.path)): \(Self.facts($0))"
    }
    let left = paths.count - shown.count
    return ["# What nothing above uses:"] + shown + (left > 0 ? ["#   and \(left) more"] : []) + [
      ""
    ]
  }

  // MARK: Text of others

  /// A value in a comment: one line without controls, cut.
  private static func sample(_ text: String) -> String {
    let line = VisibleText.line(
      text.count > longestSample ? text.prefix(longestSample) + "…" : text)
    return comment(line)
  }

  /// Text that ends no comment.
  static func comment(_ text: String) -> String {
    VisibleText.line(text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  /// The text with an escape for each character that YAML allows nowhere; all of them are in quotes
  /// or comments.
  static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if isUnprintable(scalar) {
        result += "\\u" + String(scalar.value, radix: 16, uppercase: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    [0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
  }

  /// A text as YAML: plain where that is safe, else in quotes.
  static func quoted(_ text: String) -> String {
    let isPlain =
      text.utf8.first.map { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
      ?? false
      && text.utf8.allSatisfy {
        $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")
          || $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") || "_.-".utf8.contains($0)
      }
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    if isPlain, !words.contains(text.lowercased()) { return text }
    var bytes: [UInt8] = []
    JSONEscape.appendString(Array(text.utf8), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ProfileDraft {
  /// The types by the keys that records have after normalization, each with words for people.
  fileprivate var typeLabels: [(key: String, label: String)] {
    var seen = Set<String>()
    return types.compactMap { text in
      let key = TypeKey(normalizing: text)
      guard !key.text.isEmpty, seen.insert(key.text).inserted else { return nil }
      return (key.text, key.readableLabel)
    }
  }
}
