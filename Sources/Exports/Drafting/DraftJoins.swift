import ByteText
import GRDB
package import Profiles

/// A list beside the records, or another table.
package struct DraftList: Sendable {
  /// Its path in the document, or the table's name.
  package var path: [String]
  var elements: [[UInt8]]

  /// The names of values that differ in every object, if others are addresses.
  var keysOfPeople: [String] {
    let fields = DraftFields(Array(elements.prefix(100)))
    guard fields.fields.contains(where: { $0.names.count == 1 && $0.mostly($0.addresses) }) else {
      return []
    }
    return fields.fields.filter { field in
      field.names.count == 1 && field.count == fields.records && field.isUnique
        && !["id", "name", "title"].contains(field.names[0]) && field.sentences == 0
    }.flatMap(\.names)
  }
}

/// Another list that the records refer to by ids, and what its objects tell of a notification.
package struct DraftJoin: Sendable {
  /// As paths name it: `account` in `@account.name`.
  package var name: String
  /// The path of the list, or the name of the table.
  package var list: String
  /// The path of the id in a record.
  package var reference: DraftField
  /// The key of the list's objects.
  package var key: String
  /// The fields that it fills, with their paths.
  package var fields: [(field: Field, paths: [String])]
  /// Whether its texts have HTML tags.
  package var isMarkup = false
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
  /// Names that say nobody but who acted.
  private static let senders: Set<String> = [
    "actor", "sender", "author", "initiator", "creator", "created_by", "triggered_by", "from",
    "from_user", "liker", "commenter",
  ]
  private static let most = 4

  var joins: [DraftJoin] {
    var joins: [DraftJoin] = []
    var filled = known
    for reference in fields.lists + scalars {
      guard joins.count < Self.most, reference.count > 0, let stem = stem(of: reference),
        !receivers.contains(reference.path) || Self.senders.contains(stem),
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
      reference.names.dropLast().allSatisfy(DraftName.wrappers.contains)
    else { return nil }
    let ends = reference.path.hasSuffix("[0]") ? ["_ids", "s"] : ["_id", "_uid", "_uuid"]
    guard let end = ends.first(where: name.hasSuffix) else { return nil }
    return String(name.dropLast(end.utf8.count))
  }

  private func join(_ reference: DraftField, _ stem: String) -> (DraftJoin, DraftList)? {
    let noun = stem.split(separator: "_").last.map(String.init) ?? stem
    let isActor = DraftNames.actors.contains(stem)
    for list in lists {
      guard let last = list.path.last.map(DraftName.snake) else { continue }
      let names = [stem, noun].flatMap { [$0, $0 + "s", $0 + "es", $0.dropLast() + "ies"] }
      let isNamed =
        names.contains { last == $0 || last.hasSuffix("_" + $0) }
        || isActor && Self.people.contains(last)
      guard isNamed, let key = key(of: list, reference) else { continue }
      let path = list.path.map(FieldPath.written).joined(separator: ".")
      let join = DraftJoin(
        name: noun, list: path, reference: reference, key: key.name, fields: [], found: key.found)
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
      if found > 0, found * 5 >= reference.values.count * 4 { return (name, found) }
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
      || DraftNames.actors.contains(stem)
    let wanted: [Field] =
      isPerson ? [.actorName, .actorAvatar] : [.subjectName, .title, .body, .link]
    var found: [(field: Field, paths: [String])] = []
    if isPerson, !known.contains(.actorId), !known.contains(.actorName) {
      found.append((.actorId, [join.reference.path]))
    }
    for field in wanted where !known.contains(field) {
      // A title is better than the name of what it is about.
      if field == .title, found.contains(where: { $0.field == .subjectName }) { continue }
      let members = members(field, in: inside)
      if members.isEmpty { continue }
      found.append((field, members.map { "@\(join.name).\($0.path)" }))
      if field == .body { join.isMarkup = members.contains { $0.mostly($0.markup, 0.5) } }
    }
    if found.contains(where: { $0.field != .actorId }) { join.fields = found }
  }

  /// The likeliest members for a field, at most two.
  private func members(_ role: Field, in inside: DraftFields) -> [DraftField] {
    inside.fields.enumerated().compactMap {
      order, field -> (points: Int, order: Int, field: DraftField)? in
      guard field.names.count == 1, field.count * 2 > inside.records, field.containers == 0,
        let name = field.names.first
      else { return nil }
      let points =
        role == .subjectName
        ? ["name": 90, "title": 95, "full_name": 95, "subject": 90][name] ?? 0
        : DraftNames.points(role, name)
      let isText = role != .link && role != .actorAvatar || field.links + field.routes > 0
      return points >= 85 && isText ? (points, order, field) : nil
    }
    .sorted { ($1.points, $0.order) < ($0.points, $1.order) }
    .prefix(role == .actorName ? 2 : 1).map(\.field)
  }
}

/// What a recipient can do.
package struct DraftAction: Sendable {
  /// `reply` of `reply_url`.
  package var key: String
  /// Its address; nil if records only name the key.
  package var address: DraftField?

  static let verbs: Set<String> = [
    "accept", "approve", "cancel", "confirm", "decline", "deny", "dismiss", "download", "edit",
    "extend", "follow", "join", "pay", "register", "reject", "renew", "reply", "reschedule",
    "respond", "review", "sign", "snooze", "unsubscribe", "verify", "view", "vote", "watch",
  ]

  /// The list of keys of actions that records have.
  static func list(in fields: DraftFields) -> DraftField? {
    fields.lists.first { field in
      field.path.hasSuffix("[0]") && ["actions", "buttons"].contains(field.names.last ?? "")
        && field.names.dropLast().allSatisfy(DraftName.wrappers.contains)
        && field.mostly(field.words)
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
        guard verbs.contains(key), list?.values.contains(key) != true else { return nil }
        return DraftAction(key: key, address: field)
      }
  }
}

/// Chooses the table of a database whose rows look most like notifications.
enum DraftTable {
  /// The table and its first rows as JSON.
  static func best(
    path: String, temporaryFolder: String
  ) throws(SQLiteFailure) -> (table: String, rows: [[UInt8]], others: [DraftList]) {
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
        if !rows.isEmpty, score > best?.score ?? 0 { best = (score, name, rows) }
      }
      guard let best else {
        throw SQLiteFailure.noTable(found: names, views: try database.tableNames(ofType: "view"))
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
