import Exports
import Marks
import Notifications
import Profiles

/// Writes what other lists tell, and what a recipient can do.
extension DraftText {
  var joins: [String] {
    guard !draft.joins.isEmpty else { return [] }
    return ["# What the records refer to by ids, read as @name.field.", "joins:"]
      + draft.joins.map { join in
        let key = join.key == "id" ? "" : ", id: \(Self.quoted(join.key))"
        return "  \(Self.quoted(join.name)): {list: \(Self.quoted(join.list)), "
          + "by: \(Self.quoted(join.reference.path))\(key)}"
      } + [""]
  }

  /// The fields that another list fills.
  func fields(_ join: DraftJoin) -> [String] {
    let ids = join.reference.values.count
    return join.fields.flatMap { field, paths in
      let values = paths.map(Self.quoted)
      return [
        "  # from \(Self.comment(join.list)), which has \(join.found) of the \(ids) ids in "
          + Self.comment(join.reference.path),
        "  \(field.rawValue): "
          + (values.count == 1 ? values[0] : "[\(values.joined(separator: ", "))]"),
      ]
    }
  }

  /// A title of who acted and what they did, where nothing is one.
  var title: [String] {
    let found = draft.choices.map(\.field) + draft.joins.flatMap { $0.fields.map(\.field) }
    guard draft.pairs == nil,
      !found.contains(where: { [.title, .body, .subjectName].contains($0) }),
      let type = draft[.type]?.paths.first,
      let actor = (draft[.actorName] ?? draft[.actorId])?.paths.first,
      isPlain(type.path), isPlain(actor.path)
    else { return [] }
    return [
      "  # Nothing gives a title: this says who acted and what they did; write it as people should read it.",
      "  title: \"{\(actor.path)} {\(type.path)}\"",
    ]
  }

  /// Whether a pattern may name a path without quotes.
  private func isPlain(_ path: String) -> Bool {
    path.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") || $0 &- 48 < 10 || ($0 | 0x20) &- 97 < 26
    }
  }

  /// What the system's own words for priorities mean.
  var priorities: [String] {
    guard !draft.priorities.isEmpty else { return [] }
    let words = draft.priorities.map { "\(Self.quoted($0.word)): \($0.priority.name)" }
    return [
      "# What the words of its priority mean: please check.",
      "priority: {\(words.joined(separator: ", "))}", "",
    ]
  }

  /// The values that addresses name.
  var values: [String] {
    let names = draft.actions.compactMap(\.address?.path).filter { !isPath($0) }
    guard !names.isEmpty else { return [] }
    return ["values:"] + names.map { "  \(Self.quoted($0)): \(Self.quoted($0))" } + [""]
  }

  /// Whether an address may name a path that is no value.
  private func isPath(_ path: String) -> Bool { path.contains { ".'".contains($0) } }

  var actions: [String] {
    guard !draft.actions.isEmpty else { return [] }
    return ["# Buttons. One without an address (url) is not shown.", "actions:"]
      + draft.actions.map { action in
        let label = action.key.prefix(1).uppercased() + action.key.dropFirst()
        let url = action.address.map { ", url: \(Self.quoted("{\($0.path)}"))" } ?? ""
        return "  \(Self.quoted(action.key)): {label: \(Self.quoted(String(label)))\(url)}"
      } + [""]
  }

  /// What to export where people are in one table and texts in another.
  var pairs: [String] {
    guard let pairs = draft.pairs else { return [] }
    let table = pairs.table ?? name.replacing("-", with: "_")
    let finding =
      "# \(table) joins \(pairs.person) to \(pairs.reference): people in one table, texts in another. If so, "
    let names = [table, pairs.texts, pairs.key, pairs.reference] + pairs.columns
    let quoted = names.compactMap(SQLText.identifier)
    if draft.fields.fields.contains(where: { $0.path == "_id" }) {
      return [finding + "export", "# them together ($lookup), and draft from that.", ""]
        .map(Self.comment)
    }
    guard quoted.count == names.count else {
      return [
        finding + "export",
        "# them together as JSON or CSV, and draft from that. No statement can: a name has a backslash or a NUL.",
        "",
      ].map(Self.comment)
    }
    let (joining, texts, key, reference) = (quoted[0], quoted[1], quoted[2], quoted[3])
    let columns = ["\(texts).*"] + quoted.dropFirst(4).map { "\(joining).\($0)" }
    return [
      finding + "export what",
      "# this selects as JSON or CSV, and draft from that:",
      "#   SELECT \(columns.joined(separator: ", "))",
      "#   FROM \(joining) JOIN \(texts) ON \(texts).\(key) = \(joining).\(reference);",
      "",
    ].map(Self.comment)
  }
}
