import Profiles

/// Which columns name people, and of what kind: who receives, who acted.
struct DraftPeople {
  /// What a column says of a person.
  enum Identity { case id, name, address }

  private let fields: DraftFields
  private let weights = NameWeights.bundled
  /// The values by which other tables know people.
  private let known: Set<String>
  /// The object or the beginning of names that says who acted, as `sender` of `sender_id`; nil if
  /// nothing does.
  private(set) var actor: String?
  /// Whether the texts name that person: "Ana liked your post".
  private(set) var isNamedInTexts = false

  /// - Parameter lists: the lists beside the records.
  init(_ fields: DraftFields, beside lists: [DraftList]) {
    self.fields = fields
    known = Set(lists.flatMap(\.idsOfPeople))
    findActor()
  }

  /// Whose column it is: `sender` of `sender_id` and `sender.name`; nil if it names nobody.
  func stem(_ field: DraftField) -> String? {
    let words = field.words
    guard let last = words.last, field.containers == 0, !field.path.contains("[") else {
      return nil
    }
    let identities = weights["identities"]
    let isOfPerson =
      identities.contains(last) || weights.receivers[last] != nil
      || words.dropFirst().contains("by")
      || weights["agents"].contains(last) || memberPoints(field) > 0
    guard isOfPerson else { return nil }
    if field.names.count > 1, let parent = parents(of: field).last { return parent }
    if let by = words.firstIndex(of: "by"), by > 0 {
      return words[...by].joined(separator: "_")
    }
    // An app's own data shows who acted.
    if field.names.count > 1, words.first == "display", words.count == 2 { return "actor" }
    if let agent = words.firstIndex(where: weights["agents"].contains) {
      return words[...agent].joined(separator: "_")
    }
    let core = words.reversed().drop { identities.contains($0) || memberNames.contains($0) }
    return core.isEmpty ? nil : core.reversed().joined(separator: "_")
  }

  private let memberNames: Set<String> = ["avatar", "url", "image", "picture", "photo"]

  /// The points of the last name, or of its words after the stem, for what an actor has.
  private func memberPoints(_ field: DraftField) -> Int {
    [Field.actorId, .actorName, .actorAvatar].map { weights.points($0, field.names.last ?? "") }
      .max() ?? 0
  }

  private func parents(of field: DraftField) -> [String] {
    field.names.dropLast().filter { !weights["wrappers"].contains($0) }
  }

  // MARK: Who acted

  /// How much a stem is that of who acted: 0 if it is not.
  private func weight(ofActor stem: String) -> Int {
    let words = stem.split(separator: "_").flatMap { weights.words(of: String($0)) }
    let isRead = words.contains { weights["truths"].contains($0) }
    if words.contains(where: weights["agents"].contains), !isRead { return 100 }
    if weights["publishers"].contains(stem) { return 30 }
    // A user or an account acted only where somebody else receives, or where texts name them.
    return weights["actors"].contains(stem) ? 60 : 0
  }

  private mutating func findActor() {
    var counts: [String: Int] = [:]
    for field in fields.fields where field.count > 0 {
      guard let stem = stem(field) else { continue }
      let weight = weight(ofActor: stem)
      guard weight > 0 else { continue }
      counts[stem, default: weight] += parents(of: field).isEmpty ? 1 : 2
    }
    let named = counts.keys.filter { textsName($0) }
    for stem in named { counts[stem, default: 0] += 30 }
    let ordered = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard let best = ordered.first(where: { $0.value >= 90 || mayAct($0.key) }) else { return }
    actor = best.key
    isNamedInTexts = named.contains(best.key)
  }

  /// Whether a user or account is rather who acted than who receives.
  private func mayAct(_ stem: String) -> Bool {
    if weights["publishers"].contains(stem) { return true }
    let others = fields.fields.contains { field in
      guard let other = self.stem(field), other != stem else { return false }
      return receiverPoints(field) > own(stem)
    }
    if others { return true }
    // What shows a person in public: a picture and a page, but no address.
    let members = fields.fields.filter { parents(of: $0).last == stem && $0.count > 0 }
      .compactMap(\.names.last)
    let isPublic = members.contains { weights.points(.actorAvatar, $0) > 0 }
    return isPublic && !members.contains("email")
  }

  /// The most points of a stem's columns for who receives.
  private func own(_ stem: String) -> Int {
    fields.fields.filter { self.stem($0) == stem }.map(receiverPoints).max() ?? 0
  }

  /// Whether at least half of the texts name the person of a stem.
  private func textsName(_ stem: String) -> Bool {
    let texts = fields.fields.filter { field in
      [Field.title, .body].contains { weights.points($0, field.names.last ?? "") >= 90 }
        && field.names.count < 3
    }.flatMap { $0.values.prefix(50) }
    let people = fields.fields.filter { field in
      self.stem(field) == stem && weights.points(.actorName, field.words.last ?? "") > 0
    }.flatMap(\.values).filter { $0.utf8.count > 2 && !$0.contains("@") }
    guard !texts.isEmpty, !people.isEmpty else { return false }
    let naming = texts.count { text in people.contains { text.contains($0) } }
    return naming * 2 >= texts.count
  }

  /// The points of a column for a field of who acted.
  func actorPoints(_ field: DraftField, _ role: Field) -> Int {
    guard let actor, stem(field) == actor, field.count > 0, let name = field.names.last else {
      return 0
    }
    let depth = (field.names.count - 1) * 2
    if parents(of: field).last == actor {
      if role == .actorName, name == "title", weights["publishers"].contains(actor) { return 100 }
      return weights.points(role, name) - depth
    }
    // What is after the stem: `email` of `sender_email`.
    let rest = field.words.dropFirst(actor.split(separator: "_").count).joined(separator: "_")
    if weights.points(role, rest) > 0 { return weights.points(role, rest) - depth }
    guard rest.split(separator: "_").allSatisfy({ weights["identities"].contains(String($0)) })
    else { return 0 }
    let isName = field.mostly(field.strings) && !field.isOfIDs
    switch role {
    case .actorId: return isName ? 0 : 85 - depth
    case .actorName: return isName ? 82 - depth : 0
    default: return 0
    }
  }

  // MARK: Who receives

  /// The points of a column for who receives, by its words and values.
  func receiverPoints(_ field: DraftField) -> Int {
    let points = receiverName(field)
    return points == 0
      ? 0 : points - (field.names.count - 1) * 2 - shapePenalty(field, points)
  }

  /// Whether a column may name who receives, whoever else does.
  func mayReceive(_ field: DraftField) -> Bool { receiverName(field) > 40 }

  /// Whether nobody has to be asked whether a column names who receives.
  func isSure(_ field: DraftField) -> Bool {
    let points = receiverName(field)
    return points >= 68 && !isOfOne(field, points)
  }

  /// The points of a column's words for who receives, of whatever shape its values are.
  private func receiverName(_ field: DraftField) -> Int {
    guard field.count > 0, field.containers == 0, !field.mostly(field.times, 0.5),
      field.links == 0, !field.mostly(field.truths) || field.mostly(field.numbers)
    else { return 0 }
    let words = field.words
    let isOfSubject = parents(of: field).contains(where: weights["subjects"].contains)
    if isOfSubject || words.first == "display" || words.contains(where: weights["agents"].contains)
    {
      return 0
    }
    let named = words.compactMap { weights.receivers[singular($0)] }.max() ?? 0
    let isPerson = words.allSatisfy {
      weights.receivers[singular($0)] != nil || weights["identities"].contains($0)
    }
    var points = isPerson ? named : 0
    if points == 0 {
      let isUnknown = !words.contains(where: weights["others"].contains)
      guard field.names.count == 1, isUnknown else { return 0 }
      if field.mostly(field.addresses) { return 66 }
      guard named > 0 || !known.isEmpty, isOfPeople(field) else { return 0 }
      points = 74
    }
    if field.mostly(field.sentences, 0.5) { points -= 25 }
    // The name of a person is worse than what tells them apart.
    if words.count > 1, let last = words.last, ["name", "first", "last", "display"].contains(last) {
      points -= 35
    }
    return points
  }

  private func singular(_ word: String) -> String {
    weights.receivers[word] == nil && word.hasSuffix("s") ? String(word.dropLast()) : word
  }

  /// Whether the values are ids of another table's people.
  private func isOfPeople(_ field: DraftField) -> Bool {
    !known.isEmpty && field.values.count > 1 && !field.isUnique
      && field.values.allSatisfy(known.contains)
  }

  /// Each record for another person is less likely than a few people with many; so is one for all.
  private func shapePenalty(_ field: DraftField, _ points: Int) -> Int {
    var penalty = (fields.records - field.count) * 40 / max(fields.records, 1)
    if field.isUnique, field.count >= 8 { penalty += 30 }
    if isOfOne(field, points) { penalty += 30 }
    return penalty
  }

  /// Whether a column names one person only, and may be of something else.
  private func isOfOne(_ field: DraftField, _ points: Int) -> Bool {
    field.values.count == 1 && field.count >= 5 && points < 93
  }

  /// A list of people in each record, with a path that names all of them; nil if there is none.
  var list: DraftField? {
    let scalars = fields.lists.filter { $0.path.hasSuffix("[0]") }
    let members = fields.fields.filter {
      $0.path.hasSuffix("[0].id") || $0.path.hasSuffix("[0].email") || $0.path.hasSuffix("[0]._id")
        || $0.path.hasSuffix("[0].userId") || $0.path.hasSuffix("[0].user_id")
    }
    let best = (scalars + members).filter { receiverPoints($0) >= 60 }
      .max { receiverPoints($0) < receiverPoints($1) }
    return best.map { $0.named($0.path.replacing("[0]", with: "[*]")) }
  }

  /// The columns that may name who receives, the likeliest first.
  var candidates: [DraftField] {
    fields.fields.enumerated().compactMap { order, field in
      let isActor = stem(field).map { $0 == actor || weight(ofActor: $0) > 0 } ?? false
      let points = max(receiverPoints(field), isActor ? 41 : 0)
      return points > 40 ? (points, order, field) : nil
    }
    .sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map(\.2)
  }
}

extension DraftField {
  /// Whether the values are numbers, or words that have digits, as ids have.
  var isOfIDs: Bool {
    mostly(numbers)
      || mostly(keywords, 0.8) && addresses == 0
        && values.count { $0.contains(where: \.isNumber) } * 10 >= values.count * 8
  }
}
