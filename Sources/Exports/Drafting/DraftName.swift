import ByteText
import Profiles

/// Names of columns and of files.
package enum DraftName {
  /// `createdAt`, `created-at` and a spreadsheet's `Created At (UTC)` as `created_at`.
  static func snake(_ name: String) -> String {
    let heading = heading(name)
    var (result, wasLower) = ("", false)
    for character in heading.isEmpty ? name[...] : heading {
      if character.isUppercase, wasLower { result.append("_") }
      wasLower = character.isLowercase || character.isNumber
      result.append(character == "-" || character == " " ? "_" : Character(character.lowercased()))
    }
    return result
  }

  /// A name without what headings have at their ends: `Is Read?`, `Row #`, `Message (HTML)`.
  private static func heading(_ name: String) -> Substring {
    let whole = name.last == ")" ? name.prefix { $0 != "(" } : name[...]
    return whole.lastIndex { !"?!:*# ".contains($0) }.map { whole[...$0] } ?? ""
  }

  /// The words of a column's name: `user`, `id` of `userId`.
  static func words(_ name: String) -> [String] {
    name.split { "_./ ".contains($0) }.flatMap { NameWeights.bundled.words(of: String($0)) }
  }

  /// The words of a file's name: `app`, `users` of `exports/App Users.csv`.
  private static func words(ofFile path: String) -> [String] {
    String(path.split(separator: "/").last ?? "").prefix { $0 != "." }.lowercased().split {
      !($0.isASCII && ($0.isLetter || $0.isNumber))
    }.map(String.init)
  }

  /// The name of a file as that of a join.
  package static func ofJoin(_ file: String) -> String {
    String(words(ofFile: file).joined(separator: "-").prefix(50))
  }

  /// The name of the system that a file is of, whose pages and days have numbers; empty for a pipe.
  package static func ofSystem(_ file: String) -> String {
    if file == "-" || file.hasPrefix("/dev/") { return "" }
    var words = words(ofFile: file).filter { $0.contains { !$0.isNumber } }
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
}

extension String {
  /// Whether a list of the weights has the word.
  func isIn(_ list: String) -> Bool { NameWeights.bundled[list].contains(self) }
}

extension Sequence<String> {
  /// Whether a list of the weights has any of the words.
  func has(_ list: String) -> Bool { contains(where: NameWeights.bundled[list].contains) }
}

extension NameWeights {
  /// The points of a whole name for a field.
  func points(_ field: Field, _ name: String) -> Int {
    names[field.rawValue]?[Self.joined(name)] ?? 0
  }

  /// The points of a name by its last word, with what the words before it take away.
  func points(_ field: Field, words: [String]) -> Int {
    guard let last = words.last, words.count > 1, let points = lastWords[field.rawValue]?[last]
    else { return 0 }
    let before = words.dropLast()
    switch field {
    case .time: return before.has("otherTimes") ? 0 : points
    case .link: return isOtherAddress(words) ? 0 : points
    // `title_text` is a title.
    case .body: return before.contains { lastWords["title"]?[$0] != nil } ? 0 : points
    default:
      return before.has("others") || before.contains { receivers[$0] != nil } ? points - 45 : points
    }
  }

  /// Whether a name is that of an address which is not the notification's: of a picture, of an action,
  /// of an API.
  func isOtherAddress(_ words: [String]) -> Bool {
    words.has("verbs") || words.has("pictures") || words.prefix(1).has("otherAddresses")
  }
}

/// How much an object looks like a notification, by the names of its members.
struct DraftLikeness {
  /// What makes a notification, a bit of each name, with its points.
  private static let parts: [(fields: [Field], points: Int)] = [
    ([.id], 2), ([.time], 3), ([.type], 2), ([.title, .body], 2), ([.recipient], 1), ([], 1),
  ]
  /// What names tell, which many objects have.
  private var known: [String: Int] = [:]

  /// 0 for anything but an object; members of wrappers such as `payload` count too.
  mutating func of(_ value: JSONText) -> Int {
    if value.kind == .object, let fields = FirestoreDocument(value.bytes)?.plainJSON {
      return fields.withUnsafeBytes { JSONText($0).map { of($0) } ?? 0 }
    }
    let bits = bits(of: value)
    return Self.parts.indices.reduce(0) { $0 + (bits >> $1 & 1) * Self.parts[$1].points }
  }

  private mutating func bits(of value: JSONText, isOuter: Bool = true) -> Int {
    guard value.kind == .object else { return 0 }
    var bits = 0
    for (name, member) in value.parts.prefix(200) where member.kind != .array {
      let name = JSONEscape.unescaped(name)
      bits |= self.bits(of: name)
      if isOuter, member.kind == .object, DraftName.snake(name).isIn("wrappers") {
        bits |= self.bits(of: member, isOuter: false)
      }
    }
    return bits
  }

  private mutating func bits(of written: String) -> Int {
    if let known = known[written] { return known }
    let (name, weights) = (DraftName.snake(written), NameWeights.bundled)
    let words = DraftName.words(name)
    let isMark = DraftReadMark.kind(words) != nil || name.isIn("states")
    let bits = Self.parts.indices.reduce(isMark ? 1 << (Self.parts.count - 1) : 0) { bits, part in
      let isNamed = Self.parts[part].fields.contains { field in
        field == .recipient
          ? name.split(separator: "_").contains { weights.receivers[String($0)] ?? 0 > 90 }
          : weights.points(field, name) >= 60
      }
      return bits | (isNamed ? 1 << part : 0)
    }
    known[written] = bits
    return bits
  }
}

extension DraftFields {
  /// How much the records look like notifications by their values, in any language: different texts, a
  /// time, few words that repeat. At most 6.
  var likeness: Int {
    let fields = fields.filter {
      $0.count > 0 && $0[.container] == 0 && !$0.path.contains("[") && $0.names.count < 3
    }
    let hasTime = fields.contains { $0.mostly(.time) && $0.values.count > 1 }
    let hasText = fields.contains {
      $0.mostly(.sentence, share: 0.5) && $0.values.count * 2 > $0.count
    }
    let hasType = fields.contains { $0.mostly(.keyword) && $0[.address] == 0 && $0.hasFewValues() }
    return (hasTime ? 3 : 0) + (hasText ? 2 : 0) + (hasType ? 1 : 0)
  }
}
