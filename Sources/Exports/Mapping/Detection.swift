import ByteText
import CSimdJSON
import Notifications
import Profiles

/// The profile of a file's records.
struct FileProfile: Sendable {
  /// An index into the plan's.
  var index = 0
  /// Whether only its records' types identified the file, because no field does.
  var isByTypes = false
}

struct ProfileFit {
  enum Evidence: Int {
    /// It does not fit.
    case none
    /// Its type is one of the profile's; its fields alone would not be enough.
    case type
    /// Its fields.
    case fields
  }

  var evidence = Evidence.none
  var points = 0
  /// The profile is taken only where no other fits.
  var isFallback = false
  /// It is a record of the profile, but not a notification.
  var isLeftOut = false
  /// How many of recipient, body and read the profile finds in the record; only where its type
  /// identifies it, or where the profile is a fallback.
  var essentials = 0
  /// Whether the record has the profile's id, or may have it from elsewhere: without one it is rejected.
  var hasID = true

  var isEnough: Bool { evidence != .none }
}

/// Chooses a file's profile by its first records.
///
/// A type alone proves little, because many systems send a `payment_due`. Types count only if most
/// of the records that no field identifies have types of one profile, and that profile finds as
/// much in them as the profile of usual names does.
struct DetectionVote {
  static let sampleSize = 50

  private let plan: RecordPlan
  private let isOwn: [Bool]
  private var points: [Int]
  private var fieldWins: [Int]
  private var typeWins: [Int]
  /// The records of a type that another profile knows, which a fallback fits by their fields.
  private var fallbackWins: [Int]
  private var ties: [Int]
  private var tied = 0
  private var sampled = 0
  /// Objects that are records only if nothing else is one.
  private var aside: [[ProfileFit]] = []

  init(_ plan: RecordPlan) {
    self.plan = plan
    isOwn = plan.profiles.map(\.isOwn)
    points = Array(repeating: 0, count: plan.profiles.count)
    fieldWins = points
    typeWins = points
    fallbackWins = points
    ties = points
  }

  /// Keeps an object that is probably no record.
  mutating func setAside(_ fits: [ProfileFit]) {
    if aside.count < DetectionVote.sampleSize { aside.append(fits) }
  }

  /// Adds what was set aside; returns whether there was anything.
  mutating func countAside() -> Bool {
    for fits in aside { add(fits) }
    return !aside.isEmpty
  }

  mutating func add(_ fits: [ProfileFit]) {
    sampled += 1
    for (index, fit) in fits.enumerated() { points[index] += fit.points }
    let best = DetectionVote.best(fits, isOwn: isOwn)
    if let first = best.first, fits[first].evidence == .type {
      let fallbacks = fits.map { $0.isFallback && $0.evidence == .fields ? $0 : ProfileFit() }
      let usual = DetectionVote.best(fallbacks, isOwn: isOwn)
      for index in usual { fallbackWins[index] += 1 }
      if let index = usual.first, fits[index].essentials > fits[first].essentials { return }
    }
    guard best.count == 1, let winner = best.first else {
      if !best.isEmpty { tied += 1 }
      for index in best { ties[index] += 1 }
      return
    }
    switch fits[winner].evidence {
    case .fields: fieldWins[winner] += 1
    case .type: typeWins[winner] += 1
    case .none: break
    }
  }

  /// The profiles that fit a record best, several if they are equal, none if no profile fits. What
  /// tells them apart, the strongest first: that the profile finds an id, or is the user's own; that
  /// it is no fallback; that it fits by fields, not by type; that it is the user's own; that the
  /// record is its notification; points.
  static func best(_ fits: [ProfileFit], isOwn: [Bool]) -> [Int] {
    func rank(_ index: Int) -> (Int, Int, Int, Int, Int, Int) {
      (
        fits[index].hasID || isOwn[index] ? 1 : 0, fits[index].isFallback ? 0 : 1,
        fits[index].evidence.rawValue, isOwn[index] ? 1 : 0,
        fits[index].isLeftOut ? 0 : 1, fits[index].points
      )
    }
    let fitting = fits.indices.filter { fits[$0].isEnough }
    guard let leader = fitting.max(by: { rank($0) < rank($1) }) else { return [] }
    return fitting.filter { rank($0) == rank(leader) }
  }

  /// The profile that fits most of the records that were looked at, or why none does.
  ///
  /// - Throws: a fault if several fit equally well.
  func result() throws(Fault) -> Result<FileProfile, Fault> {
    var wins = fieldWins
    let identified = points.indices.reduce(0) { $0 + (plan.isFallback[$1] ? 0 : fieldWins[$1]) }
    let first = points.indices.min { rank($0, typeWins) < rank($1, typeWins) }
    if let first, typeWins[first] * 2 > sampled - identified {
      wins[first] += typeWins[first]
    } else {
      for index in points.indices { wins[index] += fallbackWins[index] }
    }
    let order = ranking(wins)
    guard let best = order.first, wins.reduce(0, +) * 2 > sampled else {
      if tied * 2 > sampled {
        throw Self.tie(order.filter { ties[$0] > 0 }.map { plan.profiles[$0].name })
      }
      return .failure(noMatch(zip(fieldWins, typeWins).map { $0 + $1 }))
    }
    return .success(FileProfile(index: best, isByTypes: fieldWins[best] == 0))
  }

  /// Every profile with points, the best first.
  private func ranking(_ wins: [Int]) -> [Int] {
    points.indices.filter { points[$0] > 0 }.sorted { rank($0, wins) < rank($1, wins) }
  }

  var hasPoints: Bool { points.contains { $0 > 0 } }

  private static func tie(_ profiles: [ProfileName]) -> Fault {
    Fault(
      .unusable, code: "tie",
      "several profiles fit its records equally well: \(profiles.map(\.text).listed())",
      advice: "choose one of them, such as --profile \(profiles.first?.text ?? "NAME")")
  }

  /// No profile fits, or the profiles fit fewer than half of the records. The best scores help to name
  /// the profile by hand.
  private func noMatch(_ found: [Int]) -> Fault {
    let order = ranking(found)
    func listed(_ indices: [Int], _ numbers: [Int]) -> String {
      indices.prefix(3).map { "\(plan.profiles[$0].name.text) \(numbers[$0])" }.listed()
    }
    let fitting = order.filter { found[$0] > 0 }
    var what = order.isEmpty ? "" : " (best scores: \(listed(order, points)))"
    if !fitting.isEmpty {
      let count = fitting.reduce(0) { $0 + found[$1] }
      what = ": of the first \(sampled), only \(count) fit one (\(listed(fitting, found)))"
    }
    return Fault(
      .unusable, code: "no-profile", "no profile fits its records" + what,
      advice:
        "name the profile with --profile, or draft one of your own with tidings profiles draft")
  }

  /// The order of profiles: most records, the user's own, most points, name.
  private func rank(_ index: Int, _ wins: [Int]) -> (Int, Int, Int, String) {
    (-wins[index], isOwn[index] ? 0 : 1, -points[index], plan.profiles[index].name.text)
  }
}

/// Scores how well a profile fits a record, from the values of a walk.
///
/// Immutable and shared; a class for the same reason as `FactsReader`.
final class DetectionReader: Sendable {
  private struct Rule: Sendable {
    let must: SlotList
    /// Of each list, one must be present; an empty list asks for nothing. No array, which each record
    /// would retain.
    let mustOne: (SlotList, SlotList, SlotList)
    let mustNot: SlotList
    let mustCount: Int
    /// Sorted by points, so that most records need few of them.
    let scores: [(slot: Slot, points: Int)]
    let minimum: Int
    /// Whether no field has negative points.
    let onlyAdds: Bool
  }

  private let rules: [Rule]
  private let type: SlotList
  private let id: SlotList
  /// Where recipient, body and read are.
  private let essentials: (SlotList, SlotList, SlotList)
  private let isFallback: Bool

  init(_ profile: Profile, paths: RecordPaths) {
    essentials = (
      paths.list(for: profile.fields[.recipient] ?? []),
      paths.list(for: profile.fields[.body] ?? []), paths.list(for: profile.readMarks.map(\.path))
    )
    isFallback = profile.isFallback
    rules = profile.detection.map { rule in
      let choices = rule.mustOne.map(paths.list) + Array(repeating: SlotList.none, count: 3)
      return Rule(
        must: paths.list(for: rule.must), mustOne: (choices[0], choices[1], choices[2]),
        mustNot: paths.list(for: rule.mustNot), mustCount: rule.must.count + rule.mustOne.count,
        scores: rule.scores.map { (paths.slot(for: $0.path), $0.points) }
          .sorted { $0.points > $1.points },
        minimum: rule.minimum, onlyAdds: rule.scores.allSatisfy { $0.points >= 0 })
    }
    // Derived values are made only once the profile is known.
    type = paths.list(for: (profile.fields[.type] ?? []).filter { $0.derivation == nil })
    let ids = profile.fields[.id] ?? []
    id = paths.list(for: ids.contains { $0.derivation != nil } ? [] : ids)
  }

  func fit(_ fields: RecordFields, types: inout TypeSpellings) -> ProfileFit {
    let bonus = isKnownType(fields, &types) ? DetectionRule.knownTypePoints : 0
    var best = ProfileFit()
    for rule in rules where applies(rule, fields) {
      var points = rule.mustCount
      for score in rule.scores where isPresent(fields, score.slot) { points += score.points }
      let evidence: ProfileFit.Evidence =
        points >= rule.minimum ? .fields : points + bonus >= rule.minimum ? .type : .none
      var fit = ProfileFit(evidence: evidence, points: points + bonus)
      if isFallback || evidence == .type { fit.essentials = essentials(in: fields) }
      if (fit.evidence.rawValue, fit.points) > (best.evidence.rawValue, best.points) { best = fit }
    }
    best.hasID = id.isEmpty || fields.firstText(id) != nil
    return best
  }

  private func essentials(in fields: RecordFields) -> Int {
    [essentials.0, essentials.1, essentials.2].count { slots in
      slots.contains { isPresent(fields, $0) }
    }
  }

  /// Whether the record fits at all: `fit` without points, asked of every record.
  func fits(_ fields: RecordFields, types: inout TypeSpellings) -> Bool {
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
      && hasOne(rule.mustOne.0, fields) && hasOne(rule.mustOne.1, fields)
      && hasOne(rule.mustOne.2, fields) && !rule.mustNot.contains { isPresent(fields, $0) }
  }

  private func hasOne(_ choices: SlotList, _ fields: RecordFields) -> Bool {
    choices.isEmpty || choices.contains { isPresent(fields, $0) }
  }

  private func isKnownType(_ fields: RecordFields, _ types: inout TypeSpellings) -> Bool {
    fields.firstText(type).map { types.entry(for: $0).index != nil } ?? false
  }

  private func isPresent(_ fields: RecordFields, _ slot: Slot) -> Bool {
    fields[slot].kind != TIDINGS_JSON_ABSENT
  }
}
