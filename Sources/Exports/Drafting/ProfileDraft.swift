import ByteText
package import Profiles

/// A guess at how the records of an unknown system become notifications.
package struct ProfileDraft: Sendable {
  /// A field of the profile, with the paths that may be it.
  package struct Choice: Sendable {
    package let field: Field
    /// The best one, then those that have a value where it has none.
    package var paths: [DraftField]
    package var alternatives: [DraftField] = []
    /// Whether only the values tell, as the name is none that is known.
    package var isByShape = false
  }

  package let sample: DraftRecords
  package let fields: DraftFields
  package private(set) var choices: [Choice] = []
  /// Those who may receive, where no guess is made without asking.
  package private(set) var candidates: [DraftField] = []
  package private(set) var readMarks: [DraftReadMark]
  /// The column of states that says what was deleted, with its words for that.
  package let deletedStates: (path: String, words: [String])?
  /// Other lists of the document, or tables, that tell more.
  package private(set) var joins: [DraftJoin] = []
  /// Whether it holds only what nobody has to be asked about.
  package private(set) var isSure = false
  private let scorer: DraftScorer
  private let assignment: DraftAssignment

  private static let core: [Field] = [.recipient, .id, .time, .type, .title, .body, .link]
  /// The distance to the next best column below which a person is asked who receives.
  private static let leastMargin = 6
  private static let mostPaths = 4
  private static let mostAlternatives = 3
  private static let mostOfID = 5

  /// - Parameters:
  ///   - receiver: the path that a person has named, or an empty text for none.
  ///   - rival: a choice to do without.
  package init(
    _ found: DraftRecords, receiver: String? = nil,
    without rival: (field: Field, path: String)? = nil
  ) {
    sample = found.withDeliveries
    fields = DraftFields(sample)
    scorer = DraftScorer(fields, beside: sample.others)
    // Lists have the names of states, or those of scorer.
    let lists = sample.readLists
    readMarks =
      lists.flatMap { $0.isEmpty ? nil : [DraftReadMark(path: "@key[1]", kind: .words($0))] }
      ?? DraftReadMark.marks(in: fields)
    deletedStates =
      sample.deletedLists.isEmpty
      ? fields.fields.lazy.compactMap { field -> (path: String, words: [String])? in
        let words =
          DraftReadMark.states(field, in: "deletedWords") ?? DraftReadMark.deletedFlag(field)
        return words.map { (field.path, $0) }
      }.first : ("@key[1]", sample.deletedLists)
    let (columns, marks, scorer) = (fields.fields, Set(readMarks.map(\.path)), scorer)
    let receiver = lists == [] ? "" : receiver
    assignment = DraftAssignment(Field.allCases, columns: columns.indices) { field, place in
      let path = columns[place].path
      if field == .recipient, let receiver { return path == receiver ? 200 : 0 }
      let isGone = marks.contains(path) || rival.map { $0 == (field, path) } ?? false
      return isGone ? 0 : scorer.points(columns[place], field)
    }
    choices = Field.allCases.compactMap { field in
      let choice = choice(of: field)
      return field == .recipient && receiver == nil ? certain(choice) : choice
    }
    let likely = scorer.candidates
    let mayReceive = likely.contains { scorer.receiverPoints($0) >= DraftScorer.leastLikely }
    if receiver == nil, self[.recipient] == nil, mayReceive { candidates = likely }
    let receivers = self[.recipient]?.paths ?? candidates
    joins = fields.joins(
      to: sample.others, besides: Set(choices.map(\.field)), Set(receivers.map(\.path)))
  }

  private func choice(of field: Field) -> Choice? {
    guard let place = assignment.columns[field] else { return nil }
    var choice = Choice(field: field, paths: [fields.fields[place]])
    let named = scorer.named(choice.paths[0], field)
    choice.isByShape = field != .recipient && named < DraftAssignment.least
    // What was changed may stand in for when it was sent.
    let taken = assignment.columns.filter { field != .time || $0.key != .updatedAt }.values
    for column in assignment.choices(field) where !taken.contains(column) {
      let candidate = fields.fields[column]
      if choice.paths.count < Self.mostPaths, mayFill(field, candidate, for: choice.paths) {
        choice.paths.append(candidate)
      } else if candidate.count > 0, choice.alternatives.count < Self.mostAlternatives {
        choice.alternatives.append(candidate)
      }
    }
    return choice
  }

  /// Whether a column may stand in for others where they have no value: what something is about is named
  /// in one way, and who acted or receives is one person.
  private func mayFill(_ role: Field, _ field: DraftField, for paths: [DraftField]) -> Bool {
    let isNamedOnce = [.recipient, .subjectId, .subjectName].contains(role)
    let isOfActor = [.actorId, .actorName, .actorAvatar].contains(role)
    if isNamedOnce || isOfActor && field.names.dropLast() != paths[0].names.dropLast() {
      return false
    }
    return field.numbers.indices.contains { record in
      field.numbers[record] >= 0 && paths.allSatisfy { $0.numbers[record] < 0 }
    }
  }

  /// Who receives, or a list of those who do; nil where a person has to say it, as two columns may be it,
  /// or what there is may be who acted.
  private func certain(_ choice: Choice?) -> Choice? {
    let points = choice.map { scorer.receiverPoints($0.paths[0]) } ?? 0
    if let list = scorer.list, scorer.receiverPoints(list) > points {
      return Choice(field: .recipient, paths: [list])
    }
    guard let best = choice?.paths[0], points >= DraftScorer.sure else { return nil }
    let hasRival = scorer.candidates.contains { other in
      scorer.stem(other) != scorer.stem(best) && other.path != best.path
        && scorer.receiverPoints(other) + Self.leastMargin > points
        && (other.numbers, other.values) != (best.numbers, best.values)
    }
    return hasRival ? nil : choice
  }

  package subscript(field: Field) -> Choice? { choices.first { $0.field == field } }

  /// The fields that columns or other lists fill.
  package var filled: Set<Field> {
    Set(choices.map(\.field) + joins.flatMap { $0.fields.map(\.field) })
  }

  /// The path that says which kind of person has an id: `receiver_type` beside `receiver_id`, where there
  /// are several kinds, so that User 2 and Admin 2 are two people; nil if nothing does.
  func kindOfReceiver(beside column: DraftField, in choice: Choice) -> String? {
    guard choice.field == .recipient, column.path.lowercased().hasSuffix("id") else { return nil }
    let kind = column.path.dropLast(2) + "type"
    return fields.fields.first {
      FieldNames.match($0.path.utf8, kind.utf8) && $0.values.count > 1 && $0.fits("present/100")
    }?.path
  }

  /// The choices that are least certain, to be tried without: the first two.
  package var rivals: [(field: Field, path: String)] {
    choices.filter { Self.core.contains($0.field) && !$0.alternatives.isEmpty }.map { choice in
      (choice, margin: assignment.margin(of: choice.field))
    }.sorted { $0.margin < $1.margin }.prefix(2).map { ($0.0.field, $0.0.paths[0].path) }
  }

  /// How much of a notification is found, people first: which of several files has the notifications.
  package var worth: Int {
    filled.intersection(Self.core).count * 2 + (self[.recipient] == nil ? 0 : 5)
      + (readMarks.isEmpty ? 0 : 2) + (self[.time] == nil ? 0 : 1)
  }

  /// Whether a column names more than one person who may receive.
  package var hasManyPeople: Bool {
    let likely = scorer.candidates.filter { scorer.points($0, .recipient) >= DraftAssignment.least }
    let paths = self[.recipient]?.paths ?? likely
    return candidates.isEmpty && paths.contains { $0.values.count > 1 }
  }

  /// Whether anything tells one record from another.
  package var tellsRecordsApart: Bool {
    self[.id] != nil || sample.list.isKeyed || !composedID.isEmpty
  }

  /// How many of the first times name no zone.
  package var zonelessTimes: Int {
    (self[.time]?.paths ?? []).flatMap(\.values).count { $0.withRawBytes(Timestamp.isZoneless) }
  }

  /// The paths of the profile that every record has, which tell this system's records from others': those
  /// that a notification needs, and the rest.
  var required: (needed: [String], usual: [String]) {
    let whole = fields.fields.filter { $0.fits("present/100 !element") && !$0.path.contains("{") }
    let known = Set(whole.map(\.path))
    let text = self[.title] == nil ? Field.body : .title
    let needed = choices.filter { [.id, .recipient, .time, text].contains($0.field) }
    func paths(_ choices: [Choice]) -> [String] {
      choices.flatMap(\.paths).map(\.path).filter(known.contains)
    }
    let must = paths(needed)
    let all = paths(choices) + readMarks.map(\.path).filter(known.contains)
    return (must, all.filter { !must.contains($0) })
  }

  /// What only a person knows of the time of its records, as a question: the form of what is one by its
  /// name, or whether another column has the hour of a day; nil if nothing.
  package var timeQuestion: String? {
    if let time = self[.time]?.paths[0] {
      let areDays = time.values.allSatisfy {
        $0.count <= 12 && !$0.contains(":") && !$0.allSatisfy(\.isNumber)
      }
      let hour = unused.first { $0.values.allSatisfy(Self.isClock) }
      return areDays ? hour.map { "is \($0.path) the hour of \(time.path)?" } : nil
    }
    if filled.contains(.time) { return nil }
    return unused.first {
      guard $0.parents.isEmpty, $0.fits("!container+") else { return false }
      return NameWeights.bundled.points(.time, $0.name) >= 80
        || scorer.named($0, .time) >= 80 && $0.fits("digits !number")
    }.map { "in which form are the times of \($0.path): \(DraftText.facts($0))?" }
  }

  /// Whether a text is `8:15` or `08:15:00`.
  private static func isClock(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return 2...3 ~= parts.count
      && parts.allSatisfy { 1...2 ~= $0.count && $0.allSatisfy(\.isNumber) }
  }

  /// The paths that nothing uses.
  package var unused: [DraftField] {
    let used = Set(
      choices.flatMap { $0.paths.map(\.path) } + readMarks.map(\.path) + joins.map(\.reference.path)
    )
    return fields.fields.filter { $0.count > 0 && !used.contains($0.path) }
  }

  // MARK: What nobody has to be asked

  /// The draft without what only values or rare names tell: a person has not looked at it.
  var sure: ProfileDraft {
    var draft = self
    draft.isSure = true
    draft.candidates = []
    draft.readMarks.removeAll(where: \.isRare)
    draft.choices.removeAll { $0.field == .recipient ? !scorer.isSure($0.paths[0]) : $0.isByShape }
    return draft
  }

  /// What a person has to say before the records are read, as a question; nil if nothing.
  ///
  /// - Parameter isOwned: whether it is known whose the records are.
  func question(isOwned: Bool) -> String? {
    if let timeQuestion { return timeQuestion }
    let draft = sure
    let known = draft.filled.union(sample.list.isKeyed ? [.id] : [])
    let parts: [(fields: [Field], name: String)] = [
      ([.id], "the id"), ([.time], "the time"), ([.title, .body], "the title or text"),
    ]
    for (fields, name) in parts where known.isDisjoint(with: fields) {
      let choice = fields.compactMap { self[$0] }.first
      let paths = choice.map { ($0.paths + $0.alternatives).map(\.path) } ?? []
      return paths.isEmpty
        ? "no column is \(name) by its name" : "is \(paths.joined(separator: " or ")) \(name)?"
    }
    if let time = draft[.time]?.paths[0], time.timeForm?.isAmbiguous == true {
      return "which number of \(time.values[0]) in \(time.path) is the day?"
    }
    let tells = !known.isDisjoint(with: [.recipient, .type]) || !draft.readMarks.isEmpty
    if tells || isOwned || sample.readLists != nil || sample.list.isTree { return nil }
    return "nothing says whose they are (--owner ID), of which type, or whether they were read"
  }

  // MARK: Ids of several columns

  /// Fields whose values together are an id, where none is one alone. They hold the time or the text:
  /// what differs in a sample by other columns only is the same in the next record of a person.
  var composedID: [DraftField] {
    if self[.id] != nil || sample.list.isKeyed { return [] }
    func columns(_ fields: [Field]) -> [DraftField] { fields.compactMap { self[$0]?.paths.first } }
    func kinds(_ columns: [DraftField]) -> Int {
      Set((0..<fields.records).map { record in columns.map { $0.numbers[record] } }).count
    }
    let anchors = columns([.time, .title, .body])
    if anchors.isEmpty {
      // Who got which text is told apart by both.
      let text = joins.first?.reference
      return text.flatMap { text in self[.recipient].map { [text, $0.paths[0]] } } ?? []
    }
    let named = fields.fields.filter { $0.words.last == "id" && !$0.fits("element") }
    var chosen: [DraftField] = []
    for column in anchors.prefix(1) + columns([.recipient, .type, .actorId, .subjectId]) + named
      + anchors.dropFirst()
    where column.fits("present/100 !container+") && chosen.count < Self.mostOfID
      && (try? URLTemplate("{\(column.path)}")) != nil
      && !chosen.contains(where: { $0.path == column.path })
    {
      if chosen.count < 2 || kinds(chosen + [column]) > kinds(chosen) { chosen.append(column) }
    }
    return chosen
  }
}
