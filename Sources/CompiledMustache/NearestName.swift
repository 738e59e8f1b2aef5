/// Finds what a mistyped name was probably meant to be.
package enum NearestName {
  /// The known name with the fewest edits, if that is at most a third of the name's length (and at
  /// least one edit is always allowed).
  package static func of(_ name: String, among known: [String]) -> String? {
    let wanted = Array(name.utf8)
    guard wanted.count <= 64 else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in known where candidate.utf8.count <= 64 {
      let distance = edits(wanted, Array(candidate.utf8))
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    guard let best, best.distance <= max(1, wanted.count / 3) else { return nil }
    return best.name
  }

  /// The edit distance, row by row; two neighbours that changed places are one edit (optimal string
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
