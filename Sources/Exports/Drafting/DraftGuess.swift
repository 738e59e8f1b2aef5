import Profiles

/// Guesses which path is which field, by the path's names and by what its values look like.
struct DraftGuess {
  let fields: DraftFields
  /// Paths that are a field already; only times may be two.
  private var taken: Set<String> = []
  /// The object or the beginning of names that says who acted; nil if nothing does.
  private let actor: String?

  /// Points below which nothing is guessed, or named as an alternative.
  private static let enough = 50
  private static let possible = 40

  /// The keys of lists of people, by which records refer to them.
  let keysOfPeople: Set<String>

  /// - Parameter lists: the lists beside the records.
  init(_ fields: DraftFields, beside lists: [DraftList] = []) {
    self.fields = fields
    keysOfPeople = Set(lists.flatMap(\.keysOfPeople))
    actor = Self.actor(fields)
  }

  mutating func take(_ path: String) { taken.insert(path) }

  func isTaken(_ field: DraftField) -> Bool { taken.contains(field.path) }

  /// The best guess for a field; nil if nothing is likely enough.
  mutating func choice(_ field: Field) -> ProfileDraft.Choice? {
    let scored = fields.fields.enumerated()
      .map { (points: points($1, field), order: $0, field: $1) }
      .filter { $0.points >= Self.possible && !taken.contains($0.field.path) }
      .sorted { ($1.points, $0.order) < ($0.points, $1.order) }
    guard let best = scored.first, best.points >= Self.enough else {
      guard let shaped = (field == .id ? onlyID : nil) ?? shaped(field) else { return nil }
      take(shaped.path)
      return ProfileDraft.Choice(
        field: field, paths: [shaped], alternatives: [], isByShape: !shaped.isNamedID)
    }
    if field == .recipient, isDoubtful(best.field, points: best.points) { return nil }
    var paths = [best.field]
    var alternatives: [DraftField] = []
    for other in scored.dropFirst() {
      let fills =
        isLike(other.field, best.field, as: field) && other.points >= Self.enough && paths.count < 4
        && fillsIn(other.field, for: paths)
      if fills { paths.append(other.field) } else { alternatives.append(other.field) }
    }
    if field != .time, field != .actorName { for path in paths { take(path.path) } }
    if field == .actorName { take(best.field.path) }
    return ProfileDraft.Choice(
      field: field, paths: paths, alternatives: Array(alternatives.prefix(3)))
  }

  /// Whether a field may stand for the best one: what something is about is named in one way, and who
  /// acted is one person.
  private func isLike(_ field: DraftField, _ best: DraftField, as role: Field) -> Bool {
    switch role {
    // Who acted may be named where nobody receives.
    case .recipient: false
    case .subjectId, .subjectName: named(best, role) - named(field, role) < 10
    case .actorId, .actorName, .actorAvatar: field.names.dropLast() == best.names.dropLast()
    default: true
    }
  }

  /// Whether a field has a value in a record where none of `paths` has one.
  private func fillsIn(_ field: DraftField, for paths: [DraftField]) -> Bool {
    (0..<fields.records).contains { record in
      field.isPresent(in: record) && !paths.contains { $0.isPresent(in: record) }
    }
  }

  /// Whether a guess at the recipient could be who acted, which only a person can tell.
  private func isDoubtful(_ field: DraftField, points: Int) -> Bool {
    let isOfOne = field.values.count == 1 && field.count >= 5
    if points < 85 && !isOfOne { return true }
    guard let name = field.names.last, !name.hasPrefix("recipient"), !name.hasPrefix("receiver")
    else { return false }
    // Whose name the texts say has acted: "Ana liked your post".
    let stem = name.hasSuffix("_id") ? String(name.dropLast(3)) : name
    let texts = fields.fields.filter {
      ["title", "body", "message", "text", "content"].contains($0.names.last ?? "")
    }.flatMap { $0.values.prefix(50) }
    let people = fields.fields.filter { other in
      let last = other.names.last ?? ""
      let parent = other.names.dropLast().last
      return last == stem + "name" || last == stem + "_name"
        || parent == stem && ["name", "display_name", "username", "first_name"].contains(last)
    }.flatMap(\.values).filter { $0.utf8.count > 2 }
    guard !texts.isEmpty, !people.isEmpty else { return false }
    let naming = texts.count { text in people.contains { text.contains($0) } }
    return naming * 2 >= texts.count
  }

  // MARK: Points

  private func points(_ field: DraftField, _ role: Field) -> Int {
    guard field.count > 0, field.containers * 2 < field.count, looksRight(field, role) else {
      return 0
    }
    let points = named(field, role)
    guard points > 0 else { return 0 }
    // Others fill in where a name is missing.
    // A time inside of few records is one of something in them.
    let isInside = role == .time && field.names.count > 1
    let weight = role == .actorName || role == .actorAvatar ? 4 : isInside ? 40 : 15
    let missing = (fields.records - field.count) * weight / max(fields.records, 1)
    return points - missing - shapePenalty(field, role)
  }

  /// Points for the names of a path.
  private func named(_ field: DraftField, _ role: Field) -> Int {
    guard let name = field.names.last else { return 0 }
    let parents = field.names.dropLast().filter { !DraftName.wrappers.contains($0) }
    let wrapped = (field.names.count - 1 - parents.count) * 4
    switch role {
    case .actorId, .actorName, .actorAvatar:
      return actorPoints(role, name, in: Array(parents)) - wrapped
    case .subjectName: return subjectNamePoints(field, name, in: Array(parents))
    case .subjectId: return subjectPoints(field, name, in: Array(parents)) - wrapped
    case .type:
      if let parent = parents.last, DraftNames.kinds.contains(parent), parents.count < 3,
        ["name", "title", "label", "slug", "key", "code"].contains(name)
      {
        return 85 - parents.count * 10
      }
    case .time, .updatedAt, .expires:
      if parents.isEmpty { break }
      // `sent.at` is `sent_at`.
      let joined = parents.filter { !DraftNames.clocks.contains($0) } + [name]
      return DraftNames.points(role, joined.joined(separator: "_")) - 10 - wrapped
    default: break
    }
    let points = DraftNames.points(role, name)
    guard points > 0, role != .batchCount || field.names.first != "event" else { return 0 }
    if parents.isEmpty { return points - wrapped }
    guard parents.count == 1, let parent = parents.first else { return 0 }
    let isSubject = DraftNames.subjects.contains(parent)
    // What is inside another object is about that object, but its title, text or page may do.
    switch role {
    case .title: return isSubject ? points - 38 : 0
    case .body: return isSubject && points >= 95 ? points - 30 : 0
    // The page of who acted, where there is no other.
    case .link: return isSubject ? points - 38 : parent == actor ? points - 45 : 0
    default: return 0
    }
  }

  private func actorPoints(
    _ role: Field, _ name: String, in parents: [String]
  ) -> Int {
    if role == .actorName, parents.isEmpty,
      ["actor", "sender", "from", "display_username", "sender_name"].contains(name)
    {
      return 80
    }
    guard let actor else { return 0 }
    if let last = parents.last, last == actor || last.hasPrefix(actor + "_"), parents.count < 3 {
      // What publishes has a title instead of a name.
      if role == .actorName, name == "title", DraftNames.publishers.contains(actor) { return 100 }
      return DraftNames.points(role, name) - (parents.count - 1) * 15
    }
    if parents.last == actor + "s", parents.count == 1 { return DraftNames.points(role, name) - 10 }
    guard parents.isEmpty, name.hasPrefix(actor + "_") else { return 0 }
    return DraftNames.points(role, String(name.dropFirst(actor.utf8.count + 1)))
  }

  private func subjectPoints(_ field: DraftField, _ name: String, in parents: [String]) -> Int {
    if parents.isEmpty {
      let isReference =
        ["_subject", "_target", "_object"].contains { name.hasSuffix($0) } && field.sentences == 0
      return max(DraftNames.points(.subjectId, name), isReference ? 60 : 0)
    }
    guard parents.count == 1, let parent = parents.first, DraftNames.subjects.contains(parent)
    else { return 0 }
    if name == "id" {
      return ["repository", "project", "group", "room"].contains(parent) ? 80 : 70
    }
    return parent == "deep_link" ? DraftNames.points(.subjectId, name) - 10 : 0
  }

  /// The name of what the subject's id is of: `groupName` beside `groupId`, `project.name`.
  private func subjectNamePoints(
    _ field: DraftField, _ name: String, in parents: [String]
  ) -> Int {
    let stems = fields.fields.filter { taken.contains($0.path) }.compactMap { other -> String? in
      guard let last = other.names.last else { return nil }
      if last == "id" { return other.names.dropLast().last }
      return last.hasSuffix("_id") ? String(last.dropLast(3)) : nil
    }
    if field.names.count == 1, name == "target" || name == "target_name" { return 70 }
    if parents.isEmpty {
      return stems.contains { name == $0 + "_name" || name == $0 + "_title" } && !isActor(name)
        ? 95 : 0
    }
    guard parents.count == 1, let parent = parents.first, stems.contains(parent),
      DraftNames.subjects.contains(parent)
    else { return 0 }
    return ["full_name": 95, "path_with_namespace": 95, "full_path": 95, "name": 90, "title": 80][
      name] ?? 0
  }

  private func isActor(_ name: String) -> Bool {
    actor.map { name.hasPrefix($0 + "_") } ?? false
  }

  /// The name under which most is known of who acted; one further inside counts less.
  private static func actor(_ fields: DraftFields) -> String? {
    var counts: [String: Int] = [:]
    for field in fields.fields where field.count > 0 && field.containers == 0 {
      guard let name = field.names.last else { continue }
      let parents = field.names.dropLast().filter { !DraftName.wrappers.contains($0) }
      if parents.count == 1, let parent = parents.last, DraftNames.publishers.contains(parent) {
        // Only where nobody else acted.
        counts[parent, default: 0] += 1
      } else if parents.count < 3, let parent = parents.last, DraftNames.actors.contains(parent) {
        counts[parent, default: 0] += parents.count == 1 ? 20 : 1
      }
      for actor in ["actor", "sender", "author", "creator", "from_user", "initiator"]
      where parents.isEmpty && name.hasPrefix(actor + "_") {
        counts[actor, default: 0] += 10
      }
    }
    let first = ["actor", "sender", "author", "actor_profile", "from_user", "account"].first {
      counts[$0] ?? 0 >= 10
    }
    return first ?? counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  // MARK: What values look like

  /// Whether values may be what a field holds.
  private func looksRight(_ field: DraftField, _ role: Field) -> Bool {
    switch role {
    case .time, .updatedAt, .expires: field.mostly(field.times)
    case .deleted, .mailed: field.mostly(field.truths) || field.mostly(field.times)
    case .title, .body:
      field.mostly(field.strings) && !field.mostly(field.times) && field.links * 2 < field.count
        && !field.mostly(field.keys)
        && !(role == .title && field.mostly(field.markup, 0.5))
    case .type:
      !field.mostly(field.times, 0.5) && field.links == 0
        && (field.mostly(field.words, 0.6)
          || field.mostly(field.words + field.sentences) && field.values.count * 2 <= field.count)
        || field.mostly(field.numbers) && field.values.count <= 60
          && field.values.allSatisfy { Int($0).map { 0...9999 ~= $0 } ?? false }
    case .link: field.mostly(field.links + field.routes, 0.5) && field.pictures * 2 < field.count
    case .image, .actorAvatar: field.mostly(field.links + field.routes, 0.5)
    case .priority, .bodyFormat: field.values.count <= 12
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

  /// Points against a field whose values are unlikely.
  private func shapePenalty(_ field: DraftField, _ role: Field) -> Int {
    switch role {
    case .id:
      // An id that some records lack is of something in them.
      let isPart =
        field.names.count > 1 && field.count * 10 < fields.records * 9 ? 45 : 0
      return isPart + (field.values.count * 10 < field.count * 7 ? 45 : 0)
    case .recipient:
      // Each record for another person is less likely than a few people with many.
      let isPerRecord = field.isUnique && field.count >= 8
      return isPerRecord ? 30 : 0
    case .type:
      let many = field.values.count > max(60, field.count / 2) ? 45 : 0
      return many + (field.values.count == 1 && field.count >= 5 ? 30 : 0)
    case .title, .body:
      // Few words without a space are keys, not texts.
      let isKey = field.mostly(field.words) && field.values.count * 3 < field.count
      return isKey ? 30 : 0
    case .link: return field.apiLinks * 2 > field.count ? 40 : 0
    default: return 0
    }
  }
}
