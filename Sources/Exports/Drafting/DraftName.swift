import ByteText
import Profiles

/// Names of members, compared as `FieldNames` does.
package enum DraftName {
  /// `createdAt`, `created-at` and a spreadsheet's `Created At (UTC)` as `created_at`.
  static func snake(_ name: String) -> String {
    var result = ""
    var wasLower = false
    for character in heading(name) {
      if character.isUppercase, wasLower { result.append("_") }
      wasLower = character.isLowercase || character.isNumber
      result.append(character == "-" || character == " " ? "_" : Character(character.lowercased()))
    }
    return result
  }

  /// The words of a file's name: `app`, `users` of `exports/App Users.csv`.
  static func words(of path: String) -> [String] {
    String(path.split(separator: "/").last ?? "").prefix { $0 != "." }.lowercased()
      .split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
  }

  /// The name of a file as that of a join.
  package static func ofJoin(_ file: String) -> String {
    String(words(of: file).joined(separator: "-").prefix(50))
  }

  /// The name of the system that a file is of, whose pages and days have numbers; empty for a pipe.
  package static func ofSystem(_ file: String) -> String {
    if file == "-" || file.hasPrefix("/dev/") { return "" }
    var words = words(of: file).filter { $0.contains { !$0.isNumber } }
    if let last = words.popLast() {
      words.append(String(last.reversed().drop { $0.isNumber }.reversed()))
    }
    return String(words.joined(separator: "-").prefix(50))
  }

  /// The command that drafts a profile for a file.
  package static func command(for file: String) -> String {
    let name = ofSystem(file)
    let isPlain = file.utf8.allSatisfy { $0 > 0x2A && $0 != 0x3B && $0 < 0x7B && $0 != 0x5C }
    let quoted = isPlain ? file : "'\(file.replacing("'", with: "'\\''"))'"
    return "tidings profiles draft \(file == "-" ? "export.json" : quoted) > "
      + (name.isEmpty ? "export" : name) + ".yaml"
  }

  /// `read` of `is_read`, `has_been_read` and `read_flag`.
  static func flag(_ name: String) -> String {
    var core = name[...]
    if let start = ["has_been_", "flag_", "was_", "has_", "ist_", "est_", "is_"]
      .first(where: core.hasPrefix)
    {
      core = core.dropFirst(start.utf8.count)
    }
    if let end = ["_flag", "_yn", "_ind"].first(where: core.hasSuffix) {
      core = core.dropLast(end.utf8.count)
    }
    return String(core)
  }

  /// A name without what headings of forms and spreadsheets have at their ends: `Is Read?`,
  /// `Row #`, `Message (HTML)`.
  private static func heading(_ name: String) -> Substring {
    var heading = name[...]
    func trim() {
      while let last = heading.last, "?!:*# ".contains(last) { heading.removeLast() }
    }
    trim()
    if heading.last == ")", let open = heading.lastIndex(of: "(") {
      heading = heading[..<open]
      trim()
    }
    return heading.isEmpty ? name[...] : heading
  }
}

extension NameWeights {
  /// The points of a whole name for a field.
  func points(_ field: Field, _ name: String) -> Int {
    let table = names[field.rawValue] ?? [:]
    if let points = table[NameWeights.joined(name)] { return points }
    guard field == .deleted || field == .mailed else { return 0 }
    return table[NameWeights.joined(DraftName.flag(name))] ?? 0
  }

  /// The points of a name by its last word, with what the words before it take away.
  func points(_ field: Field, words: [String]) -> Int {
    guard let last = words.last, words.count > 1,
      let points = lastWords[field.rawValue]?[last]
    else { return 0 }
    let before = words.dropLast()
    switch field {
    case .time, .expires, .updatedAt:
      return before.contains(where: self["otherTimes"].contains) ? 0 : points
    case .link: return isOtherAddress(words) ? 0 : points
    // `title_text` is a title.
    case .body: return before.contains { lastWords["title"]?[$0] != nil } ? 0 : points
    case .type, .title, .id, .priority:
      let isOther = before.contains { self["others"].contains($0) || receivers[$0] != nil }
      return isOther ? points - 45 : points
    default: return points
    }
  }

  /// Whether a name is that of an address which is not the notification's: of a picture, of an action,
  /// of an API.
  func isOtherAddress(_ words: [String]) -> Bool {
    words.contains { self["verbs"].contains($0) || self["pictures"].contains($0) }
      || self["otherAddresses"].contains(words.first ?? "")
  }
}

/// How much an object looks like a notification, by the names of its members.
enum DraftLikeness {
  /// What makes a notification: the points for any name of a field.
  private static let parts: [(fields: [Field], points: Int)] = [
    ([.id], 2), ([.time], 3), ([.type], 2), ([.title, .body], 2), ([.recipient], 1),
  ]

  /// 0 for anything but an object; members of wrappers such as `payload` count too.
  static func of(_ value: JSONText) -> Int {
    guard value.kind == .object else { return 0 }
    if let fields = FirestoreDocument(value.bytes)?.plainJSON {
      return fields.withUnsafeBytes { JSONText($0).map(of) ?? 0 }
    }
    let weights = NameWeights.bundled
    var names = Set<String>()
    for (name, member) in value.parts.prefix(200) {
      let name = DraftName.snake(JSONEscape.unescaped(name))
      if member.kind == .array { continue }
      names.insert(name)
      guard member.kind == .object, weights["wrappers"].contains(name) else { continue }
      for (inner, _) in member.parts.prefix(200) {
        names.insert(DraftName.snake(JSONEscape.unescaped(inner)))
      }
    }
    let points = parts.reduce(0) { sum, part in
      let isThere = names.contains { name in
        part.fields.contains { isNamed($0, name, by: weights) }
      }
      return sum + (isThere ? part.points : 0)
    }
    let isMarked = names.contains {
      let flag = DraftName.flag($0)
      return weights["truths"].contains(flag) || weights["inverses"].contains(flag)
        || weights["readTimes"].contains($0) || weights["states"].contains($0)
    }
    return points + (isMarked ? 1 : 0)
  }

  private static func isNamed(_ field: Field, _ name: String, by weights: NameWeights) -> Bool {
    if field == .recipient {
      return name.split(separator: "_").contains { weights.receivers[String($0)] ?? 0 > 90 }
    }
    return weights.points(field, name) >= 60
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
      $0.mostly($0.keywords) && $0.addresses == 0 && $0.values.count > 1
        && $0.values.count * 2 <= $0.count
    }
    return (hasTime ? 3 : 0) + (hasText ? 2 : 0) + (hasType ? 1 : 0)
  }

  /// Whether a member's name looks like an id: it has a digit or `@`.
  static func isId(_ name: String) -> Bool {
    name.utf8.contains { $0 == UInt8(ascii: "@") || (0x30...0x39).contains($0) }
  }
}
