import Notifications
import Profiles

/// What the words of columns mean.
extension ProfileDraft {
  private static let mostTypes = 60

  /// The types by the keys that records have after normalization, each with words for people, in the order
  /// in which they appeared.
  var typeLabels: [(key: String, label: String)] {
    var seen = Set<String>()
    return (self[.type]?.paths.flatMap(\.values) ?? []).prefix(Self.mostTypes).compactMap { text in
      let key = TypeKey(normalizing: text)
      guard !key.text.isEmpty, seen.insert(key.text).inserted else { return nil }
      return (key.text, key.readableLabel)
    }
  }

  /// The words of the priority that only this system knows, as far as their language tells.
  var priorities: [(word: String, priority: Priority)] {
    (self[.priority]?.paths ?? []).flatMap(\.values).compactMap { word in
      [("high", Priority.high), ("normal", .normal), ("low", .low)].first {
        NameWeights.bundled[$0.0].contains(word.lowercased())
      }.map { (word, $0.1) }
    }
  }

  var isMarkup: Bool {
    let bodies = joins.flatMap(\.fields).filter { $0.field == .body }.map(\.column)
    return (bodies + (self[.body]?.paths.prefix(1) ?? [])).contains {
      $0.mostly(.markup, share: 0.5)
    }
  }

  /// The paths that nothing uses.
  package var unused: [DraftField] {
    let used = Set(
      choices.flatMap { $0.paths.map(\.path) } + readMarks.map(\.path) + joins.map(\.reference.path)
    )
    return fields.fields.filter { $0.count > 0 && !used.contains($0.path) }
  }

  /// What a recipient can do, by addresses that nothing else uses: `reply` of `reply_url`.
  var buttons: [(key: String, column: DraftField)] {
    unused.compactMap { column in
      guard column.mostly(.link, .route), !column.path.contains("["), let name = column.names.last,
        let end = ["_url", "_link", "_href"].first(where: name.hasSuffix)
      else { return nil }
      let key = String(name.dropLast(end.utf8.count))
      return key.isIn("verbs") ? (key, column) : nil
    }
  }
}
