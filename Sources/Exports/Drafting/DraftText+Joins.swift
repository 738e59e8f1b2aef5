import Notifications
import Profiles

/// Writes what other lists tell, and what a recipient can do.
extension DraftText {
  var joins: [String] {
    guard !draft.joins.isEmpty else { return [] }
    return ["# What the records refer to by ids, read as @name.field.", "joins:"]
      + draft.joins.map { join in
        let key = join.key == "id" ? "" : ", id: \(Self.quoted(join.key))"
        let source = join.isFile ? "file" : "list"
        return "  \(Self.quoted(join.name)): {\(source): \(Self.quoted(join.list)), "
          + "by: \(Self.quoted(join.reference.path))\(key)}"
      } + [""]
  }

  /// The fields that another list fills.
  func fields(_ join: DraftJoin) -> [String] {
    let ids = join.reference.values.count
    return join.fields.flatMap { field, paths in
      let format = field == .time ? join.timeForm : nil
      let values = paths.map { Self.value($0, format) }
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
    guard !found.contains(where: { [.title, .body, .subjectName].contains($0) }),
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
}
