import ByteText
import Notifications
import Profiles

/// Writes a drafted profile as YAML with a comment on each guess.
package struct DraftText {
  let draft: ProfileDraft
  private let name: String
  /// The export as the user named it.
  private let file: String
  /// What a person said of the zone of times that name none.
  private let zone: String?

  package init(_ draft: ProfileDraft, name: String, file: String, zone: String? = nil) {
    (self.draft, self.name, self.file, self.zone) = (draft, name, file, zone)
  }

  private static let mostSamples = 3
  static let longestSample = 40
  private static let mostUnused = 80

  package var yaml: String {
    Self.printable(
      (heading + match + records + zoneLines + joins + fieldLines + values + read + priorities
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

  /// Says or asks for the zone of times that name none.
  private var zoneLines: [String] {
    if let zone { return ["timeZone: \(Self.quoted(zone))", ""] }
    let count = draft.zonelessTimes
    if count == 0 { return [] }
    return [
      "# In which zone are the times? \(count) of the first ones \(count == 1 ? "names" : "name") none, and without this they are UTC.",
      "# timeZone: Europe/Berlin", "",
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
    return lines + owner + time + [""]
  }

  /// Whose the records are, where no column says it.
  private var owner: [String] {
    if draft[.recipient] != nil || !draft.decisions.isEmpty { return [] }
    if draft.sample.ownerKey == .recipient {
      return [
        "  # Each list of records is under a name of its own: that of their recipient.",
        "  recipient: \"@key\"",
      ]
    }
    if draft.sample.isTree {
      return [
        "  # The records are in objects with names of their own: those of the recipients.",
        "  recipient: \"@key[1]\"",
      ]
    }
    return ["  # Nothing looks like a recipient: all records belong to --owner."]
  }

  private var time: [String] {
    guard draft[.time] == nil,
      !draft.joins.contains(where: { $0.fields.contains { $0.field == .time } })
    else { return [] }
    return [
      "  # Nothing looks like a time: all records have that of the file.", "  time: \"@file\"",
    ]
  }

  /// What stands for an id where no field looks like one.
  private var id: [String] {
    if draft.sample.isKeyed, draft.composedID.isEmpty {
      return ["  # Each record is named by its key in an object: that is its id.", "  id: id"]
    }
    let parts = draft.composedID.map { "{\($0.path)}" }.joined(separator: ":")
    return [
      "  # Nothing looks like an id: these values together tell a record, and equal ones are copies.",
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
    if choice.field == .time, choice.isByShape { lines.append("  # Is this when it was due?") }
    let paths = choice.paths.map { Self.value($0.path, $0.timeForm) }
    lines += choice.paths.compactMap(\.timeForm).prefix(1).flatMap(Self.formNote)
    let value = paths.count == 1 ? paths[0] : "[\(paths.joined(separator: ", "))]"
    return lines + ["  \(choice.field.rawValue): \(value)"]
  }

  /// A path, with the form of its times where that has to be said.
  static func value(_ path: String, _ form: DraftTimeForm?) -> String {
    guard let form else { return quoted(path) }
    return "{path: \(quoted(path)), format: \(quoted(form.pattern))}"
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
  package static func facts(_ field: DraftField) -> String {
    let samples = field.values.prefix(Self.mostSamples).map(Self.sample)
    let more = field.values.count > samples.count ? ", …" : ""
    return "\(field.values.count.counted("value")) in \(field.count.counted("record")): "
      + samples.joined(separator: ", ") + more
  }

  // MARK: What else a profile says

  private var read: [String] {
    guard !draft.readMarks.isEmpty else {
      let lists = draft.fields.lists.filter(DraftReadMark.mayMark).map {
        "# Does \(Self.comment($0.path)) say who has read it? No path reads that of a list; \(Self.facts($0))"
      }
      return lists + ["# Nothing tells whether a notification was read: it counts as unread.", ""]
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
      case .words(let words):
        let read = words.map(Self.quoted).joined(separator: ", ")
        lines.append(
          "  - {path: \(path), equals: \(words.count == 1 ? read : "[\(read)]")}")
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
