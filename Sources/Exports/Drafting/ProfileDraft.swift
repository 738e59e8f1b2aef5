import ByteText
package import Notifications
package import Profiles

/// A guess at how the records of an unknown system become notifications.
package struct ProfileDraft: Sendable {
  /// A field of the profile, with the paths that may be it.
  package struct Choice: Sendable {
    package var field: Field
    /// The best one, then those that have a value where it has none.
    package var paths: [DraftField]
    package var alternatives: [DraftField]
    /// How much less the best draft without it would be worth.
    package var margin: Int
    /// Whether only the values tell, as the name is none that is known.
    package var isByShape = false
  }

  /// What a person has to decide, as names do not tell it.
  package struct Decision: Sendable {
    package var field: Field
    package var candidates: [DraftField]
  }

  /// A choice that another draft does without.
  package struct Rival: Sendable {
    package var field: Field
    package var path: String
  }

  package let sample: DraftRecords
  package let fields: DraftFields
  package private(set) var choices: [Choice] = []
  /// Where no guess is made without asking.
  package private(set) var decisions: [Decision] = []
  package private(set) var readMarks: [DraftReadMark] = []
  /// The words of the priority that only this system knows, as far as their language tells.
  package private(set) var priorities: [(word: String, priority: Priority)] = []
  /// The words of the type, in the order in which they appeared.
  package private(set) var types: [String] = []
  package private(set) var isMarkup = false
  /// Other lists of the document, or tables, that tell more.
  package private(set) var joins: [DraftJoin] = []
  package private(set) var actions: [DraftAction] = []
  /// The list in which records name actions.
  package private(set) var actionList: DraftField?
  /// Fields whose values together are an id, where none is one alone.
  package private(set) var composedID: [DraftField] = []
  let people: DraftPeople

  /// The order in which a profile is written.
  private static let order: [Field] = [
    .id, .recipient, .type, .title, .body, .priority, .time, .updatedAt, .deleted, .expires,
    .mailed, .link, .image, .actorId, .actorName, .actorAvatar, .actorFollowedBack, .subjectId,
    .subjectName, .batchCount, .latitude, .longitude,
  ]
  private static let core: [Field] = [.recipient, .id, .time, .type, .title, .body, .link]
  private static let mostTypes = 60
  /// The points below which it is asked whether somebody receives.
  private static let leastSure = 60
  /// The distance to the next best draft below which a person is asked who receives.
  private static let leastMargin = 6

  /// - Parameters:
  ///   - answers: what a person said: the path of a field, or an empty text for none.
  ///   - rival: a choice to do without.
  package init(_ found: DraftRecords, answers: [Field: String] = [:], without rival: Rival? = nil) {
    let sample = found.withDeliveries
    self.sample = sample
    fields = DraftFields(sample)
    let fields = fields
    people = DraftPeople(fields, beside: sample.others)
    let scorer = DraftScorer(fields, people)
    readMarks = DraftReadMark.marks(in: fields)
    if case .state(let words)? = sample.ownerKey {
      readMarks = [DraftReadMark(path: "@key[1]", kind: .words(words))]
    }
    let marks = Set(readMarks.map(\.path))
    let given = answers.mapValues { path in fields.fields.firstIndex { $0.path == path } }
    let order = Self.order.filter { $0 != .recipient || sample.ownerKey != .recipient }
    var table = DraftAssignment.Table(order, columns: fields.fields.indices, answers: given) {
      let column = fields.fields[$1]
      return marks.contains(column.path) ? 0 : scorer.points(column, $0)
    }
    if let rival, let column = fields.fields.firstIndex(where: { $0.path == rival.path }) {
      table = table.without(rival.field, column)
    }
    let best = DraftAssignment(table)
    choose(best, table, by: scorer, isAnswered: Set(answers.keys))
    finish()
  }

  private mutating func choose(
    _ best: DraftAssignment, _ table: DraftAssignment.Table, by scorer: DraftScorer,
    isAnswered: Set<Field>
  ) {
    let taken = Set(best.columns.values)
    for field in Self.order {
      guard let column = best.columns[field] else { continue }
      let next = DraftAssignment(table.without(field, column))
      let others = table.choices(field).filter { $0.column != column }
      var choice = Choice(
        field: field, paths: [fields.fields[column]], alternatives: [],
        margin: isAnswered.contains(field) ? 100 : best.sum - next.sum)
      choice.isByShape = field != .recipient && !scorer.isNamed(fields.fields[column], field)
      let update = field == .time ? best.columns[.updatedAt] : nil
      for other in others where !taken.contains(other.column) || other.column == update {
        let candidate = fields.fields[other.column]
        if choice.paths.count < 4, mayFill(field, candidate, for: choice.paths) {
          choice.paths.append(candidate)
        } else {
          choice.alternatives.append(candidate)
        }
      }
      choice.alternatives = Array(choice.alternatives.prefix(3))
      choices.append(choice)
    }
    if !isAnswered.contains(.recipient), sample.ownerKey != .recipient { askWhoReceives() }
  }

  /// Leaves it to a person who receives, where two columns may be it, or where what there is may be who
  /// acted.
  private mutating func askWhoReceives() {
    let candidates = people.candidates
    let points = self[.recipient].map { people.receiverPoints($0.paths[0]) } ?? 0
    if let list = people.list, people.receiverPoints(list) > points {
      choices.removeAll { $0.field == .recipient }
      let choice = Choice(field: .recipient, paths: [list], alternatives: [], margin: 100)
      choices.insert(choice, at: choices.first?.field == .id ? 1 : 0)
      return
    }
    if let choice = self[.recipient] {
      let (best, stem) = (choice.paths[0], people.stem(choice.paths[0]))
      let hasRival = candidates.contains { other in
        people.stem(other) != stem && other.path != best.path
          && people.receiverPoints(other) + Self.leastMargin > points
          && !fields.haveSameValues(other, best)
      }
      if !hasRival, people.receiverPoints(best) >= Self.leastSure { return }
      choices.removeAll { $0.field == .recipient }
    }
    let isNobody = candidates.allSatisfy { people.receiverPoints($0) < 41 }
    if !candidates.isEmpty, !isNobody {
      decisions.append(Decision(field: .recipient, candidates: candidates))
    }
  }

  private mutating func finish() {
    types = Array((self[.type]?.paths.flatMap(\.values) ?? []).prefix(Self.mostTypes))
    priorities = (self[.priority]?.paths ?? []).flatMap(\.values).compactMap { word in
      [("high", Priority.high), ("normal", .normal), ("low", .low)].first {
        NameWeights.bundled[$0.0].contains(word.lowercased())
      }.map { (word, $0.1) }
    }
    isMarkup = self[.body]?.paths.first.map { $0.mostly($0.markup, 0.5) } ?? false
    let receivers = self[.recipient]?.paths ?? decisions.flatMap(\.candidates)
    joins =
      DraftJoins(
        lists: sample.others, fields: fields, known: Set(choices.map(\.field)),
        receivers: Set(receivers.map(\.path))
      ).joins
    if self[.id] == nil, !sample.isKeyed { composedID = DraftIdentity(self).columns }
    actionList = DraftAction.list(in: fields)
    actions = DraftAction.actions(in: unused, named: actionList)
    if joins.contains(where: \.isMarkup) { isMarkup = true }
  }

  /// Whether a column may stand in for others where they have no value: what something is about is named
  /// in one way, and who acted or receives is one person.
  private func mayFill(_ role: Field, _ field: DraftField, for paths: [DraftField]) -> Bool {
    let isLike =
      switch role {
      case .recipient, .subjectId, .subjectName: false
      case .actorId, .actorName, .actorAvatar:
        field.names.dropLast() == paths[0].names.dropLast()
      default: true
      }
    return isLike
      && (0..<fields.records).contains { record in
        field.isPresent(in: record) && !paths.contains { $0.isPresent(in: record) }
      }
  }

  /// Keeps these choices alone, and of the rest what is certain.
  mutating func keep(_ isKept: (Choice) -> Bool) {
    choices.removeAll { !isKept($0) }
    readMarks.removeAll(where: \.isRare)
    (types, actions, decisions) = ([], [], [])
  }

  package subscript(field: Field) -> Choice? { choices.first { $0.field == field } }

  /// The choices that are least certain, to be tried without: the first two.
  package var rivals: [Rival] {
    choices.filter { Self.core.contains($0.field) && !$0.alternatives.isEmpty }
      .sorted { $0.margin < $1.margin }.prefix(2)
      .map { Rival(field: $0.field, path: $0.paths[0].path) }
  }

  /// How much of a notification is found, people first: which of several files has the notifications.
  package var worth: Int {
    let filled = Set(choices.map(\.field) + joins.flatMap { $0.fields.map(\.field) })
    let core = filled.intersection(Self.core).count
    return core * 2 + (self[.recipient] == nil ? 0 : 5) + (readMarks.isEmpty ? 0 : 2)
      + (self[.time] == nil ? 0 : 1)
  }

  /// Whether a column names more than one person who may receive.
  package var hasManyPeople: Bool {
    let candidates =
      self[.recipient]?.paths
      ?? people.candidates.filter {
        people.receiverPoints($0) >= DraftAssignment.least && people.stem($0) != people.actor
      }
    return decisions.isEmpty && candidates.contains { $0.values.count > 1 }
  }

  /// Whether anything is missing without which no record is read.
  package var missing: [Field] { hasID || !composedID.isEmpty ? [] : [.id] }

  private var hasID: Bool { self[.id] != nil || sample.isKeyed }

  /// How many of the first times name no zone.
  package var zonelessTimes: Int { self[.time]?.paths.reduce(0) { $0 + $1.zonelessTimes } ?? 0 }

  /// The paths that nothing uses, with their first value.
  package var unused: [DraftField] {
    let used = Set(
      choices.flatMap { $0.paths.map(\.path) } + readMarks.map(\.path) + joins.map(\.reference.path)
    )
    return fields.fields.filter { $0.count > 0 && !used.contains($0.path) }
  }

  /// The paths of the profile that every record has: they tell this system's records from others'.
  package var required: [String] {
    let all = Set(
      fields.fields.filter { $0.count == fields.records && !$0.path.contains("[") }.map(\.path))
    return (choices.flatMap(\.paths).map(\.path) + readMarks.map(\.path)).filter(all.contains)
  }
}

/// Which columns together are an id, where none is one alone.
struct DraftIdentity {
  let draft: ProfileDraft

  init(_ draft: ProfileDraft) { self.draft = draft }

  /// They hold the time or the text: what differs in a sample by other columns only is the same in the
  /// next record of a person.
  var columns: [DraftField] {
    let fields = draft.fields
    let anchors = [Field.time, .title, .body].compactMap { draft[$0]?.paths.first }
    let others = [Field.recipient, .type, .actorId, .subjectId].compactMap {
      draft[$0]?.paths.first
    }
    let named = fields.fields.filter { $0.words.last == "id" && !$0.path.contains("[") }
    var chosen: [DraftField] = []
    for column in anchors.prefix(1) + others + named + anchors.dropFirst()
    where column.count == fields.records && column.containers == 0 && isPlain(column)
      && !chosen.contains(where: { $0.path == column.path }) && chosen.count < 5
    {
      guard kinds(chosen) < fields.records || chosen.count < 2 else { break }
      if chosen.isEmpty || kinds(chosen + [column]) > kinds(chosen) || chosen.count < 2 {
        chosen.append(column)
      }
    }
    if !anchors.isEmpty { return chosen }
    // Who got which text is told apart by both.
    guard let text = draft.joins.first?.reference, let person = draft[.recipient]?.paths.first
    else { return [] }
    return [text, person]
  }

  private func isPlain(_ column: DraftField) -> Bool {
    (try? URLTemplate("{\(column.path)}")) != nil
  }

  /// How many different values columns have together.
  private func kinds(_ columns: [DraftField]) -> Int {
    Set((0..<draft.fields.records).map { record in columns.map { $0.value(in: record) } }).count
  }
}
