import Profiles

/// How well columns fit the roles of a notification: by their names, and by what their values look
/// like.
struct DraftScorer {
  let fields: DraftFields
  let people: DraftPeople
  private let weights = NameWeights.bundled
  /// Whether a name tells the title.
  private let hasTitle: Bool
  /// Whether there is a time outside of an app's own data.
  private let hasOuterTime: Bool

  init(_ fields: DraftFields, _ people: DraftPeople) {
    (self.fields, self.people) = (fields, people)
    let weights = weights
    hasTitle = fields.fields.contains { field in
      field.names.count < 3 && weights.points(.title, field.names.last ?? "") >= 70
        && field.mostly(.string) && !field.mostly(.time)
    }
    hasOuterTime = fields.fields.contains { field in
      field.mostly(.time) && !field.names.dropLast().has("business")
        && !field.words.has("otherTimes")
    }
  }

  /// The points of a column for a field; below 50 it is none.
  func points(_ field: DraftField, _ role: Field) -> Int {
    guard field.count > 0, field[.container] * 2 < field.count, looksRight(field, role) else {
      return 0
    }
    if role == .recipient {
      // Who acted is nobody who receives, and the first of a list not all.
      let isActor = people.stem(field).map { $0 == people.actor } ?? field.path.contains("[")
      return isActor ? 0 : people.receiverPoints(field)
    }
    let points = max(named(field, role), shaped(field, role))
    guard points > 0 else { return 0 }
    // Others fill in where a name is missing. A time inside of few records is one of something in
    // them.
    let isInside = role == .time && field.names.count > 1
    let weight = role == .actorName || role == .actorAvatar ? 4 : isInside ? 40 : 15
    let missing = (fields.records - field.count) * weight / max(fields.records, 1)
    return points - missing - shapePenalty(field, role)
  }

  // MARK: Names

  /// Whether names tell that a column is a field, not its values alone.
  func isNamed(_ field: DraftField, _ role: Field) -> Bool {
    named(field, role) >= DraftAssignment.least
  }

  /// Points for the names of a path.
  private func named(_ field: DraftField, _ role: Field) -> Int {
    guard let name = field.names.last else { return 0 }
    let parents = field.parents
    let wrapped = (field.names.count - 1 - parents.count) * 4
    switch role {
    case .actorId, .actorName, .actorAvatar: return people.actorPoints(field, role)
    case .subjectId: return subjectPoints(field, name) - wrapped
    case .subjectName: return subjectNamePoints(field, name)
    case .type:
      if let kind = parents.last, kind.isIn("kinds"), parents.count < 3, name.isIn("labels") {
        return 85 - parents.count * 10
      }
    case .time, .updatedAt, .expires:
      if parents.isEmpty { break }
      // `sent.at` is `sent_at`.
      let joined = parents.filter { !$0.isIn("clocks") } + [name]
      return weights.points(role, joined.joined(separator: "_")) - 10 - wrapped
    default: break
    }
    let points = max(weights.points(role, name), byWords(field, role))
    guard points > 0, let parent = parents.first else { return max(points - wrapped, 0) }
    // What is inside another object is about that object, but its title, text or page may do.
    let isSubject = parent.isIn("subjects")
    switch role {
    case .link where parent.isIn("pages"): return pagePoints(points, parents.dropFirst())
    case _ where parents.count > 1: return 0
    case .title: return isSubject ? points - 38 : weights.points(.title, parent) > 0 ? 70 : 0
    case .body:
      return isSubject && points >= 95 ? points - 30 : weights.points(.body, parent) > 0 ? 60 : 0
    // The page of who acted, where there is no other.
    case .link:
      // Of several addresses of an object, this is one for people.
      let isForPeople = points > 100 && weights.receivers[parent] == nil
      return points - (isSubject ? 38 : parent == people.actor || isForPeople ? 45 : 100)
    default: return 0
    }
  }

  /// Points for an address among the addresses of a record: `links.web.href`.
  private func pagePoints(_ points: Int, _ kinds: ArraySlice<String>) -> Int {
    if weights.isOtherAddress(kinds.flatMap(DraftName.words)) { return 0 }
    return points - kinds.reduce(0) { $0 + (weights.points(.link, $1) > 0 ? 5 : 30) }
  }

  /// Points for the last word of a longer name.
  private func byWords(_ field: DraftField, _ role: Field) -> Int {
    let words = DraftName.words(field.names.last ?? "")
    let isOfPerson =
      role == .id && people.stem(field) != nil
      && words.contains { weights.receivers[$0] != nil || $0.isIn("agents") }
    return isOfPerson ? 0 : weights.points(role, words: words)
  }

  /// Points for the id of what a notification is about.
  private func subjectPoints(_ field: DraftField, _ name: String) -> Int {
    guard let parent = field.parents.first else {
      let isReference = ["_subject", "_target", "_object"].contains(where: name.hasSuffix)
      return max(weights.points(.subjectId, name), isReference && field[.sentence] == 0 ? 60 : 0)
    }
    guard field.parents.count == 1, parent.isIn("subjects") else { return 0 }
    if name == "id" { return parent.isIn("places") ? 80 : 70 }
    return parent == "deep_link" ? weights.points(.subjectId, name) - 10 : 0
  }

  /// The name of what the subject's id is of: `groupName` beside `groupId`, `project.name`.
  private func subjectNamePoints(_ field: DraftField, _ name: String) -> Int {
    guard field.parents.count < 2 else { return 0 }
    let stem = field.parents.first ?? name.split(separator: "_").dropLast().joined(separator: "_")
    let isOfSubject = fields.fields.contains { other in
      other.count > 0 && subjectPoints(other, other.names.last ?? "") > 0
        && (other.joinedName == stem + "_id" || stem.isEmpty && name == "target")
    }
    guard isOfSubject, stem != people.actor, field.parents.isEmpty || stem.isIn("subjects") else {
      return 0
    }
    let last =
      field.parents.isEmpty ? String(name.dropFirst(stem.utf8.count).drop { $0 == "_" }) : name
    return last == "target" ? 70 : weights.points(.subjectName, last)
  }

  // MARK: What values look like

  /// Points for values alone, where no name tells: in another language, or with names of its own.
  private func shaped(_ field: DraftField, _ role: Field) -> Int {
    guard field.names.count == 1, !isKnown(field) else {
      return role == .time ? innerTime(field) : 0
    }
    switch role {
    case .id:
      let isOther = field[.sentence] + field[.time] + field[.link] + field[.route] > 0
      return field.isUnique && field.count == fields.records && field.count > 1 && !isOther ? 52 : 0
    case .time:
      let isOther = field.words.has("otherTimes")
      return field.mostly(.time) && !isOther ? 54 : 0
    case .type:
      return field.mostly(.keyword) && field[.address] + field[.truth] == 0
        && field.hasFewValues(most: 40) && people.receiverPoints(field) == 0 ? 52 : 0
    case .title, .body:
      // Names of people and rooms repeat.
      guard field.mostly(.sentence, share: 0.5), field.values.count * 3 > field.count,
        role == .body || !hasTitle
      else { return 0 }
      let length = min(field.textBytes / max(field[.sentence], 1), 60)
      return role == .body ? 52 + length / 12 : 58 - length / 12
    case .link: return field[.apiLink] == 0 && !weights.isOtherAddress(field.words) ? 52 : 0
    default: return 0
    }
  }

  /// A time that every record has inside an object, but not in one of people or of what it is about.
  private func innerTime(_ field: DraftField) -> Int {
    let isOther =
      field.names.dropLast().contains { name in
        name.isIn("actors") || name.isIn("subjects") || weights.receivers[name] != nil
      } || field.words.has("otherTimes")
    return field.names.count > 1 && field.mostly(.time) && field.count == fields.records
      && !field.path.contains("[") && !isOther ? 56 - field.names.count * 2 : 0
  }

  /// Whether the name says that it is some field, or of something else.
  private func isKnown(_ field: DraftField) -> Bool {
    let name = field.names.last ?? ""
    return Field.allCases.contains { $0 != .subjectName && weights.points($0, name) >= 60 }
      || name.hasSuffix("_name") || name.isIn("states") || field.words.has("others")
  }

  /// Whether values may be what a field holds.
  private func looksRight(_ field: DraftField, _ role: Field) -> Bool {
    switch role {
    // Damaged ones are rejects, and no reason to do without the others.
    case .time: field.mostly(.time, share: 0.5)
    case .updatedAt, .expires: field.mostly(.time)
    case .deleted, .mailed: field.mostly(.truth) || field.mostly(.time)
    case .title, .body:
      field.mostly(.string) && !field.mostly(.time) && !field.mostly(.key)
        && !field.mostly(.link, share: 0.5)
        && !(role == .title && field.mostly(.markup, share: 0.5))
    case .type:
      field.mostly(.number)
        ? field.values.count <= 60
          && field.values.allSatisfy { Int($0).map { 0...9999 ~= $0 } ?? false }
        : !field.mostly(.time, share: 0.5) && field[.link] + field[.address] == 0
          && (field.mostly(.keyword, share: 0.6)
            || field.mostly(.keyword, .sentence) && field.values.count * 2 <= field.count)
    case .link: field.mostly(.link, .route, share: 0.5) && !field.mostly(.picture, share: 0.5)
    case .image, .actorAvatar: field.mostly(.link, .route, share: 0.5)
    case .priority, .bodyFormat:
      field.values.count <= 12 && field.values.allSatisfy { $0.utf8.count <= 24 }
    case .batchCount: field.mostly(.number)
    case .latitude, .longitude:
      field.values.allSatisfy { Double($0).map { abs($0) <= 180 } ?? false }
    case .id, .recipient, .actorId, .subjectId: !field.mostly(.time) || field.mostly(.number)
    case .actorName, .subjectName: field.mostly(.string) && !field.mostly(.link, share: 0.5)
    case .actorFollowedBack: field.mostly(.truth)
    case .typeLabel, .actions, .amount, .minorAmount, .currency: false
    }
  }

  /// Points against a column whose values are unlikely.
  private func shapePenalty(_ field: DraftField, _ role: Field) -> Int {
    switch role {
    case .id:
      // An id that some records lack is of something in them.
      let isPart = field.names.count > 1 && field.count * 10 < fields.records * 9 ? 45 : 0
      return isPart + (field.values.count * 10 < field.count * 7 ? 45 : 0)
    case .type:
      let many = field.values.count > max(60, field.count / 2) ? 45 : 0
      // The type of a resource is the same for all.
      let isResource = field.names.count == 1 && fields.fields.contains { $0.path == "attributes" }
      let isConstant = field.values.count == 1 && field.count >= 5
      return many + (isConstant ? isResource ? 60 : 30 : 0)
    // Few words without a space are keys, not texts.
    case .title, .body:
      return field.mostly(.keyword) && field.values.count * 3 < field.count ? 30 : 0
    // A day in an app's own data is that of a flight or an invoice.
    case .time:
      let isInData = field.names.dropLast().has("business")
      return isInData && hasOuterTime ? 35 : 0
    case .link: return field.mostly(.apiLink, share: 0.5) ? 40 : 0
    default: return 0
    }
  }
}
