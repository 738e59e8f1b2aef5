/// How a profile knows its records; a profile may have several, of which the best one counts.
package struct DetectionRule: Equatable, Sendable {
  /// Fields that have to be there, null or not.
  package var must: [FieldPath]
  /// Fields that must not be there.
  package var mustNot: [FieldPath]
  /// What each further field that is there adds to the score.
  package var scores: [(path: FieldPath, points: Int)]
  /// A record with fewer points is not one of this profile.
  package var minimum: Int

  /// What a type that the profile knows adds to the score.
  static let knownTypePoints = 10

  package static func == (left: DetectionRule, right: DetectionRule) -> Bool {
    left.must == right.must && left.mustNot == right.mustNot && left.minimum == right.minimum
      && left.scores.elementsEqual(right.scores) { $0 == $1 }
  }
}

/// Where a system's records are.
package struct RecordLocation: Equatable, Sendable {
  /// Paths of the array in a JSON document, before the usual ones.
  package var paths: [FieldPath]
  /// Tables (or views, which are read only when they are named here or by the user) of a database.
  package var tables: [String]
}
