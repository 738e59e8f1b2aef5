import ByteText
import GRDB
package import Profiles

/// A list beside the records, or another table.
package struct DraftList: Sendable {
  /// Its path in the document, or the table's name.
  package var path: [String]
  var elements: [[UInt8]]
  /// Whether it is a file of its own.
  var isFile = false

  /// The ids and addresses by which records may name people: those of a list of which others are
  /// addresses.
  var idsOfPeople: [String] {
    let first = DraftFields(Array(elements.prefix(20)))
    guard first.fields.contains(where: { $0.names.count == 1 && $0.mostly($0.addresses) }) else {
      return []
    }
    let fields = DraftFields(elements)
    let columns = fields.fields.filter { $0.names.count == 1 }
    return columns.filter {
      $0.count == fields.records && $0.isUnique && $0.sentences == 0 && $0.times == 0
    }.flatMap(\.values)
  }
}

/// Another list that the records refer to by ids, and what its objects tell of a notification.
package struct DraftJoin: Sendable {
  /// As paths name it: `account` in `@account.name`.
  package var name: String
  /// The path of the list, or the name of the table.
  package var list: String
  /// Whether the list is a file of its own, which --join names.
  package var isFile = false
  /// The path of the id in a record.
  package var reference: DraftField
  /// The key of the list's objects.
  package var key: String
  /// The fields that it fills, with their paths.
  package var fields: [(field: Field, paths: [String])]
  /// Whether its texts have HTML tags.
  package var isMarkup = false
  /// The form of its times, where a profile has to say it.
  package var timeForm: DraftTimeForm?
  /// How many of the different ids are in the list.
  package var found: Int
}

/// Finds the lists that records refer to.
struct DraftJoins {
  /// The lists that may be referred to.
  let lists: [DraftList]
  let fields: DraftFields
  /// The fields that are found in the records themselves, and the paths of who receives.
  let known: Set<Field>
  let receivers: Set<String>

  private static let people: Set<String> = [
    "users", "accounts", "people", "profiles", "members", "authors", "persons", "user", "account",
  ]
  private static let most = 4
  private let weights = NameWeights.bundled

  init(lists: [DraftList], fields: DraftFields, known: Set<Field>, receivers: Set<String>) {
    (self.lists, self.fields, self.known, self.receivers) = (lists, fields, known, receivers)
  }

  var joins: [DraftJoin] {
    var joins: [DraftJoin] = []
    var filled = known
    for reference in fields.lists + scalars {
      guard joins.count < Self.most, reference.count > 0, let stem = stem(of: reference),
        !receivers.contains(reference.path),
        let (empty, list) = join(reference, stem),
        !joins.contains(where: { $0.name == empty.name })
      else { continue }
      var join = empty
      fill(&join, from: list, stem, besides: filled)
      if join.fields.isEmpty { continue }
      filled.formUnion(join.fields.map(\.field))
      joins.append(join)
    }
    return joins
  }

  private var scalars: [DraftField] { fields.fields.filter { !$0.path.contains("[") } }

  /// The first reference to one of the lists, whatever that tells.
  var first: DraftJoin? {
    scalars.lazy.compactMap { field in stem(of: field).flatMap { join(field, $0)?.0 } }.first
  }

  /// `sample_account` of `sample_account_ids`; nil if the name is not that of an id.
  private func stem(of reference: DraftField) -> String? {
    guard let name = reference.names.last,
      reference.names.dropLast().allSatisfy(weights["wrappers"].contains)
    else { return nil }
    let ends = reference.path.hasSuffix("[0]") ? ["_ids", "s"] : ["_id", "_uid", "_uuid"]
    guard let end = ends.first(where: name.hasSuffix) else { return nil }
    return String(name.dropLast(end.utf8.count))
  }

  private func join(_ reference: DraftField, _ stem: String) -> (DraftJoin, DraftList)? {
    let noun = stem.split(separator: "_").last.map(String.init) ?? stem
    let isActor = weights["actors"].contains(stem)
    for list in lists {
      guard let last = list.path.last.map(DraftName.snake) else { continue }
      let names = [stem, noun].flatMap { [$0, $0 + "s", $0 + "es", $0.dropLast() + "ies"] }
      let isNamed =
        names.contains { last == $0 || last.hasSuffix("_" + $0) }
        || isActor && Self.people.contains(last)
      guard isNamed, let key = key(of: list, reference) else { continue }
      let path = list.path.map(FieldPath.written).joined(separator: ".")
      let join = DraftJoin(
        name: noun, list: path, isFile: list.isFile, reference: reference, key: key.name,
        fields: [], found: key.found)
      return (join, list)
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

  /// Adds what the objects of a list tell that the records do not.
  private func fill(
    _ join: inout DraftJoin, from list: DraftList, _ stem: String, besides known: Set<Field>
  ) {
    let inside = DraftFields(list.elements)
    let isPerson =
      Self.people.contains(list.path.last.map(DraftName.snake) ?? "")
      || weights["actors"].contains(stem)
    let hasText = !known.isDisjoint(with: [.title, .body, .subjectName])
    // A list of texts says all that the records leave out; another one, what they are about.
    let isOfTexts = !isPerson && !hasText && (!known.contains(.type) || !known.contains(.time))
    let wanted: [Field] =
      isPerson
      ? [.actorName, .actorAvatar]
      : isOfTexts
        ? [.title, .body, .type, .priority, .time, .expires, .link, .image, .actorId, .actorName]
        : [.subjectName, .body, .link]
    var found: [(field: Field, paths: [String])] = []
    if isPerson, !known.contains(.actorId), !known.contains(.actorName) {
      found.append((.actorId, [join.reference.path]))
    }
    let scorer = DraftScorer(inside, DraftPeople(inside, beside: []))
    let open = wanted.filter { !known.contains($0) }
    let table = DraftAssignment.Table(open, columns: inside.fields.indices, answers: [:]) {
      points($0, of: inside.fields[$1], by: scorer, isPerson: isPerson)
    }
    let chosen = DraftAssignment(table).columns
    for field in open {
      guard let column = chosen[field].map({ inside.fields[$0] }) else { continue }
      found.append((field, ["@\(join.name).\(column.path)"]))
      if field == .body { join.isMarkup = column.mostly(column.markup, 0.5) }
      if field == .time { join.timeForm = column.timeForm }
    }
    if found.contains(where: { $0.field != .actorId }) { join.fields = found }
  }

  private func points(
    _ role: Field, of column: DraftField, by scorer: DraftScorer, isPerson: Bool
  ) -> Int {
    guard column.containers == 0, column.count * 2 > scorer.fields.records else { return 0 }
    switch role {
    case .subjectName:
      guard column.names.count == 1 else { return 0 }
      return ["name": 90, "title": 95, "full_name": 95, "subject": 90][column.names[0]] ?? 0
    case .actorName where isPerson, .actorAvatar where isPerson:
      let isText = role == .actorName || column.links + column.routes > 0
      return column.names.count == 1 && isText ? weights.points(role, column.names[0]) : 0
    default: return scorer.points(column, role)
    }
  }
}

/// What a recipient can do.
package struct DraftAction: Sendable {
  /// `reply` of `reply_url`.
  package var key: String
  /// Its address; nil if records only name the key.
  package var address: DraftField?

  /// The list of keys of actions that records have.
  static func list(in fields: DraftFields) -> DraftField? {
    fields.lists.first { field in
      field.path.hasSuffix("[0]") && ["actions", "buttons"].contains(field.names.last ?? "")
        && field.names.dropLast().allSatisfy(NameWeights.bundled["wrappers"].contains)
        && field.mostly(field.keywords)
    }
  }

  /// The actions that a list names, and those among fields that nothing else uses.
  static func actions(in fields: [DraftField], named list: DraftField?) -> [DraftAction] {
    let named = (list?.values ?? []).prefix(10).map { DraftAction(key: $0, address: nil) }
    return named
      + fields.compactMap { field in
        guard field.mostly(field.links + field.routes), let name = field.names.last,
          !field.path.contains("["),
          let end = ["_url", "_link", "_href"].first(where: name.hasSuffix)
        else { return nil }
        let key = String(name.dropLast(end.utf8.count))
        guard NameWeights.bundled["verbs"].contains(key), list?.values.contains(key) != true else {
          return nil
        }
        return DraftAction(key: key, address: field)
      }
  }
}

/// Chooses the table of a database whose rows look most like notifications.
enum DraftTable {
  /// The table and its first rows as JSON.
  static func best(
    path: String, named wanted: String?, temporaryFolder: String
  ) throws(Fault) -> (table: String, rows: [[UInt8]], others: [DraftList]) {
    let database = try HardenedDatabase(path: path, temporaryDirectory: temporaryFolder)
    return try database.read { database in
      let names = try database.tableNames()
      var best: (score: Int, table: String, rows: [[UInt8]])?
      var lists: [DraftList] = []
      for name in names {
        let rows = try TableRows.read(
          try database.describe(name), in: database, limit: DraftRecords.limit)
        let score = score(name, rows)
        lists.append(DraftList(path: [name], elements: rows))
        let isWanted = wanted.map { $0.lowercased() == name.lowercased() } ?? true
        if !rows.isEmpty, isWanted, score > best?.score ?? 0 { best = (score, name, rows) }
      }
      guard let best else {
        throw TableChoice.noTable(of: names, views: try database.tableNames(ofType: "view"))
      }
      return (
        best.table, best.rows, lists.filter { $0.path != [best.table] && !$0.elements.isEmpty }
      )
    }
  }

  /// How much a table looks like one of notifications, by its name and columns.
  private static func score(_ name: String, _ rows: [[UInt8]]) -> Int {
    let likeness = rows.first.map { row in
      row.withUnsafeBytes { JSONText($0).map(DraftLikeness.of) ?? 0 }
    }
    let named = name.lowercased()
    let bonus = named == "notifications" ? 8 : named.contains("notif") ? 4 : 0
    return (likeness ?? 0) + bonus + DraftLikeness.ofValues(rows)
  }
}
