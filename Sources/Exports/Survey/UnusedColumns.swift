import ByteText
import Profiles

/// The columns that a profile does not use but that may say whose records are, what was read or what is
/// not to be shown.
struct UnusedColumns {
  private let profile: Profile
  private let fields: DraftFields
  private let open: [DraftField]

  init(_ fields: DraftFields, besides profile: Profile) {
    let paths =
      profile.fields.values.flatMap(\.self) + profile.values.values.flatMap(\.self)
      + profile.readMarks.map(\.path)
    let used = Set(
      paths.flatMap(\.sources).compactMap(\.segments.first).map {
        FieldNames.significant($0.utf8)
      })
    let lists = fields.lists.map { $0.named(String($0.path.dropLast(3))) }
    (self.profile, self.fields) = (profile, fields)
    open = (fields.fields + lists).filter { field in
      let first = field.path.prefix { !".[".contains($0) }
      return field.names.count <= 2 && !used.contains(FieldNames.significant(first.utf8))
    }
  }

  /// Those that name at least two people.
  var people: [String] {
    let receivers = DraftScorer(fields)
    return open.filter {
      receivers.receiverName($0) >= DraftScorer.leastLikely && $0.values.count > 1
    }.map(\.path)
  }

  var readMarks: [String] { open.filter(DraftReadMark.mayMark).map(\.path) }

  /// Those that say it of some records.
  var withheld: [String] { open.filter(mayWithhold).map(\.path) }

  private func mayWithhold(_ field: DraftField) -> Bool {
    func isNew(_ role: Field) -> Bool {
      profile.fields[role] == nil && NameWeights.bundled.points(role, field.joinedName) >= 80
    }
    let words = field.values.map { $0.lowercased() }
    func say(_ meaning: Bool) -> Bool {
      words.contains { $0.withRawBytes(FieldValue.truth(ofWord:)) == meaning }
        || words.has(meaning ? "yes" : "no")
    }
    let isSaid = field.fits("time+") || say(true)
    if field.fits("core:hides") || isNew(.deleted) { return isSaid }
    if field.fits("core:shows") { return say(false) }
    if field.joinedName.isIn("states") { return words.has("hiddenStates") }
    return field.fits("time+") && (isNew(.expires) || field.isScheduled)
  }
}

extension DraftField {
  /// Whether it says by its name when something is to be shown.
  fileprivate var isScheduled: Bool { NameWeights.bundled.points(.time, joinedName) >= 120 }
}
