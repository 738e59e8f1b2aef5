/// Finds what a mistyped name was probably meant to be.
///
///     NearestName.of("tittle", among: ["title", "body"])   // title
package struct NearestName: Sendable {
  private let wanted: [UInt8]
  /// More edits than these make another name of it: a third of the name's length, and at least one.
  private let mostEdits: Int
  private var best: (name: [UInt8], edits: Int)?

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
    let difference = abs(name.count - wanted.count)
    guard wanted.count <= Self.longestName, name.count <= Self.longestName,
      difference <= min(mostEdits, best?.edits ?? .max)
    else { return }
    let name = Array(name)
    let edits = Self.edits(wanted, name)
    guard edits <= mostEdits else { return }
    if let best {
      let isNearer =
        edits == best.edits ? name.lexicographicallyPrecedes(best.name) : edits < best.edits
      if !isNearer { return }
    }
    best = (name, edits)
  }

  /// The edit distance, row by row; two neighbors that changed places are one edit (optimal string
  /// alignment).
  private static func edits(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var above = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var least = min(above[j] + (left[i] == right[j] ? 0 : 1), row[j] + 1, above[j + 1] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          least = min(least, before[j - 1] + 1)
        }
        row.append(least)
      }
      before = above
      above = row
    }
    return above[right.count]
  }
}
