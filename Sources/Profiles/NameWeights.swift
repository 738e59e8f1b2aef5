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
        for (role, node) in try node.members() { lastWords[role] = try node.points(\.self) }
      case "receivers": receivers = try node.points(\.self)
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

  /// The words of a name without separators, `userid` or `createdat`, if they are known; else the name.
  package func words(of name: String) -> [String] {
    if name.utf8.count < 4 || vocabulary.contains(name) { return [name] }
    for length in stride(from: name.count - 2, through: 2, by: -1) {
      let head = String(name.prefix(length))
      guard vocabulary.contains(head) else { continue }
      let rest = words(of: String(name.dropFirst(length)))
      if rest.allSatisfy(vocabulary.contains) { return [head] + rest }
    }
    // A letter before a word for people is what some tables put before their columns: `luser`.
    let rest = String(name.dropFirst())
    return rest.utf8.count > 3 && receivers[rest] != nil ? [rest] : [name]
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
