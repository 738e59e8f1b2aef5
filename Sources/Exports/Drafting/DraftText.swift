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
    write(
      """
      Drafted by tidings from the first \(draft.fields.records.counted("record")) of \(Self.comment(file)).
      Every line is a guess with its reason above it: check them, then name this file with
      --profiles. The name is what calls this system: also in the recipients file, --profile,
      --base-url \(name)=https://… and marks.
      """, ["name: \(name)", "description: \(Self.quoted("Drafted from \(file)"))"])
    let required = draft.required.prefix(12).map(Self.quoted)
    write(
      "Records of this system: fields that all of the first ones have.",
      required.isEmpty ? [] : ["match:", "  must: [\(required.joined(separator: ", "))]"])
    writeRecords()
    writeZone(zone)
    write(
      "What the records refer to by ids, read as @name.field.", list("joins", draft.joins.map(join))
    )
    write("", ["fields:"] + fields)
    writeReadMarks()
    let priorities = draft.priorities.map { "\(Self.quoted($0.word)): \($0.priority.name)" }
    write(
      "What the words of its priority mean: please check.",
      priorities.isEmpty ? [] : ["priority: {\(priorities.joined(separator: ", "))}"])
    write("The texts have HTML tags.", draft.isMarkup ? ["bodyFormat: html"] : [])
    if !draft.isSure { writeTypes() }
  }

  package var yaml: String { Self.printable(lines.joined(separator: "\n") + "\n") }

  /// Adds lines below a comment, if there are any.
  private mutating func write(_ comment: String, _ section: [String]) {
    if section.isEmpty { return }
    lines += comment.split(separator: "\n").map { "# \($0)" } + section + [""]
  }

  private func list(_ key: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["\(key):"] + lines.map { "  " + $0 }
  }

  private mutating func writeRecords() {
    let path = draft.sample.path.map(FieldPath.written).joined(separator: ".")
    if let model = draft.sample.model {
      write(
        "Records of other models are no notifications.", ["where: {model: \(Self.quoted(model))}"])
    } else if let table = draft.sample.table {
      write("", ["records:", "  table: \(Self.quoted(table))"])
    } else if FieldPath(path)?.segments == draft.sample.path {
      write("Where the records are in the document.", ["records:", "  path: \(Self.quoted(path))"])
    } else if !path.isEmpty {
      write(
        "",
        [
          "# The records are in \(Self.comment(path)), which no path can name: reading searches for them."
        ])
    }
  }

  /// Says or asks for the zone of times that name none.
  private mutating func writeZone(_ zone: String?) {
    let count = draft.zonelessTimes
    if let zone {
      write("", ["timeZone: \(Self.quoted(zone))"])
    } else if count > 0 {
      write(
        "In which zone are the times? \(count) of the first ones \(count == 1 ? "names" : "name") none, and without this they are UTC.",
        ["# timeZone: Europe/Berlin"])
    }
  }

  private mutating func writeReadMarks() {
    if draft.readMarks.isEmpty {
      let lists = draft.fields.lists.filter(DraftReadMark.mayMark).map {
        "# Does \(Self.comment($0.path)) say who has read it? No path reads that of a list; \(Self.facts($0))"
      }
      write("", lists + ["# Nothing tells whether a notification was read: it counts as unread."])
    }
    write(
      "By their names, these tell whether a notification was read.",
      list("read", draft.readMarks.map { "- " + Self.mark($0) }))
  }

  private mutating func writeTypes() {
    write(
      "The types in the first records, in the order of their chips; the labels are what people read.",
      list(
        "types",
        draft.typeLabels.map { "\(Self.quoted($0.key)): {label: \(Self.quoted($0.label))}" }))
    let names = draft.buttons.map(\.column.path).filter(URLTemplate.isName)
    write(
      "Values that the addresses of buttons name.",
      list("values", names.map { "\(Self.quoted($0)): \(Self.quoted($0))" }))
    write(
      "Buttons.",
      list(
        "actions",
        draft.buttons.map { key, column in
          let label = key.prefix(1).uppercased() + key.dropFirst()
          return
            "\(Self.quoted(key)): {label: \(Self.quoted(label)), url: \(Self.quoted("{\(column.path)}"))}"
        }))
  }

  private func join(_ join: DraftJoin) -> String {
    let key = join.key == "id" ? "" : ", id: \(Self.quoted(join.key))"
    return
      "\(Self.quoted(join.name)): {\(join.isFile ? "file" : "list"): \(Self.quoted(join.list)), "
      + "by: \(Self.quoted(join.reference.path))\(key)}"
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
      return path + "as: time" + (mark.timeForm.map { ", format: \(quoted($0.pattern))" } ?? "")
        + "}"
    case .words(let words):
      let read = words.map(quoted).joined(separator: ", ")
      return path + "equals: " + (words.count == 1 ? read : "[\(read)]") + "}"
    }
  }

  // MARK: Fields

  private var fields: [String] {
    (draft[.id] == nil ? id : []) + draft.choices.flatMap(field)
      + draft.joins.flatMap { join in
        join.fields.flatMap { field, column in
          entry(
            field, [Self.value(column)],
            because:
              "from \(Self.comment(join.list)), which has \(join.found) of the \(join.reference.values.count) ids in \(Self.comment(join.reference.path))"
          )
        }
      } + title + recipient
      + (draft.filled.contains(.time)
        ? []
        : entry(
          .time, ["\"@file\""],
          because: "Nothing looks like a time: all records have that of the file."))
  }

  private func entry(_ field: Field, _ values: [String], because comment: String? = nil) -> [String]
  {
    let value = values.count == 1 ? values[0] : "[\(values.joined(separator: ", "))]"
    return (comment.map { ["  # \($0)"] } ?? []) + ["  \(field.rawValue): \(value)"]
  }

  /// What stands for an id where no field looks like one.
  private var id: [String] {
    if draft.sample.isKeyed {
      return entry(
        .id, ["id"], because: "Each record is named by its key in an object: that is its id.")
    }
    let parts = draft.composedID.map { "{\($0.path)}" }.joined(separator: ":")
    return entry(
      .id, [Self.quoted(parts)],
      because:
        "Nothing looks like an id: these values together tell a record, and equal ones are copies.")
  }

  private func field(_ choice: ProfileDraft.Choice) -> [String] {
    let reasons = choice.paths.enumerated().map { index, column in
      (index == 0 ? "" : "else \(Self.comment(column.path)): ")
        + Self.reason(column, choice.field, isByShape: choice.isByShape) + Self.facts(column)
    }
    let others = choice.alternatives.map {
      "Also possible: \(Self.comment($0.path)): \(Self.facts($0))"
    }
    var questions = choice.field == .time && choice.isByShape ? ["Is this when it was due?"] : []
    if choice.paths.compactMap(\.timeForm).first?.isAmbiguous == true {
      questions += [
        "Which number is the day? No value tells, as none is above 12: swap d and M in the format if",
        "the other is right.",
      ]
    }
    return (reasons + others + questions).map { "  # \($0)" }
      + entry(choice.field, choice.paths.map(Self.value))
  }

  /// A path, with the form of its times where that has to be said.
  private static func value(_ column: DraftField) -> String {
    guard let form = column.timeForm else { return quoted(column.path) }
    return "{path: \(quoted(column.path)), format: \(quoted(form.pattern))}"
  }

  /// Why a path was chosen for a field.
  private static func reason(_ column: DraftField, _ field: Field, isByShape: Bool) -> String {
    switch field {
    case _ where isByShape:
      "only by its values, as its name is not a usual one: please check; "
    case .id where column.isUnique: "different in every record; "
    case .recipient: "by its name, who receives, not who acted: please check; "
    case .type: "few words that repeat; "
    case .time: "by its name, and its values are times; "
    default: "by its name; "
    }
  }

  /// `5 values in 12 records: ana, ben, …`
  package static func facts(_ column: DraftField) -> String {
    let samples = column.values.prefix(3).map(sample)
    let more = column.values.count > samples.count ? ", …" : ""
    return "\(column.values.count.counted("value")) in \(column.count.counted("record")): "
      + samples.joined(separator: ", ") + more
  }

  /// Who receives, where no column or several columns say it.
  private var recipient: [String] {
    if !draft.candidates.isEmpty {
      return [
        "  # Who receives a notification? Only a person can tell who receives and who acted. Remove the \"# \"",
        "  # before the right line; without a recipient, all records belong to --owner.",
      ] + draft.candidates.map { "  # recipient: \(Self.quoted($0.path))   # \(Self.facts($0))" }
    }
    if draft[.recipient] != nil { return [] }
    if draft.sample.ownerKey == .recipient || draft.sample.isTree {
      return entry(
        .recipient, [draft.sample.isTree ? "\"@key[1]\"" : "\"@key\""],
        because: "The records are under names of their own: those of their recipients.")
    }
    return ["  # Nothing looks like a recipient: all records belong to --owner."]
  }

  /// A title of who acted and what they did, where nothing is one.
  private var title: [String] {
    guard draft.filled.isDisjoint(with: [.title, .body, .subjectName]),
      let type = draft[.type]?.paths.first?.path,
      let actor = (draft[.actorName] ?? draft[.actorId])?.paths.first?.path,
      (try? URLTemplate("{\(actor)} {\(type)}")) != nil
    else { return [] }
    return entry(
      .title, ["\"{\(actor)} {\(type)}\""],
      because:
        "Nothing gives a title: this says who acted and what they did; write it as people should read it."
    )
  }
}

extension URLTemplate {
  /// Whether an address may name a path only as a value.
  fileprivate static func isName(_ path: String) -> Bool { !path.contains { ".'".contains($0) } }
}
