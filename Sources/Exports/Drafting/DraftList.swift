import ByteText
import Profiles

/// A list of a document, a table, or a file of its own: what may be the records, or what they refer to.
package struct DraftList: Sendable {
  /// Its path in the document, or the table's name.
  package var path: [String] = []
  /// Each as JSON.
  var elements: [[UInt8]] = []
  var isFile = false
  /// Whether each is named by its key in an object, and such objects by theirs, as those of people are.
  var isKeyed = false
  var isTree = false
  /// Where each is deep inside an element of a list: those elements, and the names that lead from
  /// them to the records.
  var outer: [[UInt8]] = []
  var inside: [String] = []

  var written: String { path.map(FieldPath.written).joined(separator: ".") }

  /// The first elements, by which it is judged.
  var head: DraftFields { DraftFields(Array(elements.prefix(20))) }

  /// How much the elements look like notifications; nil for not at all. The name of a list may say what it
  /// holds; more elements and a shorter path decide between equals.
  var score: Int? {
    var (likeness, first) = (DraftLikeness(), elements.prefix(20))
    let names = first.reduce(0) { $0 + likeness.of($1) }
    let fields = head.fields
    let values = NameWeights.bundled.rules("likeness", "values").reduce(0) { sum, rule in
      fields.contains { rule.holds($0.has) } ? sum + rule.points : sum
    }
    guard names + values > 0 else { return nil }
    let name = path.joined(separator: " ").lowercased()
    let isInbox = NameWeights.bundled["inboxes"].contains(where: name.contains)
    let bonus = name == "notifications" ? 36 : name.contains("notif") ? 24 : isInbox ? 12 : 0
    return names * 10 / first.count + min(elements.count, 8) - path.count * 4 + bonus + 6 * values
  }

  /// The best of several; nil if none looks like notifications at all.
  static func best(of lists: [DraftList]) -> DraftList? {
    // Of equal ones the first.
    lists.compactMap { list in list.score.map { (list, $0) } }.max { $0.1 < $1.1 }?.0
  }

  func isLike(_ other: DraftList) -> Bool {
    func paths(_ list: DraftList) -> Set<String> {
      Set(DraftFields(Array(list.elements.prefix(3))).fields.map(\.path))
    }
    let own = paths(self)
    return !isKeyed && !other.isKeyed && path.count == other.path.count
      && path.dropLast() == other.path.dropLast()
      && paths(other).intersection(own).count * 5 >= own.count * 4
  }

  /// The ids and addresses by which records may name people: those of a list of which others are
  /// addresses.
  var idsOfPeople: [String] {
    if !head.fields.contains(where: { $0.fits("level:1 address") }) { return [] }
    return DraftFields(elements).fields.filter {
      $0.fits("level:1 present/100 distinct/100 !sentence+ !time+")
    }.flatMap(\.values)
  }
}

/// How much an object looks like a notification, by the names of its members.
struct DraftLikeness {
  /// What makes a notification, a bit of each name.
  private let rules = NameWeights.bundled.rules("likeness", "names")
  /// What names tell, which many objects have.
  private var known: [String: Int] = [:]

  mutating func of(_ element: [UInt8]) -> Int {
    element.withUnsafeBytes { JSONText($0).map { of($0) } ?? 0 }
  }

  /// 0 for anything but an object; members of wrappers such as `payload` count too.
  mutating func of(_ value: JSONText) -> Int {
    if value.kind == .object, let fields = FirestoreDocument.plainJSON(of: value.bytes) {
      return of(fields)
    }
    let bits = bits(of: value)
    return rules.enumerated().reduce(0) { $0 + (bits >> $1.offset & 1) * $1.element.points }
  }

  private mutating func bits(of value: JSONText, isOuter: Bool = true) -> Int {
    guard value.kind == .object else { return 0 }
    var bits = 0
    for (name, member) in value.parts.prefix(200) where member.kind != .array {
      let name = JSONEscape.unescaped(name)
      bits |= self.bits(of: name)
      if isOuter, member.kind == .object, name.snake.isIn("wrappers") {
        bits |= self.bits(of: member, isOuter: false)
      }
    }
    return bits
  }

  private mutating func bits(of name: String) -> Int {
    if let known = known[name] { return known }
    let field = DraftField(path: name, of: 0)
    let bits = rules.enumerated().reduce(0) { bits, rule in
      bits | (rule.element.holds(field.has) ? 1 << rule.offset : 0)
    }
    known[name] = bits
    return bits
  }
}
