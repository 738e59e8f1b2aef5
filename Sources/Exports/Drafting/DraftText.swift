import ByteText
import Notifications
import Profiles

/// Writes a drafted profile as YAML with a comment on each guess.
package struct DraftText {
  private let draft: ProfileDraft
  private var lines: [String] = []

  /// - Parameters:
  ///   - file: the export as the user named it.
  ///   - zone: what a person said of the zone of times that name none.
  package init(_ draft: ProfileDraft, name: String, file: String, zone: String? = nil) {
    self.draft = draft
    let count = draft.fields.records.counted("record")
    write("heading", count, Self.comment(file), name, name, Self.quoted("Drafted from \(file)"))
    let required = draft.required.prefix(12).map(Self.quoted).joined(separator: ", ")
    if !required.isEmpty { write("match", required) }
    writeRecords()
    if let zone {
      write("zone", Self.quoted(zone))
    } else if draft.zonelessTimes > 0 {
      write("noZone", "\(draft.zonelessTimes) of the first ones")
    }
    write("joins", lines: draft.joins.map(join))
    write("fields", lines: fields)
    writeReadMarks()
    let priorities = draft.priorities.map { "\(Self.quoted($0.word)): \($0.priority.name)" }
    if !priorities.isEmpty { write("priority", priorities.joined(separator: ", ")) }
    if draft.isMarkup { write("markup") }
    if !draft.isSure { writeTypes() }
  }

  package var yaml: String { Self.printable(lines.joined(separator: "\n") + "\n") }

  /// Adds a section, with lines below it; nothing if there are none of these.
  private mutating func write(_ key: String, _ values: String..., lines: [String]? = nil) {
    if lines?.isEmpty == true { return }
    self.lines += [Self.sentence(key, values)] + (lines ?? []).map { "  " + $0 } + [""]
  }

  private static func sentence(_ key: String, _ values: [String] = []) -> String {
    NameWeights.bundled.sentence(key, values)
  }

  private mutating func writeRecords() {
    let path = draft.sample.list.written
    if let model = draft.sample.model {
      write("model", Self.quoted(model))
    } else if draft.sample.isTable {
      write("table", Self.quoted(draft.sample.list.path[0]))
    } else if FieldPath(path)?.segments == draft.sample.list.path {
      write("path", Self.quoted(path))
    } else if !path.isEmpty {
      write("noPath", Self.comment(path))
    }
  }

  private mutating func writeReadMarks() {
    write("read", lines: draft.readMarks.map { "- " + Self.mark($0) })
    if !draft.readMarks.isEmpty { return }
    for list in draft.fields.lists where DraftReadMark.mayMark(list) {
      write("readers", Self.comment(list.path), Self.facts(list))
    }
    write("unread")
  }

  private mutating func writeTypes() {
    write(
      "types",
      lines: draft.typeLabels.map { "\(Self.quoted($0.key)): {label: \(Self.quoted($0.label))}" })
    // An address names what is no path as a value.
    let names = draft.buttons.map(\.column.path).filter { !$0.contains { ".'".contains($0) } }
    write("values", lines: names.map { "\(Self.quoted($0)): \(Self.quoted($0))" })
    let buttons = draft.buttons.map { key, column in
      let label = Self.quoted(key.prefix(1).uppercased() + key.dropFirst())
      return "\(Self.quoted(key)): {label: \(label), url: \(Self.quoted("{\(column.path)}"))}"
    }
    write("actions", lines: buttons)
  }

  private func join(_ join: DraftJoin) -> String {
    let key = join.key == "id" ? "" : ", id: \(Self.quoted(join.key))"
    let list = "\(join.list.isFile ? "file" : "list"): \(Self.quoted(join.list.written))"
    return "\(Self.quoted(join.name)): {\(list), by: \(Self.quoted(join.reference.path))\(key)}"
  }

  private static func mark(_ mark: DraftReadMark) -> String {
    let path = "{path: \(quoted(mark.path)), "
    switch mark.kind {
    case .boolean where mark.words.isEmpty: return quoted(mark.path)
    case .boolean:
      let words = mark.words.map { "\(quoted($0.word)): \($0.isRead ? "yes" : "no")" }
      return path + "words: {\(words.joined(separator: ", "))}}"
    case .inverse: return path + "as: inverse}"
    case .time:
      let format = mark.timeForm.map { ", format: \(quoted($0.pattern))" } ?? ""
      return path + "as: time\(format)}"
    case .words(let words): return path + "equals: \(oneOrList(words.map(quoted)))}"
    }
  }

  private static func oneOrList(_ values: [String]) -> String {
    values.count == 1 ? values[0] : "[\(values.joined(separator: ", "))]"
  }

  // MARK: Fields

  private var fields: [String] {
    var lines: [String] = []
    if draft.sample.list.isKeyed, draft[.id] == nil {
      lines += entry(.id, "id", because: "keyed")
    } else if draft[.id] == nil {
      let parts = draft.composedID.map { "{\($0.path)}" }.joined(separator: ":")
      lines += entry(.id, Self.quoted(parts), because: "composed")
    }
    lines += draft.choices.flatMap(field)
    for join in draft.joins {
      let facts = [
        Self.comment(join.list.written), "\(join.found)", "\(join.reference.values.count)",
        Self.comment(join.reference.path),
      ]
      for (field, column) in join.fields {
        lines += entry(field, Self.value(column), because: "joined", with: facts)
      }
    }
    // A title of who acted and what they did, where nothing is one.
    if draft.filled.isDisjoint(with: [.title, .body, .subjectName]),
      let type = draft[.type]?.paths.first?.path,
      let actor = (draft[.actorName] ?? draft[.actorId])?.paths.first?.path,
      (try? URLTemplate("{\(actor)} {\(type)}")) != nil
    {
      lines += entry(.title, "\"{\(actor)} {\(type)}\"", because: "noTitle")
    }
    lines += recipient
    return draft.filled.contains(.time)
      ? lines : lines + entry(.time, "\"@file\"", because: "noTime")
  }

  private func entry(
    _ field: Field, _ value: String, because reason: String, with values: [String] = []
  ) -> [String] { ["# " + Self.sentence(reason, values), "\(field.rawValue): \(value)"] }

  private func field(_ choice: ProfileDraft.Choice) -> [String] {
    let reasons = choice.paths.enumerated().map { index, column in
      "# " + (index == 0 ? "" : "else \(Self.comment(column.path)): ")
        + Self.sentence(Self.reason(column, choice)) + Self.facts(column)
    }
    let others = choice.alternatives.map {
      Self.sentence("also", [Self.comment($0.path), Self.facts($0)])
    }
    let isAmbiguous = choice.paths.compactMap(\.timeForm).first?.isAmbiguous ?? false
    return reasons + others
      + (choice.field == .time && choice.isByShape ? [Self.sentence("due")] : [])
      + (isAmbiguous ? [Self.sentence("day")] : []) + [
        "\(choice.field.rawValue): \(Self.oneOrList(choice.paths.map(Self.value)))"
      ]
  }

  /// A path, with the form of its times where that has to be said.
  private static func value(_ column: DraftField) -> String {
    guard let form = column.timeForm else { return quoted(column.path) }
    return "{path: \(quoted(column.path)), format: \(quoted(form.pattern))}"
  }

  /// Why a path was chosen for a field.
  private static func reason(_ column: DraftField, _ choice: ProfileDraft.Choice) -> String {
    switch choice.field {
    case _ where choice.isByShape: "byShape"
    case .id where column.isUnique: "byUnique"
    case .recipient: "byRecipient"
    case .type: "byType"
    case .time: "byTime"
    default: "byName"
    }
  }

  /// `5 values in 12 records: ana, ben, …`
  package static func facts(_ column: DraftField) -> String {
    let samples = column.values.prefix(3).map(sample) + (column.values.count > 3 ? ["…"] : [])
    let counts = [column.values.count.counted("value"), column.count.counted("record")]
    return sentence("facts", counts + [samples.joined(separator: ", ")])
  }

  /// Who receives, where no column or several columns say it.
  private var recipient: [String] {
    if !draft.candidates.isEmpty {
      return [Self.sentence("whoReceives")]
        + draft.candidates.map { "# recipient: \(Self.quoted($0.path))   # \(Self.facts($0))" }
    }
    if draft[.recipient] != nil { return [] }
    if draft.sample.list.isTree { return entry(.recipient, "\"@key[1]\"", because: "owners") }
    return draft.sample.readLists == []
      ? entry(.recipient, "\"@key\"", because: "owners") : [Self.sentence("nobody")]
  }
}
