import CSimdJSON
import Notifications

/// How well a profile fits a record, read from what a walk took down.
///
/// Immutable and shared; a class for the same reason as `FactsReader`.
final class DetectionReader: Sendable {
  private struct Rule: Sendable {
    let must: SlotList
    let mustNot: SlotList
    let mustCount: Int
    /// The most points first, so that most records need few of them.
    let scores: [(slot: Slot, points: Int)]
    let minimum: Int
    /// No field takes points away.
    let onlyAdds: Bool
  }

  private let rules: [Rule]
  private let type: SlotList

  init(_ profile: Profile, paths: RecordPaths) {
    rules = profile.detection.map { rule in
      Rule(
        must: paths.list(for: rule.must), mustNot: paths.list(for: rule.mustNot),
        mustCount: rule.must.count,
        scores: rule.scores.map { (paths.slot(for: $0.path), $0.points) }
          .sorted { $0.points > $1.points },
        minimum: rule.minimum, onlyAdds: rule.scores.allSatisfy { $0.points >= 0 })
    }
    type = paths.list(for: profile.fields[.type] ?? [])
  }

  /// The fit of the best rule.
  func fit(_ fields: RecordFields, types: inout TypeTable) -> ProfileFit {
    let bonus = isKnownType(fields, &types) ? DetectionRule.knownTypePoints : 0
    var best = ProfileFit()
    for rule in rules where applies(rule, fields) {
      var points = rule.mustCount
      for score in rule.scores where isPresent(fields, score.slot) { points += score.points }
      let evidence: ProfileFit.Evidence =
        points >= rule.minimum ? .fields : points + bonus >= rule.minimum ? .type : .none
      let fit = ProfileFit(evidence: evidence, points: points + bonus)
      if (fit.evidence.rawValue, fit.points) > (best.evidence.rawValue, best.points) { best = fit }
    }
    return best
  }

  /// Whether the record fits at all: `fit` without the points, which is asked of every record.
  func fits(_ fields: RecordFields, types: inout TypeTable) -> Bool {
    for rule in rules where applies(rule, fields) {
      if hasEnoughFields(rule, fields, bonus: 0) { return true }
      if hasEnoughFields(rule, fields, bonus: DetectionRule.knownTypePoints),
        isKnownType(fields, &types)
      {
        return true
      }
    }
    return false
  }

  private func hasEnoughFields(_ rule: Rule, _ fields: RecordFields, bonus: Int) -> Bool {
    var points = rule.mustCount + bonus
    for score in rule.scores {
      if points >= rule.minimum && rule.onlyAdds { return true }
      if isPresent(fields, score.slot) { points += score.points }
    }
    return points >= rule.minimum
  }

  private func applies(_ rule: Rule, _ fields: RecordFields) -> Bool {
    rule.must.allSatisfy { isPresent(fields, $0) }
      && !rule.mustNot.contains { isPresent(fields, $0) }
  }

  private func isKnownType(_ fields: RecordFields, _ types: inout TypeTable) -> Bool {
    fields.firstText(type).map { types.entry(for: $0).index != nil } ?? false
  }

  private func isPresent(_ fields: RecordFields, _ slot: Slot) -> Bool {
    fields[slot].kind != TIDINGS_JSON_ABSENT
  }
}
