import Profiles

/// Which columns name people, and of what kind: who receives, who acted.
struct DraftPeople {
  private let fields: DraftFields
  private let weights = NameWeights.bundled
  /// The values by which other tables know people.
  private let known: Set<String>
  /// The object or the beginning of names that says who acted, as `sender` of `sender_id`; nil if
  /// nothing does.
  private(set) var actor: String?

  /// The points from which a column is taken for who receives without asking.
  static let sure = 60
  /// The points of a column of people who may as well have acted.
  static let leastLikely = 41

  /// - Parameter lists: the lists beside the records.
  init(_ fields: DraftFields, beside lists: [DraftList]) {
    (self.fields, known) = (fields, Set(lists.flatMap(\.idsOfPeople)))
    actor = findActor()
  }

  /// Whose column it is: `sender` of `sender_id` and `sender.name`; nil if it names nobody.
  func stem(_ field: DraftField) -> String? {
    let words = field.words
    guard let last = words.last, field[.container] == 0, !field.path.contains("[") else {
      return nil
    }
    let isMember = [Field.actorId, .actorName, .actorAvatar].contains {
      weights.points($0, field.names.last ?? "") > 0
    }
    guard
      isMember || last.isIn("identities") || weights.receivers[last] != nil || last.isIn("agents")
        || words.dropFirst().contains("by")
    else { return nil }
    if let parent = field.parents.last {
      // `actor.profile` says more of the actor.
      let whole = field.parents.dropLast().last.flatMap { weight(ofActor: $0) > 0 ? $0 : nil }
      return parent.isIn("selves") ? whole ?? parent : parent
    }
    // An app's own data shows who acted.
    if field.names.count > 1, words.first == "display", words.count == 2 { return "actor" }
    if let by = words.lastIndex(of: "by"), by > 0 { return words[...by].joined(separator: "_") }
    if let agent = words.firstIndex(where: { $0.isIn("agents") }) {
      return words[...agent].joined(separator: "_")
    }
    let core = words.reversed().drop { $0.isIn("identities") || $0.isIn("members") }
    return core.isEmpty ? nil : core.reversed().joined(separator: "_")
  }

  // MARK: Who acted

  /// How much a stem is that of who acted: 0 if it is not.
  private func weight(ofActor stem: String) -> Int {
    let words = DraftName.words(stem)
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
    let (own, others) = fields.fields.reduce(into: (0, 0)) { most, field in
      guard let other = self.stem(field) else { return }
      let points = receiverPoints(field)
      if other == stem { most.0 = max(most.0, points) } else { most.1 = max(most.1, points) }
    }
    if others > own { return true }
    // What shows a person in public: a picture and a page, but no address.
    let members = fields.fields.filter { $0.parents.last == stem && $0.count > 0 }.compactMap(
      \.names.last)
    return members.contains { weights.points(.actorAvatar, $0) > 0 } && !members.contains("email")
  }

  /// Whether at least half of the texts name the person of a stem: "Ana liked your post".
  private func textsName(_ stem: String) -> Bool {
    let texts = fields.fields.filter { field in
      [Field.title, .body].contains { weights.points($0, field.names.last ?? "") >= 90 }
        && field.names.count < 3
    }.flatMap { $0.values.prefix(50) }
    let people = fields.fields.filter { field in
      self.stem(field) == stem && weights.points(.actorName, field.words.last ?? "") > 0
    }.flatMap(\.values).filter { $0.utf8.count > 2 && !$0.contains("@") }
    let naming = texts.count { text in people.contains { text.contains($0) } }
    return naming > 0 && naming * 2 >= texts.count
  }

  /// The points of a column for a field of who acted.
  func actorPoints(_ field: DraftField, _ role: Field) -> Int {
    guard let actor, stem(field) == actor, field.count > 0, let name = field.names.last else {
      return 0
    }
    let depth = (field.names.count - 1) * 2
    if field.parents.contains(actor) {
      let isPublisher = name == "title" && actor.isIn("publishers")
      return role == .actorName && isPublisher ? 100 : weights.points(role, name) - depth
    }
    // What is after the stem: `email` of `sender_email`.
    let rest = field.words.dropFirst(actor.split(separator: "_").count)
    let points = weights.points(role, rest.joined(separator: "_"))
    if points > 0 { return points - depth }
    guard rest.allSatisfy({ $0.isIn("identities") || weights.receivers[$0] != nil }) else {
      return 0
    }
    let wanted = field.mostly(.string) && !field.isOfIDs ? Field.actorName : .actorId
    return role == wanted ? 84 - depth : 0
  }

  // MARK: Who receives

  /// The points of a column for who receives, by its words and values: each record for another person
  /// is less likely than a few people with many; so is one for all.
  func receiverPoints(_ field: DraftField) -> Int {
    let points = receiverName(field)
    if points == 0 { return 0 }
    let missing = (fields.records - field.count) * 40 / max(fields.records, 1)
    return points - (field.names.count - 1) * 2 - missing
      - (field.isUnique && field.count >= 8 ? 30 : 0) - (isOfOne(field, points) ? 30 : 0)
  }

  /// Whether a column may name who receives, whoever else does.
  func mayReceive(_ field: DraftField) -> Bool { receiverName(field) >= Self.leastLikely }

  /// Whether nobody has to be asked whether a column names who receives.
  func isSure(_ field: DraftField) -> Bool {
    let points = receiverName(field)
    return points >= 68 && !isOfOne(field, points)
  }

  /// Whether a column names one person only, and may be of something else.
  private func isOfOne(_ field: DraftField, _ points: Int) -> Bool {
    field.values.count == 1 && field.count >= 5 && points < 93
  }

  /// The points of a column's words for who receives, of whatever shape its values are.
  private func receiverName(_ field: DraftField) -> Int {
    let words = field.words
    guard field.count > 0, field[.container] == 0, !field.mostly(.time, share: 0.5),
      field[.link] == 0, !field.mostly(.truth) || field.mostly(.number),
      !field.parents.has("subjects"), words.first != "display", !words.has("agents"),
      !(words == ["uid"] && field.names.dropLast().has("inner"))
    else { return 0 }
    let points = words.map { weights.receivers[singular($0)] ?? 0 }
    let named = points.max() ?? 0
    let isPerson = zip(words, points).allSatisfy { $1 > 0 || $0.isIn("identities") }
    if !isPerson || named == 0 {
      guard field.names.count == 1, !words.has("others"), !words.has("kinds") else { return 0 }
      if field.mostly(.address) { return 66 }
      let isOfPeople = field.values.count > 1 && !field.isUnique
      return isOfPeople && field.values.allSatisfy(known.contains) ? 74 : 0
    }
    // The name of a person is worse than what tells them apart.
    let isName = words.count > 1 && words[words.count - 1].isIn("personNames")
    return named - (field.mostly(.sentence, share: 0.5) ? 25 : 0) - (isName ? 35 : 0)
  }

  private func singular(_ word: String) -> String {
    weights.receivers[word] == nil && word.hasSuffix("s") ? String(word.dropLast()) : word
  }

  /// A list of people in each record, with a path that names all of them; nil if there is none.
  var list: DraftField? {
    let members = fields.fields.filter { field in
      weights["keys"].contains { field.path.hasSuffix("[0].\($0)") }
    }
    let best = (fields.lists.filter { $0.path.hasSuffix("[0]") } + members).filter {
      receiverPoints($0) >= Self.sure
    }.max { receiverPoints($0) < receiverPoints($1) }
    return best.map { $0.named($0.path.replacing("[0]", with: "[*]")) }
  }

  /// The columns that may name who receives, the likeliest first.
  var candidates: [DraftField] {
    fields.fields.enumerated().compactMap { order, field in
      let mayAct = stem(field).map { $0 == actor || weight(ofActor: $0) > 0 } ?? false
      let points = max(receiverPoints(field), mayAct ? Self.leastLikely : 0)
      return points >= Self.leastLikely ? (points, order, field) : nil
    }.sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map(\.2)
  }
}
