import Profiles

/// How well columns fit the roles of a notification: by their names, and by what their values look
/// like.
struct DraftScorer {
  let fields: DraftFields
  let people: DraftPeople
  private let weights = NameWeights.bundled
  /// Which of title and text a name tells.
  private let namedTexts: [Field]
  /// Whether there is a time outside of an app's own data.
  private let hasOuterTime: Bool

  init(_ fields: DraftFields, _ people: DraftPeople) {
    (self.fields, self.people) = (fields, people)
    let weights = weights
    namedTexts = [Field.title, .body].filter { role in
      fields.fields.contains { field in
        field.count > 0 && field.names.count < 3
          && weights.points(role, field.names.last ?? "") >= 70
          && field.mostly(field.strings) && !field.mostly(field.times)
      }
    }
    hasOuterTime = fields.fields.contains { field in
      field.mostly(field.times)
        && !field.names.dropLast().contains(where: weights["business"].contains)
        && !field.words.contains(where: weights["otherTimes"].contains)
    }
  }

  /// The points of a column for a field; below 50 it is none.
  func points(_ field: DraftField, _ role: Field) -> Int {
    guard field.count > 0, field.containers * 2 < field.count, looksRight(field, role) else {
      return 0
    }
    if role == .recipient {
      // Who acted is nobody who receives.
      guard people.stem(field) == nil || people.stem(field) != people.actor else { return 0 }
      return people.receiverPoints(field)
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
    let parents = field.names.dropLast().filter { !weights["wrappers"].contains($0) }
    let wrapped = (field.names.count - 1 - parents.count) * 4
    switch role {
    case .actorId, .actorName, .actorAvatar: return people.actorPoints(field, role)
    case .actorFollowedBack: return weights.points(role, name)
    case .subjectName: return subjectNamePoints(field, name, in: parents)
    case .subjectId: return subjectPoints(field, name, in: parents) - wrapped
    case .type:
      if let parent = parents.last, weights["kinds"].contains(parent), parents.count < 3,
        ["name", "title", "label", "slug", "key", "code"].contains(name)
      {
        return 85 - parents.count * 10
      }
    case .time, .updatedAt, .expires:
      if parents.isEmpty { break }
      // `sent.at` is `sent_at`.
      let joined = parents.filter { !weights["clocks"].contains($0) } + [name]
      return weights.points(role, joined.joined(separator: "_")) - 10 - wrapped
    default: break
    }
    let points = max(weights.points(role, name), byWords(field, role))
    guard points > 0, role != .batchCount || field.names.first != "event" else { return 0 }
    if parents.isEmpty { return points - wrapped }
    guard parents.count == 1, let parent = parents.first else { return 0 }
    let isSubject = weights["subjects"].contains(parent)
    // What is inside another object is about that object, but its title, text or page may do.
    switch role {
    case .title: return isSubject ? points - 38 : weights.points(.title, parent) > 0 ? 70 : 0
    case .body:
      return isSubject && points >= 95 ? points - 30 : weights.points(.body, parent) > 0 ? 60 : 0
    // The page of who acted, where there is no other.
    case .link:
      return isSubject
        ? points - 38 : parent == "links" ? points : parent == people.actor ? points - 45 : 0
    default: return 0
    }
  }

  /// Points for the last word of a longer name.
  private func byWords(_ field: DraftField, _ role: Field) -> Int {
    let words = (field.names.last ?? "").split { "_./ ".contains($0) }
      .flatMap { weights.words(of: String($0)) }
    let isOfPerson =
      role == .id && people.stem(field) != nil && words.count > 1
      && words.contains { weights.receivers[$0] != nil || weights["agents"].contains($0) }
    return isOfPerson ? 0 : weights.points(role, words: words)
  }

  private func subjectPoints(_ field: DraftField, _ name: String, in parents: [String]) -> Int {
    if parents.isEmpty {
      let isReference =
        ["_subject", "_target", "_object"].contains { name.hasSuffix($0) } && field.sentences == 0
      return max(weights.points(.subjectId, name), isReference ? 60 : 0)
    }
    guard parents.count == 1, let parent = parents.first, weights["subjects"].contains(parent)
    else { return 0 }
    if name == "id" {
      return ["repository", "project", "group", "room"].contains(parent) ? 80 : 70
    }
    return parent == "deep_link" ? weights.points(.subjectId, name) - 10 : 0
  }

  /// The name of what the subject's id is of: `groupName` beside `groupId`, `project.name`.
  private func subjectNamePoints(
    _ field: DraftField, _ name: String, in parents: [String]
  ) -> Int {
    let stems = fields.fields.compactMap { other -> String? in
      guard other.count > 0, let last = other.names.last,
        subjectPoints(
          other, last, in: other.names.dropLast().filter { !weights["wrappers"].contains($0) }) > 0
      else { return nil }
      if last == "id" { return other.names.dropLast().last }
      return last.hasSuffix("_id") ? String(last.dropLast(3)) : nil
    }
    if field.names.count == 1, name == "target" || name == "target_name" { return 70 }
    if parents.isEmpty {
      let isActor = people.actor.map { name.hasPrefix($0 + "_") } ?? false
      return stems.contains { name == $0 + "_name" || name == $0 + "_title" } && !isActor ? 95 : 0
    }
    guard parents.count == 1, let parent = parents.first, stems.contains(parent),
      weights["subjects"].contains(parent)
    else { return 0 }
    return ["full_name": 95, "path_with_namespace": 95, "full_path": 95, "name": 90, "title": 80][
      name] ?? 0
  }

  // MARK: What values look like

  /// Points for values alone, where no name tells: in another language, or with names of its own.
  private func shaped(_ field: DraftField, _ role: Field) -> Int {
    guard field.names.count == 1, !isKnown(field) else {
      return role == .time ? innerTime(field) : 0
    }
    switch role {
    case .id:
      return field.isUnique && field.count == fields.records && field.count > 1
        && field.sentences == 0 && field.times == 0 && field.links == 0 && field.routes == 0
        ? 52 : 0
    case .time:
      return field.mostly(field.times)
        && !field.words.contains(where: weights["otherTimes"].contains) ? 54 : 0
    case .type:
      return field.mostly(field.keywords) && field.addresses == 0 && field.truths == 0
        && field.values.count > 1 && field.values.count <= 40
        && field.values.count * 2 <= field.count && people.receiverPoints(field) == 0 ? 52 : 0
    case .title, .body:
      // Names of people and rooms repeat.
      guard field.mostly(field.sentences, 0.5), field.values.count * 3 > field.count,
        role == .body || !namedTexts.contains(.title)
      else { return 0 }
      let length = field.textBytes / max(field.sentences, 1)
      return 52 + min(length, 60) / (role == .body ? 12 : -12) + (role == .title ? 6 : 0)
    case .link: return field.apiLinks == 0 && !weights.isOtherAddress(field.words) ? 52 : 0
    default: return 0
    }
  }

  /// A time that every record has inside an object, but not in one of people or of what it is about.
  private func innerTime(_ field: DraftField) -> Int {
    let others = weights["actors"].union(weights["subjects"]).union(weights.receivers.keys)
    let isOther =
      !others.isDisjoint(with: field.names.dropLast())
      || field.words.contains(where: weights["otherTimes"].contains)
      || weights["readTimes"].contains(field.joinedName)
    return field.names.count > 1 && field.mostly(field.times) && field.count == fields.records
      && !field.path.contains("[") && !isOther ? 56 - field.names.count * 2 : 0
  }

  /// Whether the name says that it is some field, or of something else.
  private func isKnown(_ field: DraftField) -> Bool {
    let name = field.names.last ?? ""
    return Field.allCases.contains { weights.points($0, name) >= 60 }
      || ["_name", "_preview"].contains(where: name.hasSuffix)
      || field.words.contains { weights["others"].contains($0) }
      || weights["states"].contains(name)
  }

  /// Whether values may be what a field holds.
  private func looksRight(_ field: DraftField, _ role: Field) -> Bool {
    switch role {
    // Damaged ones are rejects, and no reason to do without the others.
    case .time: field.mostly(field.times, 0.5)
    case .updatedAt, .expires: field.mostly(field.times)
    case .deleted, .mailed: field.mostly(field.truths) || field.mostly(field.times)
    case .title, .body:
      field.mostly(field.strings) && !field.mostly(field.times) && field.links * 2 < field.count
        && !field.mostly(field.keys)
        && !(role == .title && field.mostly(field.markup, 0.5))
    case .type:
      !field.mostly(field.times, 0.5) && field.links == 0 && field.addresses == 0
        && (field.mostly(field.keywords, 0.6)
          || field.mostly(field.keywords + field.sentences)
            && field.values.count * 2 <= field.count)
        || field.mostly(field.numbers) && field.values.count <= 60
          && field.values.allSatisfy { Int($0).map { 0...9999 ~= $0 } ?? false }
    case .link: field.mostly(field.links + field.routes, 0.5) && field.pictures * 2 < field.count
    case .image, .actorAvatar: field.mostly(field.links + field.routes, 0.5)
    case .priority, .bodyFormat:
      field.values.count <= 12 && field.values.allSatisfy { $0.utf8.count <= 24 }
    case .batchCount: field.mostly(field.numbers)
    case .latitude, .longitude:
      field.values.allSatisfy { Double($0).map { abs($0) <= 180 } ?? false }
    case .id, .recipient, .actorId, .subjectId:
      !field.mostly(field.times) || field.mostly(field.numbers)
    case .actorName, .subjectName: field.mostly(field.strings) && !field.mostly(field.links, 0.5)
    case .actorFollowedBack: field.mostly(field.truths)
    case .typeLabel, .actions: false
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
      let constant = field.values.count == 1 && field.count >= 5
      return many + (constant ? isResource ? 60 : 30 : 0)
    case .title, .body:
      // Few words without a space are keys, not texts.
      let isKey = field.mostly(field.keywords) && field.values.count * 3 < field.count
      return isKey ? 30 : 0
    case .time:
      // A day in an app's own data is that of a flight or an invoice.
      let isInData = field.names.dropLast().contains { weights["business"].contains($0) }
      return isInData && hasOuterTime ? 35 : 0
    case .link: return field.apiLinks * 2 > field.count ? 40 : 0
    default: return 0
    }
  }
}
