import ByteText
import Profiles

/// Another list that the records refer to by ids, and what its objects tell of a notification.
package struct DraftJoin: Sendable {
  /// As paths name it: `account` in `@account.name`.
  let name: String
  let list: DraftList
  /// The id in a record, and the key of the list's objects.
  let reference: DraftField
  let key: String
  /// How many of the different ids are in the list.
  let found: Int
  /// The fields that it fills.
  var fields: [(field: Field, column: DraftField)] = []
}

/// Finds the lists that records refer to.
struct DraftJoins {
  /// The lists that may be referred to.
  let lists: [DraftList]
  let fields: DraftFields
  /// The fields that are found in the records themselves, and the paths of who receives.
  let known: Set<Field>
  let receivers: Set<String>

  private static let most = 4

  var joins: [DraftJoin] {
    var (joins, filled) = ([DraftJoin](), known)
    for reference in fields.lists + scalars where joins.count < Self.most && !lists.isEmpty {
      guard reference.count > 0, !receivers.contains(reference.path),
        let (stem, empty) = join(reference), !joins.contains(where: { $0.name == empty.name })
      else { continue }
      var join = empty
      join.fields = columns(of: join, stem, besides: filled)
      if join.fields.allSatisfy({ $0.field == .actorId }) { continue }
      filled.formUnion(join.fields.map(\.field))
      joins.append(join)
    }
    return joins
  }

  private var scalars: [DraftField] { fields.fields.filter { !$0.path.contains("[") } }

  /// Whether anything refers to one of the lists, whatever that tells.
  var areThere: Bool { scalars.contains { join($0) != nil } }

  /// `sample_account` of `sample_account_ids`; nil if the name is not that of an id.
  private func stem(of reference: DraftField) -> String? {
    guard let name = reference.names.last, reference.parents.isEmpty else { return nil }
    let ends = reference.path.hasSuffix("[0]") ? ["_ids", "s"] : ["_id", "_uid", "_uuid"]
    return ends.first(where: name.hasSuffix).map { String(name.dropLast($0.utf8.count)) }
  }

  private func join(_ reference: DraftField) -> (stem: String, DraftJoin)? {
    guard let stem = stem(of: reference) else { return nil }
    let noun = stem.split(separator: "_").last.map(String.init) ?? stem
    let names = [stem, noun].flatMap { [$0, $0 + "s", $0 + "es", $0.dropLast() + "ies"] }
    for list in lists {
      guard let last = list.path.last.map(DraftName.snake) else { continue }
      let isNamed =
        names.contains { last == $0 || last.hasSuffix("_" + $0) }
        || stem.isIn("actors") && last.isIn("peopleLists")
      guard isNamed, let key = key(of: list, reference) else { continue }
      return (
        stem,
        DraftJoin(name: noun, list: list, reference: reference, key: key.name, found: key.found)
      )
    }
    return nil
  }

  /// The member of a list's objects whose values the references are, at least four of five.
  private func key(of list: DraftList, _ reference: DraftField) -> (name: String, found: Int)? {
    for name in ["id", "uuid", "uid", "_id", "key"] {
      let ids = Set(
        list.elements.compactMap { element in
          element.withUnsafeBytes { JSONText($0)?.member(name)?.text }
        })
      let found = reference.values.count { ids.contains($0) }
      // Of a long list only the first ones are known.
      let isCut = list.elements.count >= DraftRecords.limit && !ids.isEmpty
      if isCut || found > 0 && found * 5 >= reference.values.count * 4 { return (name, found) }
    }
    return nil
  }

  /// What the objects of a list tell that the records do not.
  private func columns(of join: DraftJoin, _ stem: String, besides known: Set<Field>) -> [(
    field: Field, column: DraftField
  )] {
    let isPerson =
      DraftName.snake(join.list.path.last ?? "").isIn("peopleLists") || stem.isIn("actors")
    // A list of texts says all that the records leave out; another one, what they are about.
    let isOfTexts =
      known.isDisjoint(with: [.title, .body, .subjectName])
      && !known.isSuperset(of: [.type, .time])
    let isKind = join.name.isIn("kinds")
    let wanted: [Field] =
      isPerson
      ? [.actorName, .actorAvatar]
      : isKind && !isOfTexts
        ? [.type]
        : isOfTexts
          ? [.title, .body, .type, .priority, .time, .expires, .link, .image, .actorId, .actorName]
          : [.subjectName, .body, .link]
    let open = wanted.filter { !known.contains($0) }
    let inside = DraftFields(join.list.elements)
    let scorer = DraftScorer(inside, DraftPeople(inside, beside: []))
    let table = DraftAssignment.Table(open, columns: inside.fields.indices) { field, place in
      let column = inside.fields[place]
      guard column[.container] == 0, column.count * 2 > inside.records else { return 0 }
      if isKind, field == .type, column.names[0].isIn("labels") {
        return column.mostly(.keyword) ? 85 : 60
      }
      if !isPerson, field != .subjectName { return scorer.points(column, field) }
      let isText = field != .actorAvatar || column[.link] + column[.route] > 0
      return column.names.count == 1 && isText
        ? NameWeights.bundled.points(field, column.names[0]) : 0
    }
    let chosen = DraftAssignment(table).columns
    let needsID = isPerson && known.isDisjoint(with: [.actorId, .actorName])
    return (needsID ? [(.actorId, join.reference)] : [])
      + open.compactMap { field in
        chosen[field].map { inside.fields[$0] }.map {
          (field, $0.named("@\(join.name).\($0.path)"))
        }
      }
  }
}
