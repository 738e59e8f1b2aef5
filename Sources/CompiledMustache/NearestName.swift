/// Finds what a mistyped name was probably meant to be.
enum NearestName {
  /// The known name with the fewest edits, if that is at most a third of the name's length (and at
  /// least one edit is always allowed).
  static func of(_ name: String, among known: [String]) -> String? {
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

  /// The Levenshtein distance, row by row.
  private static func edits(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (i, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in right.indices {
        let change = diagonal + (byte == right[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
