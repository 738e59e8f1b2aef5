import Profiles

/// Guesses by what values look like, where no name tells: in another language, or with names of its
/// own.
extension DraftGuess {
  /// Scalars that may name a person, for a person to decide which.
  var people: [DraftField] {
    let identifying: Set<String> = [
      "id", "uid", "uuid", "ref", "key", "number", "email", "login", "username",
    ]
    let names: Set<String> = [
      "actor_id", "sender_id", "author_id", "from", "to", "login", "acct", "target_id",
      "created_by",
      "from_user",
    ]
    return fields.fields.filter { field in
      guard field.count > 0, field.containers == 0, let name = field.names.last else {
        return false
      }
      let parent = field.names.dropLast().last ?? ""
      return names.contains(name) || DraftNames.points(.recipient, name) > 0
        || DraftNames.actors.contains(parent) && ["id", "name", "display_name"].contains(name)
        || DraftNames.receivers.contains(parent) && identifying.contains(name)
        // `id_usuario`, and whatever holds addresses.
        || name.hasPrefix("id_") && !field.isUnique || field.mostly(field.addresses)
        || keysOfPeople.contains(name)
    }
  }

  /// The likeliest field of the records themselves; nil if nothing looks right.
  func shaped(_ role: Field) -> DraftField? {
    let unnamed = fields.fields.filter {
      $0.names.count == 1 && $0.containers == 0 && $0.count > 0 && !isTaken($0) && !isNamed($0)
    }
    switch role {
    case .id:
      return unnamed.first {
        $0.isUnique && $0.count == fields.records && $0.count > 1 && $0.sentences == 0
          && $0.times == 0 && $0.links == 0 && $0.routes == 0
      }
    case .time:
      return unnamed.filter { $0.mostly($0.times) }.max { $0.count < $1.count } ?? innerTime
    case .type:
      return unnamed.first {
        $0.mostly($0.words) && $0.addresses == 0 && $0.times == 0 && $0.truths == 0
          && $0.values.count > 1 && $0.values.count <= 40 && $0.values.count * 2 <= $0.count
      }
    case .title, .body:
      // Names of people and rooms repeat.
      return isTextNamed
        ? nil : unnamed.first { $0.mostly($0.sentences, 0.5) && $0.values.count * 3 > $0.count * 2 }
    default: return nil
    }
  }

  /// The outermost time that every record has inside an object, but not in one of people or of what it
  /// is about.
  private var innerTime: DraftField? {
    let others = DraftNames.actors.union(DraftNames.receivers).union(DraftNames.subjects)
    return fields.fields.filter { field in
      field.mostly(field.times) && field.count == fields.records && !field.path.contains("[")
        && others.isDisjoint(with: field.names.dropLast())
        && DraftNames.points(.expires, field.joinedName) == 0
        && !DraftReadMark.times.contains(field.joinedName)
    }.min { $0.names.count < $1.names.count }
  }

  /// The outermost field whose name ends as an id's does, and whose values differ in every record.
  var onlyID: DraftField? {
    fields.fields.filter { field in
      field.isNamedID && !isTaken(field) && field.count == fields.records && field.count > 1
        && field.isUnique && field.containers == 0 && field.sentences == 0 && field.links == 0
        && field.times == 0 && !field.path.contains("[")
        && DraftNames.points(.recipient, field.names.last ?? "") == 0
        && !field.names.dropLast().contains(where: DraftNames.actors.contains)
        && !DraftNames.actors.contains { field.names.last?.hasPrefix($0 + "_") ?? false }
    }.min { $0.names.count < $1.names.count }
  }

  /// Fields whose values together differ in every record; empty if there are none.
  var composedID: [DraftField] {
    let ends = ["id", "number", "type", "index", "at"]
    let candidates = fields.fields.filter { field in
      field.count == fields.records && field.containers == 0 && field.sentences == 0
        && field.links == 0 && field.truths < field.count && !field.path.contains("[")
        && (try? URLTemplate("{\(field.path)}")) != nil
    }.map { field in
      (field, rank: ends.firstIndex { field.names.last?.hasSuffix($0) ?? false } ?? ends.count)
    }.sorted { ($0.rank, $0.0.path) < ($1.rank, $1.0.path) }.map(\.0)
    var chosen: [DraftField] = []
    func kinds(_ fields: [DraftField]) -> Int {
      Set(
        (0..<self.fields.records).map { record in
          fields.map { $0.numbersOfValues[record] }
        }
      ).count
    }
    for field in candidates where chosen.count < 4 && kinds(chosen) < fields.records {
      if kinds(chosen + [field]) > kinds(chosen) { chosen.append(field) }
    }
    return kinds(chosen) == fields.records && fields.records > 1 ? chosen : []
  }

  /// Whether a name tells a title or text.
  private var isTextNamed: Bool {
    fields.fields.contains { field in
      field.count > 0 && field.names.count < 3
        && [Field.title, .body].contains { DraftNames.points($0, field.names.last ?? "") >= 60 }
    }
  }

  /// Whether the name says that it is some field.
  private func isNamed(_ field: DraftField) -> Bool {
    let name = field.names.last ?? ""
    return Field.allCases.contains { DraftNames.points($0, name) >= 60 }
      || ["_id", "_at", "_name", "_preview"].contains(where: name.hasSuffix)
      || ["status", "state"].contains(name)
  }
}
