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

  /// The path as a profile names it.
  var written: String { path.map(FieldPath.written).joined(separator: ".") }

  /// The first elements, by which it is judged.
  var head: DraftFields { DraftFields(Array(elements.prefix(20))) }

  /// How much the elements look like notifications; nil for not at all. The name of a list may say what it
  /// holds; more elements and a shorter path decide between equals.
  var score: Int? {
    var (likeness, first) = (DraftLikeness(), elements.prefix(20))
    let names = first.reduce(0) { sum, element in
      sum + element.withUnsafeBytes { JSONText($0).map { likeness.of($0) } ?? 0 }
    }
    let values = head.likeness
    guard names + values > 0 else { return nil }
    let name = path.joined(separator: " ").lowercased()
    let isInbox = NameWeights.bundled["inboxes"].contains(where: name.contains)
    let bonus = name == "notifications" ? 36 : name.contains("notif") ? 24 : isInbox ? 12 : 0
    return names * 10 / first.count + min(elements.count, 8) - path.count * 4 + bonus + 6 * values
  }

  /// The best of several; nil if none looks like notifications at all.
  static func best(of lists: [DraftList]) -> DraftList? {
    // Of equal ones the first.
    lists.compactMap { list in list.score.map { (list: list, score: $0) } }
      .max { $0.score < $1.score }?.list
  }

  /// The names of the first elements' members.
  private var names: Set<String> {
    Set(
      elements.prefix(3).flatMap { element in
        element.withUnsafeBytes { JSONText($0)?.parts.map { JSONEscape.unescaped($0.name) } ?? [] }
      })
  }

  /// Whether another list beside this one has elements like its own.
  func isLike(_ other: DraftList) -> Bool {
    let names = names
    return !isKeyed && !other.isKeyed && path.count == other.path.count
      && path.dropLast() == other.path.dropLast()
      && other.names.intersection(names).count * 5 >= names.count * 4
  }

  /// The ids and addresses by which records may name people: those of a list of which others are
  /// addresses.
  var idsOfPeople: [String] {
    guard head.fields.contains(where: { $0.names.count == 1 && $0.mostly(.address) }) else {
      return []
    }
    let fields = DraftFields(elements)
    return fields.fields.filter {
      $0.names.count == 1 && $0.count == fields.records && $0.isUnique
        && $0[.sentence] + $0[.time] == 0
    }.flatMap(\.values)
  }
}
