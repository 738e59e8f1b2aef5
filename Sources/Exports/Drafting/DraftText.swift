import ByteText
import Notifications
import Profiles
import YAML

/// Writes a drafted profile as YAML with a comment on each guess.
package struct DraftText {
  private let draft: ProfileDraft
  private var lines: [String] = []

  private static let mostTypes = 60
  private static let longestSample = 40

  /// - Parameters:
  ///   - file: the export as the user named it.
  ///   - zone: what a person said of the zone of times that name none.
  package init(_ draft: ProfileDraft, name: String, file: String, zone: String? = nil) {
    self.draft = draft
    let count = draft.fields.records.counted("record")
    let description = YAMLText.word("Drafted from \(file)")
    write("heading", count, Self.comment(file), name, YAMLText.word(name), description)
    writeMatch()
    writeRecords()
    if let zone {
      write("zone", YAMLText.word(zone))
    } else if draft.zonelessTimes > 0 {
      write("noZone", "\(draft.zonelessTimes) of the first ones")
    }
    write("joins", lines: draft.joins.map(join))
    write("fields", lines: fields)
    write("read", lines: draft.readMarks.map { "- " + mark($0) })
    if draft.readMarks.isEmpty {
      for list in draft.fields.lists where DraftReadMark.mayMark(list) {
        write("readers", Self.comment(list.path), Self.facts(list))
      }
      write("unread")
    }
    if !priorities.isEmpty { write("priority", YAMLText.map(priorities)) }
    if priorities.isEmpty, let first = unknownPriorities.first {
      let words = unknownPriorities.joined(separator: ", ")
      write("priorities", Self.comment(words), YAMLText.map([(first, "high")]))
    }
    let joined = draft.joins.flatMap(\.fields).first { $0.field == .body }?.column
    if (joined ?? draft[.body]?.paths[0])?.fits("markup/50") == true { write("markup") }
    if !draft.isSure {
      write("types", lines: types)
      writeButtons()
    }
  }

  package var yaml: String { YAMLText.printable(lines.joined(separator: "\n") + "\n") }

  /// Adds a section, with lines below it; nothing if there are none of these.
  private mutating func write(_ key: String, _ values: String..., lines: [String]? = nil) {
    if lines?.isEmpty == true { return }
    let below = (lines ?? []).flatMap { $0.split(separator: "\n") }.map { "  " + $0 }
    self.lines += [Self.line(key, values)] + below + [""]
  }

  private static func line(_ key: String, _ values: [String] = []) -> String {
    NameWeights.bundled.sentence(key, values)
  }

  /// What tells its records: all that makes a notification, and half of the rest.
  private mutating func writeMatch() {
    let (needed, usual) = draft.required
    if needed.isEmpty { return }
    let scores = YAMLText.map(usual.map { ($0, "1") })
    let most = Self.line("most", [scores, "\(needed.count + (usual.count + 1) / 2)"])
    write(
      "match", needed.map(YAMLText.word).joined(separator: ", "),
      lines: usual.isEmpty ? nil : [most])
  }

  private mutating func writeRecords() {
    let path = draft.sample.list.written
    if let model = draft.sample.model {
      write("model", YAMLText.word(model))
    } else if !draft.sample.shelves.isEmpty {
      write("paths", YAMLText.oneOrList(draft.sample.shelves.map(YAMLText.word)))
    } else if draft.sample.isTable {
      let read = draft.joins.map(\.list.path)
      let unread = draft.sample.others.filter { !$0.isFile && !read.contains($0.path) }
        .map { Self.comment($0.written) }
      let table = YAMLText.word(draft.sample.list.path[0])
      if unread.isEmpty { write("table", table) } else { write("tables", unread.listed(), table) }
    } else if FieldPath(path)?.segments == draft.sample.list.path {
      write("path", YAMLText.word(path))
    } else if !path.isEmpty {
      write("noPath", Self.comment(path))
    }
  }

  private func join(_ join: DraftJoin) -> String {
    let members = [
      (join.list.isFile ? "file" : "list", join.list.written), ("by", join.reference.path),
      ("id", join.key == "id" ? nil : join.key),
    ]
    return YAMLText.word(join.name) + ": "
      + YAMLText.map(members.map { ($0.0, $0.1.map(YAMLText.word)) })
  }

  private func mark(_ mark: DraftReadMark) -> String {
    switch mark.kind {
    case .boolean:
      let words = mark.words.map { ($0.word, $0.isRead ? "yes" : "no") }
      return path(mark.path, ("words", words.isEmpty ? nil : YAMLText.map(words)))
    case .inverse: return path(mark.path, ("as", "inverse"))
    case .time: return path(mark.path, ("as", "time"), format(mark.timeForm))
    case .words(let words):
      return path(mark.path, ("equals", YAMLText.oneOrList(words.map(YAMLText.word))))
    }
  }

  /// A path, in a map with what else is said of it.
  private func path(_ path: String, _ members: (name: String, value: String?)...) -> String {
    let word = YAMLText.word(path)
    return members.contains { $0.value != nil } ? YAMLText.map([("path", word)] + members) : word
  }

  private func format(_ form: DraftTimeForm?) -> (String, String?) {
    ("format", form.map { YAMLText.word($0.pattern) })
  }

  /// The words of the priority that only this system knows, as far as their language tells.
  private var priorities: [(String, String?)] {
    (draft[.priority]?.paths ?? []).flatMap(\.values).compactMap { word in
      ["high", "normal", "low"].first(where: word.lowercased().isIn).map { (word, $0) }
    }
  }

  /// The words of the priority that nothing knows.
  private var unknownPriorities: [String] {
    let words = (draft[.priority]?.paths ?? []).flatMap(\.values)
    return words.filter { Priority(word: $0.lowercased()) == nil }
  }

  /// The types by the keys that records have after normalization, each with words for people, in the order
  /// in which they appeared.
  private var types: [String] {
    var seen = Set<String>()
    return (draft[.type]?.paths.flatMap(\.values) ?? []).prefix(Self.mostTypes).compactMap { text in
      let key = TypeKey(normalizing: text)
      guard !key.text.isEmpty, seen.insert(key.text).inserted else { return nil }
      let label = YAMLText.map([("label", YAMLText.word(key.readableLabel))])
      return "\(YAMLText.word(key.text)): \(label)"
    }
  }

  /// What a recipient can do, by addresses that nothing else uses: `reply` of `reply_url`.
  private mutating func writeButtons() {
    let buttons = draft.unused.compactMap { column -> (key: String, path: String)? in
      guard column.fits("page !element"),
        let end = ["_url", "_link", "_href"].first(where: column.name.hasSuffix)
      else { return nil }
      let key = String(column.name.dropLast(end.utf8.count))
      return key.isIn("verbs") ? (key, column.path) : nil
    }
    // An address names what is no path as a value.
    let names = buttons.map(\.path).filter { !$0.contains { ".'".contains($0) } }
    write("values", lines: names.map(YAMLText.word).map { "\($0): \($0)" })
    let actions = buttons.map { key, path in
      let label = YAMLText.word(key.prefix(1).uppercased() + key.dropFirst())
      let address = YAMLText.word("{\(path)}")
      return "\(YAMLText.word(key)): \(YAMLText.map([("label", label), ("url", address)]))"
    }
    write("actions", lines: actions)
  }

  // MARK: Fields

  private var fields: [String] {
    var lines: [String] = []
    if draft.sample.list.isKeyed, draft[.id] == nil {
      lines.append(Self.line("keyed"))
    } else if draft[.id] == nil {
      let parts = draft.composedID.map { "{\($0.path)}" }.joined(separator: ":")
      lines.append(Self.line("composed", [YAMLText.word(parts)]))
    }
    lines += draft.choices.map(field) + draft.joins.flatMap(fields)
    if draft[.deleted] == nil, let (path, words) = draft.deletedStates {
      let states = YAMLText.map([(path, YAMLText.oneOrList(words.map(YAMLText.word)))])
      lines.append(Self.line("deletedStates", [states]))
    }
    // A title of who acted and what they did, where nothing is one.
    if draft.filled.isDisjoint(with: [.title, .body, .subjectName]),
      let type = draft[.type]?.paths.first?.path,
      let actor = (draft[.actorName] ?? draft[.actorId])?.paths.first?.path,
      (try? URLTemplate("{\(actor)} {\(type)}")) != nil
    {
      lines.append(Self.line("noTitle", ["{\(actor)} {\(type)}"]))
    }
    return lines + recipient + (draft.filled.contains(.time) ? [] : [Self.line("noTime")])
  }

  private func fields(of join: DraftJoin) -> [String] {
    let (list, ids) = (Self.comment(join.list.written), Self.comment(join.reference.path))
    let facts = [list, "\(join.found)", "\(join.reference.values.count)", ids]
    return join.fields.map { field, column in
      let path = path(column.path, format(column.timeForm))
      return Self.line("joined", facts + [field.rawValue, path])
    }
  }

  private func field(_ choice: ProfileDraft.Choice) -> String {
    var lines = choice.paths.enumerated().map { place, column in
      let why = Self.line(reason(column, choice))
      return place == 0
        ? Self.line("first", [why, Self.facts(column)])
        : Self.line("else", [Self.comment(column.path), why, Self.facts(column)])
    }
    lines += choice.alternatives.map { Self.line("also", [Self.comment($0.path), Self.facts($0)]) }
    if choice.field == .time, choice.isByShape { lines.append(Self.line("due")) }
    if choice.paths.compactMap(\.timeForm).first?.isAmbiguous == true {
      lines.append(Self.line("day"))
    }
    let paths = choice.paths.map { column in
      draft.kindOfReceiver(beside: column, in: choice).map {
        YAMLText.word("{\($0)}:{\(column.path)}")
      }
        ?? path(column.path, format(column.timeForm))
    }
    return (lines + [Self.line("field", [choice.field.rawValue, YAMLText.oneOrList(paths)])])
      .joined(separator: "\n")
  }

  private func reason(_ column: DraftField, _ choice: ProfileDraft.Choice) -> String {
    switch choice.field {
    case _ where column.count == 0: "byEmpty"
    case _ where choice.isByShape: "byShape"
    case .id where column.fits("distinct/100"): "byUnique"
    case .recipient: "byRecipient"
    case .type: "byType"
    case .time: "byTime"
    default: "byName"
    }
  }

  /// Who receives, where no column or several columns say it.
  private var recipient: [String] {
    if !draft.candidates.isEmpty {
      return [Self.line("whoReceives")]
        + draft.candidates.map { Self.line("receiver", [YAMLText.word($0.path), Self.facts($0)]) }
    }
    if draft[.recipient] != nil { return [] }
    let key = draft.sample.list.isTree ? "@key[1]" : draft.sample.readLists == [] ? "@key" : nil
    return [key.map { Self.line("owners", [$0]) } ?? Self.line("nobody")]
  }

  // MARK: Comments

  /// `5 values in 12 records: ana, ben, …`; nothing of a column without values.
  package static func facts(_ column: DraftField) -> String {
    if column.count == 0 { return "" }
    let shown = column.values.prefix(3).map { text in
      comment(text.count > longestSample ? text.prefix(longestSample) + "…" : text)
    }
    let samples = (shown + (column.values.count > 3 ? ["…"] : [])).joined(separator: ", ")
    let counts = [column.values.count.counted("value"), column.count.counted("record")]
    return line("facts", counts + [samples])
  }

  /// Text of others that ends no comment.
  package static func comment(_ text: String) -> String {
    VisibleText.line(text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }
}
