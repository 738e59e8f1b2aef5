/// Finds what a mistyped name was probably meant to be.
///
///     NearestName.of("tittle", among: ["title", "body"])   // title
package struct NearestName: Sendable {
  private let wanted: [UInt8]
  /// More edits than these make another name of it: a third of the name's length, and at least one.
  private let mostEdits: Int
  private var best: (name: [UInt8], edits: Int)?
  /// The name that is considered, and three rows of its edits; kept, so that none is allocated.
  private var candidate: [UInt8] = []
  private var rows = (
    before: NearestName.emptyRow, above: NearestName.emptyRow, this: NearestName.emptyRow
  )

  private static let emptyRow = [Int](repeating: 0, count: longestName + 1)

  private static let longestName = 64

  /// A search among names that are considered one by one.
  package init(_ name: String) {
    wanted = Array(name.utf8)
    mostEdits = max(1, wanted.count / 3)
  }

  /// The known name with the fewest edits, of equals the first by its bytes; nil where none is near.
  package static func of(_ name: String, among known: some Sequence<String>) -> String? {
    var search = NearestName(name)
    for candidate in known { search.consider(Array(candidate.utf8)) }
    return search.nearest
  }

  package var nearest: String? { best.map { String(decoding: $0.name, as: UTF8.self) } }

  /// Looks at one more name; the order does not matter.
  package mutating func consider(_ name: some Collection<UInt8>) {
    let most = min(mostEdits, best?.edits ?? .max)
    let count = name.count
    guard wanted.count <= Self.longestName, count <= Self.longestName,
      abs(count - wanted.count) <= most
    else { return }
    candidate.removeAll(keepingCapacity: true)
    candidate.append(contentsOf: name)
    guard let edits = edits(atMost: most) else { return }
    if let best, edits == best.edits, !candidate.lexicographicallyPrecedes(best.name) { return }
    best = (candidate, edits)
  }

  /// The edit distance to the candidate, row by row; two neighbors that changed places are one edit
  /// (optimal string alignment). Nil as soon as it must be more than `most`: there may be millions of
  /// candidates, and few are near.
  private mutating func edits(atMost most: Int) -> Int? {
    for j in 0...candidate.count { rows.above[j] = j }
    for i in wanted.indices {
      rows.this[0] = i + 1
      var least = i + 1
      for j in candidate.indices {
        var edits = min(
          rows.above[j] + (wanted[i] == candidate[j] ? 0 : 1), rows.this[j] + 1,
          rows.above[j + 1] + 1)
        if i > 0, j > 0, wanted[i] == candidate[j - 1], wanted[i - 1] == candidate[j] {
          edits = min(edits, rows.before[j - 1] + 1)
        }
        rows.this[j + 1] = edits
        least = min(least, edits)
      }
      if least > most { return nil }
      (rows.before, rows.above, rows.this) = (rows.above, rows.this, rows.before)
    }
    let edits = rows.above[candidate.count]
    return edits <= most ? edits : nil
  }
}
