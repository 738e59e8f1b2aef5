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
    let scores: [(slot: Slot, points: Int)]
    let minimum: Int
  }

  private let rules: [Rule]
  /// What a record must have and must not, by rule.
  private let conditions: [(must: SlotList, mustNot: SlotList)]
  private let type: SlotList

  init(_ profile: Profile, paths: RecordPaths) {
    rules = profile.detection.map { rule in
      Rule(
        must: paths.list(for: rule.must), mustNot: paths.list(for: rule.mustNot),
        mustCount: rule.must.count,
        scores: rule.scores.map { (paths.slot(for: $0.path), $0.points) }, minimum: rule.minimum)
    }
    conditions = rules.map { ($0.must, $0.mustNot) }
    type = paths.list(for: profile.fields[.type] ?? [])
  }

  /// The points of the best rule, 0 where none applies, and whether they are enough.
  func score(
    _ fields: RecordFields, types: inout TypeTable
  ) -> (points: Int, isEnough: Bool) {
    let bonus = isKnownType(fields, &types) ? DetectionRule.knownTypePoints : 0
    var best = (points: 0, isEnough: false)
    for rule in rules where applies(rule.must, rule.mustNot, fields) {
      var points = rule.mustCount + bonus
      for score in rule.scores where isPresent(fields, score.slot) { points += score.points }
      let isEnough = points >= rule.minimum
      if isEnough && !best.isEnough || isEnough == best.isEnough && points > best.points {
        best = (points, isEnough)
      }
    }
    return best
  }

  /// Whether the record is one of this profile beyond doubt, whatever others would say: the fields
  /// fit, and the type is one of the profile's.
  func fits(_ fields: RecordFields, types: inout TypeTable) -> Bool {
    conditions.contains { applies($0.must, $0.mustNot, fields) } && isKnownType(fields, &types)
  }

  private func applies(_ must: SlotList, _ mustNot: SlotList, _ fields: RecordFields) -> Bool {
    must.allSatisfy { isPresent(fields, $0) } && !mustNot.contains { isPresent(fields, $0) }
  }

  private func isKnownType(_ fields: RecordFields, _ types: inout TypeTable) -> Bool {
    fields.firstText(type).map { types.entry(for: $0).index != nil } ?? false
  }

  private func isPresent(_ fields: RecordFields, _ slot: Slot) -> Bool {
    fields[slot].kind != TIDINGS_JSON_ABSENT
  }
}
