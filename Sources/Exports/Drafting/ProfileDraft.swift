import ByteText
import Notifications
package import Profiles

/// A guess at how the records of an unknown system become notifications.
package struct ProfileDraft: Sendable {
  /// A field of the profile, with the paths that may be it.
  package struct Choice: Sendable {
    package var field: Field
    /// The best one, then those that have a value where it has none.
    package var paths: [DraftField]
    package var alternatives: [DraftField] = []
    /// How much less the best draft without it would be worth.
    package var margin: Int
    /// Whether only the values tell, as the name is none that is known.
    package var isByShape = false
  }

  package let sample: DraftRecords
  package let fields: DraftFields
  package private(set) var choices: [Choice] = []
  /// Those who may receive, where no guess is made without asking.
  package private(set) var candidates: [DraftField] = []
  package private(set) var readMarks: [DraftReadMark] = []
  /// Other lists of the document, or tables, that tell more.
  package private(set) var joins: [DraftJoin] = []
  /// Whether it holds only what nobody has to be asked about.
  package private(set) var isSure = false
  private let people: DraftPeople

  private static let core: [Field] = [.recipient, .id, .time, .type, .title, .body, .link]
  /// The distance to the next best column below which a person is asked who receives.
  private static let leastMargin = 6
  /// The margin of what a person has said.
  private static let certain = 100
  private static let mostPaths = 4
  private static let mostAlternatives = 3

  /// - Parameters:
  ///   - receiver: the path that a person has named, or an empty text for none.
  ///   - rival: a choice to do without.
  package init(
    _ found: DraftRecords, receiver: String? = nil,
    without rival: (field: Field, path: String)? = nil
  ) {
    sample = found.withDeliveries
    fields = DraftFields(sample)
    people = DraftPeople(fields, beside: sample.others)
    readMarks = DraftReadMark.marks(in: fields)
    if let read = sample.readLists, !read.isEmpty { readMarks = [DraftReadMark(ofLists: read)] }
    let (columns, marks) = (fields.fields, Set(readMarks.map(\.path)))
    let scorer = DraftScorer(fields, people)
    let isByPerson = sample.readLists == []
    let order = Field.allCases.filter { $0 != .recipient || !isByPerson }
    let table = DraftAssignment.Table(order, columns: columns.indices) { field, place in
      let path = columns[place].path
      if field == .recipient, let receiver { return path == receiver ? 200 : 0 }
      let isGone = marks.contains(path) || rival.map { $0 == (field, path) } ?? false
      return isGone ? 0 : scorer.points(columns[place], field)
    }
    choose(table, by: scorer, isAnswered: receiver != nil)
    if receiver == nil, !isByPerson { askWhoReceives() }
    let receivers = self[.recipient]?.paths ?? candidates
    joins =
      DraftJoins(
        lists: sample.others, fields: fields, known: Set(choices.map(\.field)),
        receivers: Set(receivers.map(\.path))
      ).joins
  }

  private mutating func choose(
    _ table: DraftAssignment.Table, by scorer: DraftScorer, isAnswered: Bool
  ) {
    let best = DraftAssignment(table)
    let taken = Set(best.columns.values)
    for field in Field.allCases {
      guard let place = best.columns[field] else { continue }
      var choice = Choice(
        field: field, paths: [fields.fields[place]],
        margin: isAnswered && field == .recipient
          ? Self.certain : best.sum - DraftAssignment(table.without(field, place)).sum)
      choice.isByShape = field != .recipient && !scorer.isNamed(fields.fields[place], field)
      let update = field == .time ? best.columns[.updatedAt] : nil
      for other in table.choices(field)
      where other.column != place && (!taken.contains(other.column) || other.column == update) {
        let candidate = fields.fields[other.column]
        if choice.paths.count < Self.mostPaths, mayFill(field, candidate, for: choice.paths) {
          choice.paths.append(candidate)
        } else if choice.alternatives.count < Self.mostAlternatives {
          choice.alternatives.append(candidate)
        }
      }
      choices.append(choice)
    }
  }

  /// Whether a column may stand in for others where they have no value: what something is about is named
  /// in one way, and who acted or receives is one person.
  private func mayFill(_ role: Field, _ field: DraftField, for paths: [DraftField]) -> Bool {
    switch role {
    case .recipient, .subjectId, .subjectName: return false
    case .actorId, .actorName, .actorAvatar:
      guard field.names.dropLast() == paths[0].names.dropLast() else { return false }
    default: break
    }
    return (0..<fields.records).contains { record in
      field.isPresent(in: record) && !paths.contains { $0.isPresent(in: record) }
    }
  }

  /// Leaves it to a person who receives, where two columns may be it, or where what there is may be who
  /// acted.
  private mutating func askWhoReceives() {
    let choice = self[.recipient]
    let points = choice.map { people.receiverPoints($0.paths[0]) } ?? 0
    if let list = people.list, people.receiverPoints(list) > points {
      choices.removeAll { $0.field == .recipient }
      let choice = Choice(field: .recipient, paths: [list], margin: Self.certain)
      return choices.insert(choice, at: choices.first?.field == .id ? 1 : 0)
    }
    if let best = choice?.paths[0] {
      let hasRival = people.candidates.contains { other in
        people.stem(other) != people.stem(best) && other.path != best.path
          && people.receiverPoints(other) + Self.leastMargin > points
          && !fields.haveSameValues(other, best)
      }
      if !hasRival, points >= DraftPeople.sure { return }
      choices.removeAll { $0.field == .recipient }
    }
    if people.candidates.contains(where: { people.receiverPoints($0) >= DraftPeople.leastLikely }) {
      candidates = people.candidates
    }
  }

  package subscript(field: Field) -> Choice? { choices.first { $0.field == field } }

  /// The fields that columns or other lists fill.
  package var filled: Set<Field> {
    Set(choices.map(\.field) + joins.flatMap { $0.fields.map(\.field) })
  }

  /// The choices that are least certain, to be tried without: the first two.
  package var rivals: [(field: Field, path: String)] {
    choices.filter { Self.core.contains($0.field) && !$0.alternatives.isEmpty }.sorted {
      $0.margin < $1.margin
    }.prefix(2).map { ($0.field, $0.paths[0].path) }
  }

  /// How much of a notification is found, people first: which of several files has the notifications.
  package var worth: Int {
    filled.intersection(Self.core).count * 2 + (self[.recipient] == nil ? 0 : 5)
      + (readMarks.isEmpty ? 0 : 2) + (self[.time] == nil ? 0 : 1)
  }

  /// Whether a column names more than one person who may receive.
  package var hasManyPeople: Bool {
    let paths =
      self[.recipient]?.paths
      ?? people.candidates.filter {
        people.receiverPoints($0) >= DraftAssignment.least && people.stem($0) != people.actor
      }
    return candidates.isEmpty && paths.contains { $0.values.count > 1 }
  }

  /// Whether anything tells one record from another.
  package var tellsRecordsApart: Bool {
    self[.id] != nil || sample.list.isKeyed || !composedID.isEmpty
  }

  /// How many of the first times name no zone.
  package var zonelessTimes: Int { self[.time]?.paths.reduce(0) { $0 + $1.zonelessTimes } ?? 0 }

  /// The paths of the profile that every record has: they tell this system's records from others'.
  package var required: [String] {
    let all = fields.fields.filter { field in
      field.count == fields.records && !field.path.contains { "[{".contains($0) }
    }
    return (choices.flatMap(\.paths).map(\.path) + readMarks.map(\.path)).filter(
      Set(all.map(\.path)).contains)
  }
}

// MARK: What nobody has to be asked

extension ProfileDraft {
  /// The draft without what only values or rare names tell: a person has not looked at it.
  var sure: ProfileDraft {
    var draft = self
    draft.isSure = true
    draft.candidates = []
    draft.readMarks.removeAll(where: \.isRare)
    draft.choices.removeAll {
      $0.field == .recipient
        ? !people.isSure($0.paths[0]) : $0.isByShape && $0.margin < Self.certain
    }
    return draft
  }

  /// What a person has to say before the records are read, as a question; nil if nothing.
  ///
  /// - Parameter isOwned: whether it is known whose the records are.
  func question(isOwned: Bool) -> String? {
    let draft = sure
    let known = draft.filled
    let parts: [(fields: [Field], name: String)] = [
      ([.id], "the id"), ([.time], "the time"), ([.title, .body], "the title or text"),
    ]
    for (fields, name) in parts where known.isDisjoint(with: fields) {
      if fields == [.id], sample.list.isKeyed { continue }
      let paths = fields.compactMap { self[$0] }.first.map { $0.paths + $0.alternatives } ?? []
      return paths.isEmpty
        ? "no column is \(name) by its name"
        : "is \(paths.map(\.path).joined(separator: " or ")) \(name)?"
    }
    let tells = !known.isDisjoint(with: [.recipient, .type]) || !draft.readMarks.isEmpty
    if tells || isOwned || sample.readLists != nil || sample.list.isTree { return nil }
    return "nothing says whose they are (--owner ID), of which type, or whether they were read"
  }
}

// MARK: Ids of several columns

extension ProfileDraft {
  private static let mostOfID = 5

  /// Fields whose values together are an id, where none is one alone. They hold the time or the text:
  /// what differs in a sample by other columns only is the same in the next record of a person.
  var composedID: [DraftField] {
    if self[.id] != nil || sample.list.isKeyed { return [] }
    func columns(_ fields: [Field]) -> [DraftField] { fields.compactMap { self[$0]?.paths.first } }
    let anchors = columns([.time, .title, .body])
    if anchors.isEmpty {
      // Who got which text is told apart by both.
      let text = joins.first?.reference
      return text.flatMap { text in self[.recipient].map { [text, $0.paths[0]] } } ?? []
    }
    let named = fields.fields.filter { $0.words.last == "id" && !$0.path.contains("[") }
    var chosen: [DraftField] = []
    for column in anchors.prefix(1) + columns([.recipient, .type, .actorId, .subjectId]) + named
      + anchors.dropFirst()
    where column.count == fields.records && column[.container] == 0
      && (try? URLTemplate("{\(column.path)}")) != nil
      && !chosen.contains(where: { $0.path == column.path }) && chosen.count < Self.mostOfID
    {
      let kinds = fields.kinds(of: chosen)
      if chosen.count > 1, kinds == fields.records { break }
      if chosen.count < 2 || fields.kinds(of: chosen + [column]) > kinds { chosen.append(column) }
    }
    return chosen
  }
}
