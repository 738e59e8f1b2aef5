import ByteText
import Profiles

/// Finds the columns of records that may say whose they are or whether they were read, by the words in
/// their names.
struct ColumnSample {
  /// The number of records that are looked at.
  static let size = 1000

  /// The names of those that name at least two people, in the order in which they appeared.
  var people: [String] {
    columns.filter { $0.isPeople && $0.values.count > 1 }.map(\.name)
  }

  /// The names of those that may be read marks.
  var readMarks: [String] { columns.filter(\.isReadMark).map(\.name) }

  private struct Column {
    let name: String
    let isPeople: Bool
    let isReadMark: Bool
    /// At most two.
    var values: Set<[UInt8]> = []
  }

  private var columns: [Column] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// What a profile takes from records, by the outermost name.
  private let used: Set<[UInt8]>

  private static let mostColumns = 500

  /// - Parameter profile: the one that reads the records; what it uses names nobody else.
  init(besides profile: Profile) {
    let paths =
      profile.fields.values.flatMap(\.self) + profile.values.values.flatMap(\.self)
      + profile.readMarks.map(\.path)
    let names = paths.flatMap(\.sources).compactMap(\.segments.first)
    used = Set(names.map { FieldNames.significant($0.utf8) })
  }

  mutating func add(_ record: UnsafeRawBufferPointer) {
    if let plain = FirestoreDocument(record)?.plainJSON {
      plain.withUnsafeBytes { JSONText($0).map { add($0, below: nil) } }
    } else if let object = JSONText(record), object.kind == .object {
      add(object, below: nil)
    }
  }

  private mutating func add(_ object: JSONText, below outer: UnsafeRawBufferPointer?) {
    for (name, value) in object.parts {
      if value.kind == .object, outer == nil {
        add(value, below: name)
      } else if value.kind != .null, !value.bytes.isEmpty, let index = column(name, below: outer) {
        let isLooked = columns[index].isPeople && columns[index].values.count < 2
        if isLooked { columns[index].values.insert(Array(value.bytes)) }
      }
    }
  }

  private mutating func column(
    _ name: UnsafeRawBufferPointer, below outer: UnsafeRawBufferPointer?
  ) -> Int? {
    let key = outer.map { Array($0) + [UInt8(ascii: ".")] + name } ?? Array(name)
    if let known = numbers[key] { return known }
    guard columns.count < Self.mostColumns else { return nil }
    let path = [outer, name].compactMap(\.self).map(JSONEscape.unescaped)
    let isUsed = used.contains(FieldNames.significant(path[0].utf8))
    let isPeople = !isUsed && DraftNames.mayReceive(path.map(DraftName.snake))
    numbers[key] = columns.count
    let mark = DraftName.snake(path.joined(separator: "_"))
    columns.append(
      Column(
        name: path.joined(separator: "."), isPeople: isPeople,
        isReadMark: !isUsed && DraftReadMark.mayMark(mark)))
    return columns.count - 1
  }
}

extension DraftNames {
  /// Whether the words of a path may name who receives: each is one for people or for what
  /// identifies them, and none is for who acted.
  static func mayReceive(_ names: [String]) -> Bool {
    let words = names.flatMap { $0.split { "_.-/ ".contains($0) } }.map(String.init)
    if words.contains(where: agents.contains) { return false }
    if names.count == 1, points(.recipient, names[0]) > 0 { return true }
    let kinds = words.map(kind)
    return !kinds.contains(.other) && kinds.contains(.person)
  }

  private enum WordKind { case person, identity, other }

  private static func kind(_ word: String) -> WordKind {
    let single = word.hasSuffix("s") ? String(word.dropLast()) : word
    if people.contains(word) || people.contains(single) { return .person }
    if identities.contains(word) || identities.contains(single) { return .identity }
    // `userid`, `useremail`, `idcliente`
    let whole = people.contains { person in
      person.count > 3
        && (word.hasPrefix(person) && identities.contains(String(word.dropFirst(person.count)))
          || word.hasSuffix(person) && identities.contains(String(word.dropLast(person.count))))
    }
    return whole ? .person : .other
  }

  /// Words for whom something is.
  private static let people: Set<String> = [
    "user", "recipient", "receiver", "to", "for", "target", "client", "customer", "student",
    "member", "employee", "patient", "subscriber", "addressee", "assignee", "person", "account",
    "audience", "notifiable", "notified", "owner", "holder", "guest", "teacher", "parent", "staff",
    "uid", "username", "login", "email", "mail", "phone", "contact", "destination", "profile",
    "empfaenger", "empfänger", "benutzer", "kunde", "kunden", "mitglied", "mitarbeiter",
    "destinataire", "utilisateur", "destinatario", "destinatário", "usuario", "cliente",
    "gebruiker",
  ]

  /// Words for what identifies somebody.
  private static let identities: Set<String> = [
    "id", "uuid", "guid", "ref", "key", "no", "nr", "number", "num", "code", "name", "handle",
    "address", "e", "nummer", "pk", "identifier",
  ]

  /// Words for who acted.
  private static let agents: Set<String> = [
    "sender", "from", "by", "actor", "author", "created", "creator", "initiator", "liker",
    "commenter", "triggered", "sent",
  ]
}

extension DraftReadMark {
  /// Whether a column of this name may say whether a notification was read.
  static func mayMark(_ name: String) -> Bool {
    let stem = ["_by", "_by_me", "_time", "_date"].first(where: name.hasSuffix).map {
      String(name.dropLast($0.count))
    }
    return [name, stem].compactMap(\.self).contains { name in
      (truths + inverses + times + others).contains { $0 == name || $0 == DraftName.flag(name) }
    }
  }

  private static let others = [
    "checked", "check", "new", "see", "view", "open", "reads", "readers",
  ]
}
