import Profiles

/// The columns that tell whether a notification was read.
package struct DraftReadMark: Sendable {
  package enum Kind: Equatable, Sendable {
    case boolean, inverse, time
    /// The words that mean read.
    case words([String])
  }

  package var path: String
  package var kind: Kind
  /// The form of its times, where a profile has to say it.
  package var timeForm: DraftTimeForm?
  /// Words that the profile has to explain, each with whether it means read.
  package var words: [(word: String, isRead: Bool)] = []
  /// Whether its name may be that of something else.
  var isRare = false
}

extension DraftReadMark {
  /// The columns with the names of read marks; else one of states, or a flag under a name such as
  /// `checked`.
  static func marks(in fields: DraftFields) -> [DraftReadMark] {
    let columns = fields.fields.filter { !$0.fits("element|container/51") }
    let read = columns.filter { !$0.fits("core:sights") }.compactMap {
      DraftReadMark($0, by: "read")
    }
    let named = read.isEmpty ? columns.compactMap { DraftReadMark($0, by: "read") } : read
    let others =
      columns.compactMap(ofWords) + columns.compactMap { DraftReadMark($0, by: "mayRead") }
    return named.isEmpty ? Array(others.prefix(1)) : named
  }

  /// Nil if no rule of a list says that a column is a mark.
  private init?(_ field: DraftField, by list: String) {
    let kinds = [("time", Kind.time), ("boolean", .boolean), ("inverse", .inverse)]
    let explained = Self.explained(field)
    let found = kinds.first { name, _ in
      NameWeights.bundled.rules(list, name).contains { rule in
        rule.holds { $0 == "explained" ? !explained.isEmpty : field.has($0) }
      }
    }
    guard let kind = found?.1 else { return nil }
    self.init(
      path: field.path, kind: kind, timeForm: field.timeForm,
      words: kind == .time ? [] : explained, isRare: list == "mayRead")
  }

  private static func ofWords(_ field: DraftField) -> DraftReadMark? {
    states(field, in: "readWords").map {
      DraftReadMark(path: field.path, kind: .words($0), timeForm: field.timeForm)
    }
  }

  /// The words of a column of states that are in a list: all of the list if the first records have
  /// none but words for unread or read; nil if it says neither.
  static func states(_ field: DraftField, in list: String) -> [String]? {
    guard field.fits("upto:8"), field.joinedName.isIn("states") else { return nil }
    let states = field.values.map { $0.lowercased().replacing(" ", with: "_") }
    let words = zip(field.values, states).filter { $1.isIn(list) }.map(\.0)
    if words.isEmpty, !states.has("readWords"), !states.has("unreadWords") { return nil }
    return words.isEmpty ? NameWeights.bundled[list].sorted() : words
  }

  /// The words for yes of a column that says by its name what was deleted, in a language of which
  /// only lists of words know them; all of the list if the first records only say no.
  static func deletedFlag(_ field: DraftField) -> [String]? {
    guard NameWeights.bundled.points(.deleted, field.joinedName) >= 95 else { return nil }
    let words = explained(field)
    let yes = words.filter(\.isRead).map(\.word)
    return words.isEmpty ? nil : yes.isEmpty ? NameWeights.bundled["yes"].sorted() : yes
  }

  /// Whether a column may be a read mark by its name.
  static func mayMark(_ field: DraftField) -> Bool { field.fits("least:1 mark|core:mayMark") }

  /// The field's words for yes and no, where it has no others.
  private static func explained(_ field: DraftField) -> [(word: String, isRead: Bool)] {
    guard field.fits("!truth/100 upto:7") else { return [] }
    return field.values.compactMap { value in
      let word = value.lowercased()
      return word.isIn("yes") ? (value, true) : word.isIn("no") ? (value, false) : nil
    }
  }
}
