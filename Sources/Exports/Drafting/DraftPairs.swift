import Profiles

/// A table whose rows say which person gets which text, and the table of the texts.
package struct DraftPairs: Sendable {
  /// The table that joins them; nil if that is the export itself, which has no name.
  package var table: String?
  package var texts: String
  /// The column that names a text, and the one that names a person.
  package var reference: String
  package var person: String
  /// The column of the texts that `reference` names.
  package var key: String
  /// The columns that only the joining table has.
  package var columns: [String]

  /// The pairs that the draft's records lack: people where they have none, else texts.
  init?(_ draft: ProfileDraft) {
    if draft[.recipient] == nil, let table = draft.sample.table ?? draft.sample.path.last {
      let texts = DraftList(path: [table], elements: draft.sample.records)
      for list in draft.sample.others {
        let fields = DraftFields(list.elements)
        let joins = DraftJoins(lists: [texts], fields: fields, known: [], receivers: [])
        // Comments are texts of their own.
        guard !fields.fields.contains(where: { $0.mostly($0.sentences, 0.5) }),
          let join = joins.first, let person = Self.person(in: fields, besides: join.reference.path)
        else { continue }
        self.init(
          list.path.last, fields, texts: table, reference: join.reference.path, person: person,
          key: join.key)
        let known = Set(draft.fields.fields.map(\.path))
        columns.removeAll { known.contains($0) }
        return
      }
      return nil
    }
    let found = draft.choices.map(\.field) + draft.joins.flatMap { $0.fields.map(\.field) }
    guard !found.contains(where: { [.title, .body, .subjectName].contains($0) }) else { return nil }
    let person =
      draft[.recipient]?.paths.first?.path ?? Self.person(in: draft.fields, besides: "")
    let reference = draft.fields.fields.first {
      $0.names.count == 1 && $0.isNamedID && $0.path != person && $0.count == draft.fields.records
        && Self.mayNameTexts($0, in: draft.fields)
    }
    guard let person, let reference, let name = reference.names.last?.split(separator: "_").first
    else { return nil }
    self.init(
      draft.sample.table, draft.fields, texts: "\(name)s", reference: reference.path,
      person: person, key: "id")
    columns.removeAll { $0 == "id" }
  }

  private init(
    _ table: String?, _ fields: DraftFields, texts: String, reference: String, person: String,
    key: String
  ) {
    (self.table, self.texts, self.reference) = (table, texts, reference)
    (self.person, self.key) = (person, key)
    columns = fields.fields.filter { $0.names.count == 1 && $0.path != reference }.map(\.path)
  }

  /// Whether an id is neither that of who acted nor one of several tables, as `post_type` beside
  /// `post_id` says.
  private static func mayNameTexts(_ field: DraftField, in fields: DraftFields) -> Bool {
    guard let name = field.names.last, name.hasSuffix("_id") else { return true }
    let stem = name.dropLast(3)
    return !DraftNames.actors.contains(String(stem))
      && !fields.fields.contains { $0.names == [stem + "_type"] }
  }

  private static func person(in fields: DraftFields, besides reference: String) -> String? {
    let others = fields.fields.filter { $0.path != reference && $0.names.count == 1 }
    let people = Set(DraftGuess(fields).people.map(\.path))
    let person =
      others.first { people.contains($0.path) } ?? others.first { $0.isNamedID && !$0.isUnique }
    return person?.path
  }
}
