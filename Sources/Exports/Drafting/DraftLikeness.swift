import ByteText
import Profiles

/// How much an object looks like a notification, by the names of its members.
enum DraftLikeness {
  /// What makes a notification: the points for any name of a field.
  private static let parts: [(fields: [Field], points: Int)] = [
    ([.id], 2), ([.time], 3), ([.type], 2), ([.title, .body], 2), ([.recipient], 1),
  ]
  private static let readNames: Set<String> = [
    "read", "is_read", "read_at", "unread", "seen", "is_seen", "seen_at", "status", "state",
  ]

  /// 0 for anything but an object; members of wrappers such as `payload` count too.
  static func of(_ value: JSONText) -> Int {
    guard value.kind == .object else { return 0 }
    if let fields = FirestoreDocument(value.bytes)?.plainJSON {
      return fields.withUnsafeBytes { JSONText($0).map(of) ?? 0 }
    }
    var names = Set<String>()
    for (name, member) in value.parts.prefix(200) {
      let name = DraftName.snake(JSONEscape.unescaped(name))
      if member.kind == .array { continue }
      names.insert(name)
      guard member.kind == .object, DraftName.wrappers.contains(name) else { continue }
      for (inner, _) in member.parts.prefix(200) {
        names.insert(DraftName.snake(JSONEscape.unescaped(inner)))
      }
    }
    let points = parts.reduce(0) { sum, part in
      let isThere = names.contains { name in
        part.fields.contains { DraftNames.points($0, name) >= 60 }
      }
      return sum + (isThere ? part.points : 0)
    }
    return points + (names.isDisjoint(with: readNames) ? 0 : 1)
  }

  /// How much objects look like notifications by their values, in any language: different texts, a
  /// time, few words that repeat. At most 6.
  static func ofValues(_ objects: some Sequence<[UInt8]>) -> Int {
    let fields = DraftFields(Array(objects.prefix(30))).fields.filter {
      $0.count > 0 && $0.containers == 0 && !$0.path.contains("[") && $0.names.count < 3
    }
    let hasTime = fields.contains { $0.mostly($0.times) && $0.values.count > 1 }
    let hasText = fields.contains {
      $0.mostly($0.sentences, 0.5) && $0.values.count * 2 > $0.count
    }
    let hasType = fields.contains {
      $0.mostly($0.words) && $0.addresses == 0 && $0.values.count > 1
        && $0.values.count * 2 <= $0.count
    }
    return (hasTime ? 3 : 0) + (hasText ? 2 : 0) + (hasType ? 1 : 0)
  }

  /// Whether a member's name looks like an id: it has a digit or `@`.
  static func isId(_ name: String) -> Bool {
    name.utf8.contains { $0 == UInt8(ascii: "@") || (0x30...0x39).contains($0) }
  }
}

/// Names of members, compared as `FieldNames` does.
enum DraftName {
  /// Objects that only hold a record's fields.
  static let wrappers: Set<String> = [
    "payload", "data", "attributes", "fields", "notification", "content", "aps", "alert", "params",
    "properties", "event", "object", "parameters", "meta", "metadata", "extra", "context",
  ]

  /// `createdAt` and `created-at` as `created_at`.
  static func snake(_ name: String) -> String {
    var result = ""
    var wasLower = false
    for character in name {
      if character.isUppercase, wasLower { result.append("_") }
      wasLower = character.isLowercase || character.isNumber
      result.append(character == "-" || character == " " ? "_" : Character(character.lowercased()))
    }
    return result
  }
}
