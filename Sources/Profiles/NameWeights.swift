package import ByteText
import CProfiles
import YAML

/// What names and words tell of a column of records, in points of 100: the data of drafting, and of
/// reading files that no profile knows.
package struct NameWeights: Sendable {
  /// By role, the points of whole names in small letters without separators.
  package private(set) var names: [String: [String: Int]] = [:]
  /// By role, the points of the last word of a longer name.
  package private(set) var lastWords: [String: [String: Int]] = [:]
  /// Words for whom something is, with their points.
  package private(set) var receivers: [String: Int] = [:]
  /// By list and role, what else speaks for or against a column.
  private var rules: [String: [String: [ColumnRule]]] = [:]
  /// What a draft says.
  private var sentences: [String: String] = [:]
  /// The other lists, by their names.
  private var lists: [String: Set<String>] = [:]
  /// The words of which names without separators are made.
  private var vocabulary: Set<String> = []

  /// The weights that come with the tool.
  package static let bundled: NameWeights = {
    let file = tidings_weights()
    let source = String(
      decoding: UnsafeBufferPointer(start: file.bytes, count: file.size), as: UTF8.self)
    // A test reads the file: one that cannot be read knows no names.
    return (try? NameWeights(yaml: source, file: String(cString: file.name))) ?? NameWeights()
  }()

  private init() {}

  /// Reads the weights from YAML.
  package init(yaml source: String, file: String) throws(Fault) {
    for (key, node) in try YAMLFile.root(of: source, file: file).members() {
      switch key {
      case "names":
        for (role, node) in try node.members() { names[role] = try node.points(Self.joined) }
      case "lastWords":
        for (role, node) in try node.members() {
          lastWords[role] = try node.points(\.self)
          lists[role + "Words"] = Set(lastWords[role, default: [:]].keys)
        }
      case "receivers":
        receivers = try node.points(\.self)
        lists[key] = Set(receivers.keys)
        lists["likelyReceivers"] = Set(receivers.filter { $0.value > 90 }.keys)
      case "named", "shaped", "inside", "ofWords", "against", "likeness", "read", "mayRead":
        for (roles, node) in try node.members() {
          let read = try node.text().split(separator: ",").map(ColumnRule.init)
          for role in roles.split(separator: " ") { rules[key, default: [:]][String(role)] = read }
        }
      case "sentences": for (key, node) in try node.members() { sentences[key] = try node.text() }
      default: lists[key] = Set(try node.text().split(separator: " ").map(String.init))
      }
    }
    vocabulary = Set(receivers.keys).union(lastWords.values.flatMap(\.keys))
    for list in ["agents", "identities", "others", "otherTimes", "truths", "inverses", "joints"] {
      vocabulary.formUnion(self[list])
    }
  }

  /// One of the other lists; empty if there is none of that name.
  package subscript(list: String) -> Set<String> { lists[list] ?? [] }

  /// Whether a list has a word; a list may also be the names of a role, or the words of all receivers.
  package func has(_ word: String, in list: String) -> Bool {
    lists[list]?.contains(word) ?? (names[list]?[Self.joined(word)] != nil)
  }

  /// The rules of a list for a role.
  package func rules(_ list: String, _ role: String) -> [ColumnRule] { rules[list]?[role] ?? [] }

  /// The points of the rules of a list for a role that hold.
  package func points(_ list: String, _ role: String, if isTrue: (Substring) -> Bool) -> [Int] {
    rules(list, role).filter { $0.holds(isTrue) }.map(\.points)
  }

  /// A sentence with values in the places of `{}`.
  package func sentence(_ key: String, _ values: [String]) -> String {
    zip(
      (sentences[key] ?? "").split(separator: "{}", omittingEmptySubsequences: false), values + [""]
    ).reduce(into: "") { $0 += $1.0 + $1.1 }
  }

  /// A name in small letters without separators.
  package static func joined(_ name: String) -> String {
    String(name.lowercased().filter { !"_- .".contains($0) })
  }

  /// The points of a whole name for a field.
  package func points(_ field: Field, _ name: String) -> Int {
    names[field.rawValue]?[Self.joined(name)] ?? 0
  }

  /// The words of a name: `user`, `id` of `user_id`, and of `userid` if they are known.
  package func words(of name: String) -> [String] {
    name.split { "_./ ".contains($0) }.flatMap { parts(of: String($0)) }
  }

  private func parts(of name: String) -> [String] {
    if name.utf8.count < 4 || vocabulary.contains(name) { return [name] }
    for length in stride(from: name.count - 2, through: 2, by: -1) {
      let head = String(name.prefix(length))
      guard vocabulary.contains(head) else { continue }
      let rest = parts(of: String(name.dropFirst(length)))
      if rest.allSatisfy(vocabulary.contains) { return [head] + rest }
    }
    // A letter before a word for people is what some tables put before their columns: `luser`.
    let rest = String(name.dropFirst())
    return rest.utf8.count > 3 && receivers[rest] != nil ? [rest] : [name]
  }
}

extension String {
  /// A column's name in small letters: `created_at` of `createdAt`, `created-at` and a spreadsheet's
  /// `Created At (UTC)`.
  package var snake: String {
    // Headings have more at their ends: `Is Read?`, `Row #`, `Message (HTML)`.
    let whole = last == ")" ? prefix { $0 != "(" } : self[...]
    let heading = whole.lastIndex { !"?!:*# ".contains($0) }.map { whole[...$0] } ?? self[...]
    var (result, wasLower) = ("", false)
    for character in heading {
      if character.isUppercase, wasLower { result.append("_") }
      wasLower = character.isLowercase || character.isNumber
      result.append(character == "-" || character == " " ? "_" : Character(character.lowercased()))
    }
    return result
  }

  /// Whether a list of the weights has the word.
  package func isIn(_ list: String) -> Bool { NameWeights.bundled.has(self, in: list) }
}

extension Sequence<String> {
  /// Whether a list of the weights has any of the words.
  package func has(_ list: String) -> Bool { contains { $0.isIn(list) } }
}

/// Points, and what a column has to be for them: `45 !level:1 !present/90`.
package struct ColumnRule: Sendable {
  package let points: Int
  /// Of each, with `|` inside, one has to be true; `!` is not.
  package let terms: [[Substring]]

  /// Reads a rule, whose points may be missing.
  package init(_ text: some StringProtocol) {
    let words = String(text).split { " \n".contains($0) }
    points = words.first.flatMap { Int($0) } ?? 0
    terms = words.filter { Int($0) == nil }.map { $0.split(separator: "|") }
  }

  package func holds(_ isTrue: (Substring) -> Bool) -> Bool {
    terms.allSatisfy { term in
      term.contains { $0.first == "!" ? !isTrue($0.dropFirst()) : isTrue($0) }
    }
  }
}

extension YAMLNode {
  /// The points of words, from a map of points to words.
  fileprivate func points(_ form: (String) -> String) throws(Fault) -> [String: Int] {
    var table: [String: Int] = [:]
    for (points, words) in try members() {
      for word in try words.text().split(separator: " ") { table[form(String(word))] = Int(points) }
    }
    return table
  }
}
