import Profiles

/// Another list that the records refer to by ids, and what its objects tell of a notification.
package struct DraftJoin: Sendable {
  /// As paths name it: `account` in `@account.name`.
  let name: String
  /// The beginning of the reference's name, `sample_account` of `sample_account_ids`.
  let stem: String
  let list: DraftList
  /// The id in a record, and the key of the list's objects.
  let reference: DraftField
  let key: String
  /// How many of the different ids are in the list.
  let found: Int
  /// The fields that it fills.
  var fields: [(field: Field, column: DraftField)] = []

  /// What the objects of a list tell that the records do not.
  fileprivate func columns(besides known: Set<Field>) -> [(field: Field, column: DraftField)] {
    // A list of texts says all that the records leave out; another one, what they are about.
    let isOfTexts =
      known.isDisjoint(with: [.title, .body, .subjectName])
      && !known.isSuperset(of: [.type, .time])
    let isPerson = stem.isIn("actors") || list.path.last?.snake.isIn("peopleLists") == true
    let isKind = name.isIn("kinds")
    let texts: [Field] = [
      .title, .body, .type, .priority, .time, .expires, .link, .image, .actorId, .actorName,
    ]
    let wanted: [Field] =
      isPerson
      ? [.actorName, .actorAvatar]
      : isOfTexts ? texts : isKind ? [.type] : [.subjectName, .body, .link]
    let open = wanted.filter { !known.contains($0) }
    let inside = DraftFields(list.elements)
    let scorer = DraftScorer(inside)
    let chosen = DraftAssignment(open, columns: inside.fields.indices) { field, place in
      let column = inside.fields[place]
      guard column.fits("!container+ present/51") else { return 0 }
      if isKind, field == .type, column.names[0].isIn("labels") {
        return column.fits("keyword") ? 85 : 60
      }
      if !isPerson, field != .subjectName { return scorer.points(column, field) }
      let isText = field != .actorAvatar || column.fits("page+")
      return column.fits("level:1") && isText
        ? NameWeights.bundled.points(field, column.names[0]) : 0
    }.columns
    let needsID = isPerson && known.isDisjoint(with: [.actorId, .actorName])
    let columns = inside.fields.map { $0.named("@\(name).\($0.path)") }
    return (needsID ? [(.actorId, reference)] : [])
      + open.compactMap { field in chosen[field].map { (field, columns[$0]) } }
  }
}

extension DraftFields {
  private static let mostJoins = 4

  /// The lists that records refer to.
  ///
  /// - Parameters:
  ///   - known: the fields that are found in the records themselves.
  ///   - receivers: the paths of who receives.
  func joins(
    to lists: [DraftList], besides known: Set<Field>, _ receivers: Set<String>
  ) -> [DraftJoin] {
    var (joins, filled) = ([DraftJoin](), known)
    for reference in self.lists + scalars where joins.count < Self.mostJoins {
      guard reference.count > 0, !receivers.contains(reference.path),
        var join = reference.join(to: lists), !joins.contains(where: { $0.name == join.name })
      else { continue }
      join.fields = join.columns(besides: filled)
      if join.fields.allSatisfy({ $0.field == .actorId }) { continue }
      filled.formUnion(join.fields.map(\.field))
      joins.append(join)
    }
    return joins
  }

  private var scalars: [DraftField] { fields.filter { !$0.fits("element") } }

  /// Whether anything refers to one of the lists, whatever that tells.
  func refer(to lists: [DraftList]) -> Bool { scalars.contains { $0.join(to: lists) != nil } }
}

extension DraftField {
  /// What the ids in a column refer to; nil if its name is not that of an id in a list.
  fileprivate func join(to lists: [DraftList]) -> DraftJoin? {
    let ends = path.hasSuffix("[0]") ? ["_ids", "s"] : ["_id", "_uid", "_uuid"]
    guard parents.isEmpty, let end = ends.first(where: name.hasSuffix) else { return nil }
    let stem = String(name.dropLast(end.utf8.count))
    let noun = stem.split(separator: "_").last.map(String.init) ?? stem
    let names = [stem, noun].flatMap { [$0, $0 + "s", $0 + "es", $0.dropLast() + "ies"] }
    for list in lists {
      guard let last = list.path.last?.snake else { continue }
      let isNamed =
        names.contains { last == $0 || last.hasSuffix("_" + $0) }
        || stem.isIn("actors") && last.isIn("peopleLists")
      if isNamed, let (key, found) = key(of: list) {
        return DraftJoin(
          name: noun, stem: stem, list: list, reference: self, key: key, found: found)
      }
    }
    return nil
  }

  /// The member of a list's objects whose values the references are, at least four of five.
  private func key(of list: DraftList) -> (name: String, found: Int)? {
    let columns = DraftFields(list.elements).fields
    for name in ["id", "uuid", "uid", "_id", "key"] {
      let ids = Set(columns.first { $0.path == name }?.values ?? [])
      let found = values.count { ids.contains($0) }
      // Of a long list only the first ones are known.
      let isCut = list.elements.count >= DraftRecords.limit && !ids.isEmpty
      if isCut || found > 0 && found * 5 >= values.count * 4 { return (name, found) }
    }
    return nil
  }
}
