import Profiles

/// How well columns fit the roles of a notification, by their names and by what their values look
/// like: the points of names, changed by the rules of the weights; and which of them name people, who
/// receives and who acted.
struct DraftScorer {
  private let fields: DraftFields
  private let weights = NameWeights.bundled
  /// The values by which other tables know people.
  private let known: Set<String>
  /// The object or the beginning of names that says who acted, as `sender` of `sender_id`; nil if
  /// nothing does.
  private(set) var actor: String?
  /// What rules say of all columns: a name tells the title, there is a time outside of an app's own
  /// data, each record is a resource.
  private let facts: [Substring: Bool]
  /// The names of the ids of what notifications are about.
  private var subjects: Set<String> = []

  /// The points from which a column is taken for who receives without asking.
  static let sure = 60
  /// The points of a column of people who may as well have acted.
  static let leastLikely = 41

  /// - Parameter lists: the lists beside the records.
  init(_ fields: DraftFields, beside lists: [DraftList] = []) {
    (self.fields, known) = (fields, Set(lists.flatMap(\.idsOfPeople)))
    facts = [
      "titled": "is:title !is:faintTitles level:1|level:2 string !time",
      "outerTime": "time !in:business !has:otherTimes", "ofResource": "level:1 is:resources",
    ].mapValues { rule in fields.fields.contains { $0.fits(rule) } }
    actor = findActor()
    let ids = fields.fields.filter { $0.count > 0 && named($0, .subjectId) > 0 }
    subjects = Set(ids.map(\.joinedName))
  }

  /// The points of a column for a field; below 50 it is none.
  func points(_ field: DraftField, _ role: Field) -> Int {
    if field.count == 0 { return emptyPoints(field, role) }
    guard !field.fits("container/50") else { return 0 }
    if role == .recipient {
      // Who acted is nobody who receives, and the first of a list not all.
      let isActor = stem(field).map { $0 == actor } ?? field.fits("element")
      return isActor ? 0 : receiverPoints(field)
    }
    let points = max(named(field, role), shaped(field, role))
    guard points > 0 else { return 0 }
    // Others fill in where a name is missing. A time inside of few records is one of something in
    // them.
    let isInside = role == .time && field.names.count > 1
    let weight = role == .actorName || role == .actorAvatar ? 4 : isInside ? 40 : 15
    return points - missing(field, weight) - rules("against", of: field, as: role).reduce(0, +)
  }

  /// The points of a column without a value in the first records, as nothing was deleted on the first
  /// day: its name alone tells, and a column that has values goes first.
  private func emptyPoints(_ field: DraftField, _ role: Field) -> Int {
    let isCertain = role.rawValue.isIn("filledLater") && named(field, role) >= 95
    return isCertain && !field.fits("container+") ? DraftAssignment.least + 1 : 0
  }

  /// What a column loses for the records that lack it.
  private func missing(_ field: DraftField, _ weight: Int) -> Int {
    (fields.records - field.count) * weight / max(fields.records, 1)
  }

  private func rules(_ list: String, of field: DraftField, as role: Field) -> [Int] {
    weights.points(list, role.rawValue) { term in
      switch term {
      case "acted": field.parents.first == actor
      case "person": stem(field) != nil
      case "receives": receiverName(field) > 0
      // Its name is that of a time.
      case "dated": named(field, .time) >= 80
      case "known": field.values.allSatisfy(known.contains)
      default: facts[term] ?? field.has(term)
      }
    }
  }

  /// Points for the names of a path.
  func named(_ field: DraftField, _ role: Field) -> Int {
    if [.actorId, .actorName, .actorAvatar].contains(role) { return actorPoints(field, role) }
    if role == .subjectName { return subjectNamePoints(field) }
    let isTime = [.time, .updatedAt, .expires].contains(role)
    // `sent.at` is `sent_at`.
    let names = isTime ? field.parents.filter { !$0.isIn("clocks") } + [field.name] : [field.name]
    let own = NameWeights.bundled.words(of: field.name)
    let last = own.count > 1 ? weights.lastWords[role.rawValue]?[own[own.count - 1]] ?? 0 : 0
    var points = max(
      weights.points(role, names.joined(separator: "_")),
      last == 0 ? 0 : last - rules("ofWords", of: field, as: role).reduce(0, +))
    let wrapped = (field.names.count - 1 - field.parents.count) * 4
    points -= field.parents.isEmpty ? 0 : rules("inside", of: field, as: role).first ?? points
    return max(points, rules("named", of: field, as: role).first ?? 0) - wrapped
  }

  /// The name of what the subject's id is of: `groupName` beside `groupId`, `project.name`.
  private func subjectNamePoints(_ field: DraftField) -> Int {
    let (name, parents) = (field.name, field.parents)
    let stem = parents.first ?? name.split(separator: "_").dropLast().joined(separator: "_")
    let isOfSubject =
      subjects.contains(stem + "_id") || stem.isEmpty && name == "target" && !subjects.isEmpty
    guard isOfSubject, stem != actor, field.fits("depth:0|depth:1 depth:0|top:subjects")
    else { return 0 }
    let rest = parents.isEmpty ? name.dropFirst(stem.utf8.count).drop { $0 == "_" } : name[...]
    return weights.points(.subjectName, String(rest))
  }

  /// Points for values alone; of texts, the longer one is rather the body.
  private func shaped(_ field: DraftField, _ role: Field) -> Int {
    guard let points = rules("shaped", of: field, as: role).first else { return 0 }
    let length = min(field.textLength, 60) / 12
    return role == .title ? points - length : role == .body ? points + length : points
  }

  // MARK: People

  /// Whose column it is: `sender` of `sender_id` and `sender.name`; nil if it names nobody.
  func stem(_ field: DraftField) -> String? {
    let words = field.words
    guard field.fits("!container+ !element"),
      field.fits("is:actorId|is:actorName|is:actorAvatar")
        || field.fits("ends:identities|ends:receivers|ends:agents")
        || words.dropFirst().contains("by")
    else { return nil }
    if let parent = field.parents.last {
      // `actor.profile` says more of the actor.
      let whole = field.parents.dropLast().last.flatMap { weight(ofActor: $0) > 0 ? $0 : nil }
      return parent.isIn("selves") ? whole ?? parent : parent
    }
    // An app's own data shows who acted.
    if words.count == 2, field.fits("begins:shown !level:1") { return "actor" }
    let by = words.dropFirst().lastIndex(of: "by")
    if let end = by ?? words.firstIndex(where: { $0.isIn("agents") }) {
      return words[...end].joined(separator: "_")
    }
    let core = words.reversed().drop { $0.isIn("identities") || $0.isIn("members") }
    return core.isEmpty ? nil : core.reversed().joined(separator: "_")
  }

  // MARK: Who acted

  /// How much a stem is that of who acted: 0 if it is not.
  private func weight(ofActor stem: String) -> Int {
    let words = NameWeights.bundled.words(of: stem)
    if words.has("agents"), !words.has("truths") { return 100 }
    if stem.isIn("publishers") { return 30 }
    // A user or an account acted only where somebody else receives, or where texts name them.
    return stem.isIn("actors") ? 60 : 0
  }

  private func findActor() -> String? {
    var counts: [String: Int] = [:]
    for field in fields.fields where field.count > 0 {
      guard let stem = stem(field) else { continue }
      let weight = weight(ofActor: stem)
      if weight > 0 { counts[stem, default: weight] += field.parents.isEmpty ? 1 : 2 }
    }
    for stem in counts.keys where textsName(stem) { counts[stem, default: 0] += 30 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.first {
      $0.value >= 90 || mayAct($0.key)
    }?.key
  }

  /// Whether a user or account is rather who acted than who receives.
  private func mayAct(_ stem: String) -> Bool {
    if stem.isIn("publishers") { return true }
    let people = Dictionary(grouping: fields.fields) { self.stem($0).map { $0 == stem } }
    let (own, others) = (people[true] ?? [], people[false] ?? [])
    if others.map(receiverPoints).max() ?? 0 > max(own.map(receiverPoints).max() ?? 0, 0) {
      return true
    }
    // What shows a person in public: a picture and a page, but no address.
    let members = fields.fields.filter { $0.parents.last == stem && $0.count > 0 }.map(\.name)
    return members.has("actorAvatar") && !members.contains("email")
  }

  /// Whether at least half of the texts name the person of a stem: "Ana liked your post".
  private func textsName(_ stem: String) -> Bool {
    let texts = fields.fields.filter { field in
      field.names.count < 3
        && [Field.title, .body].contains { weights.points($0, field.name) >= 90 }
    }.flatMap { $0.values.prefix(50) }
    let names = fields.fields.filter {
      self.stem($0) == stem && $0.words.suffix(1).has("actorName")
    }
    let people = names.flatMap(\.values).filter { $0.utf8.count > 2 && !$0.contains("@") }
    let naming = texts.count { text in people.contains { text.contains($0) } }
    return naming > 0 && naming * 2 >= texts.count
  }

  /// The points of a column for a field of who acted.
  private func actorPoints(_ field: DraftField, _ role: Field) -> Int {
    guard let actor, field.count > 0, stem(field) == actor else { return 0 }
    let depth = (field.names.count - 1) * 2
    let isInside = field.parents.contains(actor)
    if isInside, role == .actorName, field.name == "title", actor.isIn("publishers") { return 100 }
    // What is after the stem: `email` of `sender_email`.
    let rest = isInside ? [field.name] : field.words.dropFirst(actor.split(separator: "_").count)
    let points = weights.points(role, rest.joined(separator: "_"))
    if isInside || points > 0 { return points - depth }
    let isOfPerson = rest.allSatisfy { $0.isIn("identities") || $0.isIn("receivers") }
    // Ids are numbers, or words that have digits.
    let isName = field.fits("string !number !keyword/80|address+|!digits")
    return isOfPerson && role == (isName ? .actorName : .actorId) ? 84 - depth : 0
  }

  // MARK: Who receives

  /// The points of a column for who receives, by its words and values: each record for another person
  /// is less likely than a few people with many; so is one for all.
  func receiverPoints(_ field: DraftField) -> Int {
    let points = receiverName(field)
    if points == 0 { return 0 }
    return points - (field.names.count - 1) * 2 - missing(field, 40)
      - (field.fits("distinct/100 least:8") ? 30 : 0) - (isOfOne(field, points) ? 30 : 0)
  }

  func isSure(_ field: DraftField) -> Bool {
    let points = receiverName(field)
    return points >= 68 && !isOfOne(field, points)
  }

  /// Whether a column names one person only, and may be of something else.
  private func isOfOne(_ field: DraftField, _ points: Int) -> Bool {
    points < 93 && field.fits("upto:1 least:5")
  }

  /// The points of a column's words for who receives, whoever else does and however likely its values are.
  func receiverName(_ field: DraftField) -> Int {
    let against = rules("against", of: field, as: .recipient).reduce(0, +)
    guard field.count > 0, against < 100 else { return 0 }
    let points = field.words.map { word in
      weights.receivers[word] ?? weights.receivers[word.last == "s" ? String(word.dropLast()) : ""]
        ?? 0
    }
    let named = points.max() ?? 0
    let isPerson = zip(field.words, points).allSatisfy { $1 > 0 || $0.isIn("identities") }
    return isPerson && named > 0
      ? named - against : rules("shaped", of: field, as: .recipient).first ?? 0
  }

  var haveReceiver: Bool { fields.fields.contains { receiverPoints($0) >= Self.sure } }

  /// A list of people in each record, with a path that names all of them; nil if there is none.
  var list: DraftField? {
    let members = fields.fields.filter { field in
      weights["keys"].contains { field.path.hasSuffix("[0].\($0)") }
    }
    let best = (fields.lists + members).max { receiverPoints($0) < receiverPoints($1) }
    return best.flatMap { receiverPoints($0) >= Self.sure ? $0 : nil }.map {
      $0.named($0.path.replacing("[0]", with: "[*]"))
    }
  }

  /// The columns that may name who receives, the likeliest first.
  var candidates: [DraftField] {
    let judged = fields.fields.map { field in
      let mayAct = stem(field).map { $0 == actor || weight(ofActor: $0) > 0 } ?? false
      return (field: field, points: max(receiverPoints(field), mayAct ? Self.leastLikely : 0))
    }
    return judged.filter { $0.points >= Self.leastLikely }.sorted { $0.points > $1.points }
      .map(\.field)
  }
}
