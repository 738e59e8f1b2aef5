import ByteText
import CSimdJSON
package import Notifications
package import Profiles

/// What a profile's paths found in the records of a run.
package struct MappingReport: Sendable {
  package var profile: ProfileName
  /// Whether it is the user's own profile, whose paths are all expected to be found.
  package var isOwn: Bool
  /// In the order of the profile's sections.
  package var parts: [Part]
  /// No record names a recipient although the profile has a path for it: all belong to a default
  /// one.
  package var isUnaddressed: Bool
  /// The counts that only a survey makes.
  package var survey: Survey

  /// A field, a read mark, a value or the thumbnails.
  package struct Part: Equatable, Sendable {
    package var section: Section
    package var paths: [FieldPath]
    /// Whether any record has one of the paths, null or not.
    package var isPresent: Bool
    /// The number of records with a value that is not null; 0 without a survey.
    package var records: Int
  }

  package enum Section: Hashable, Sendable {
    case field(Field)
    case read
    case value(String)
    case thumbnails
  }

  /// The part of a section; nil if the profile does not map it.
  package subscript(section: Section) -> Part? { parts.first { $0.section == section } }
}

/// The counts of one profile's records in a survey.
package struct Survey: Sendable {
  /// All records, rejected ones included.
  package var records = 0
  /// Records that the profile's match rules do not fit.
  package var unmatched = 0
  /// The paths that the profile does not use.
  package var unused = UnusedPaths()
  /// Words for priorities, in lower case.
  package var priorities: [String: Int] = [:]
  /// Actions that records offer and the profile gives no address, so that nobody sees them.
  package var idleActions: [String: Int] = [:]
  /// Values of read, deleted and mailed that nothing understands, in lower case.
  package var misunderstood: [MappingReport.Section: [String: Int]] = [:]
  /// The number of records with each required field, by match rule.
  package var required: [[Int]] = []
  /// The number of records with a value, by part.
  var counts: [Int] = []

  /// The number of words that are kept: a field that is not a priority has one per record.
  static let mostWords = 50

  mutating func add(_ other: Survey) {
    records += other.records
    unmatched += other.unmatched
    unused.add(other.unused)
    Survey.add(other.priorities, to: &priorities)
    Survey.add(other.idleActions, to: &idleActions)
    for (section, words) in other.misunderstood {
      Survey.add(words, to: &misunderstood[section, default: [:]])
    }
    counts = Survey.sum(counts, other.counts)
    if required.isEmpty {
      required = other.required
    } else if !other.required.isEmpty {
      required = zip(required, other.required).map { Survey.sum($0, $1) }
    }
  }

  /// Counts a word of a record in lower case, truncated.
  static func count(_ word: UnsafeRawBufferPointer, in words: inout [String: Int]) {
    add(String(decoding: word.prefix(40), as: UTF8.self).lowercased(), 1, to: &words)
  }

  private static func add(_ others: [String: Int], to words: inout [String: Int]) {
    for (word, count) in others.sorted(by: { $0.key < $1.key }) { add(word, count, to: &words) }
  }

  static func add(_ word: String, _ count: Int, to words: inout [String: Int]) {
    guard words[word] != nil || words.count < mostWords else { return }
    words[word, default: 0] += count
  }

  private static func sum(_ left: [Int], _ right: [Int]) -> [Int] {
    if left.isEmpty { return right }
    if right.isEmpty { return left }
    return zip(left, right).map { $0 + $1 }
  }
}

/// What was found of the profiles' mappings, by the profile's index in the plan.
struct MappingResults: Sendable {
  /// The parts that were found; nil for a profile that no record is of.
  var found: [Int: MappingReader.Found] = [:]
  var surveys: [Int: Survey] = [:]
  /// What was assumed of a profile's records.
  var assumed: [Int: Assumptions] = [:]

  mutating func add(_ other: MappingResults) {
    found.merge(other.found, uniquingKeysWith: |)
    surveys.merge(other.surveys) { left, right in
      var sum = left
      sum.add(right)
      return sum
    }
    assumed.merge(other.assumed, uniquingKeysWith: +)
  }
}

/// Counts which parts of a profile's mapping are found, and, in a survey, in how many records.
///
/// Immutable and shared; a class for the same reason as `FactsReader`.
final class MappingReader: Sendable {
  struct Part: Sendable {
    let section: MappingReport.Section
    let paths: [FieldPath]
    let slots: SlotList
    /// Of each path with conditions, what a record needs to have: one slot of each list.
    let needs: [[SlotList]]
  }

  /// As many as `Found` has bits.
  let parts: [Part]
  private let used: [FieldPath]
  private let priority: SlotList
  private let actions: SlotList
  /// The actions with an address.
  private let shownActions: Set<String>
  private let required: [SlotList]
  /// What has to be understood: deleted, mailed, and all read marks but those that are equal to a
  /// word.
  private let truths: [(section: MappingReport.Section, slots: SlotList)]
  private let epoch: Epoch
  private let isForSeveral: Bool

  /// The parts that were found in any record, as bits by index.
  typealias Found = UInt64

  init(_ profile: Profile, paths: RecordPaths) {
    var parts: [(MappingReport.Section, [FieldPath])] = Field.allCases.compactMap { field in
      profile.fields[field].map { (.field(field), $0) }
    }
    if !profile.readMarks.isEmpty { parts.append((.read, profile.readMarks.map(\.path))) }
    if let thumbnails = profile.thumbnails { parts.append((.thumbnails, [thumbnails.items])) }
    parts += profile.values.sorted { $0.key < $1.key }.map { (.value($0.key), $0.value) }
    self.parts = parts.prefix(Found.bitWidth).map {
      Part(
        section: $0.0, paths: $0.1, slots: paths.list(for: $0.1),
        needs: $0.1.compactMap { path in path.needs?.map { paths.list(for: $0) } })
    }
    used = (parts.flatMap(\.1) + profile.pathsInConditions).flatMap(\.sources)
    priority = paths.list(for: profile.fields[.priority] ?? [])
    actions = paths.list(for: profile.fields[.actions] ?? [])
    shownActions = Set(profile.actions.filter { !$0.links.isEmpty }.map(\.key))
    required = profile.detection.map { paths.list(for: $0.must) }
    let marks = profile.readMarks.filter { if case .equality = $0.kind { false } else { true } }
    truths =
      [(.read, paths.list(for: marks.map(\.path)))]
      + [.deleted, .mailed].map { (.field($0), paths.list(for: profile.fields[$0] ?? [])) }
    epoch = profile.epoch
    isForSeveral = profile.isForSeveral
  }

  /// Adds the parts of a record to those found; checks only parts that are still missing.
  func find(_ fields: RecordFields, _ found: inout Found) {
    for (position, part) in parts.enumerated() where found & (1 << position) == 0 {
      if has(part, fields) { found |= 1 << position }
    }
  }

  /// Null counts as found in all fields but the recipient: nobody is the recipient then. So does
  /// what a record has for a value whose conditions do not hold: on a good day nothing is urgent.
  private func has(_ part: Part, _ fields: RecordFields) -> Bool {
    func isPresent(_ slots: SlotList) -> Bool {
      slots.contains { fields[$0].kind != TIDINGS_JSON_ABSENT }
    }
    return part.section == .field(.recipient)
      ? part.slots.contains { namesSomebody(fields[$0]) }
      : isPresent(part.slots) || part.needs.contains { $0.allSatisfy(isPresent) }
  }

  /// Whether a value is a recipient, or a list of them where records may be for several.
  private func namesSomebody(_ value: FieldValue) -> Bool {
    guard isForSeveral, value.kind == TIDINGS_JSON_ARRAY else { return value.textBytes != nil }
    return (JSONText(value.bytes)?.parts ?? .none).contains { $0.value.text?.isEmpty == false }
  }

  /// Counts a record; `record` is its plain JSON.
  func survey(
    _ fields: RecordFields, record: UnsafeRawBufferPointer, isMatch: Bool, _ survey: inout Survey
  ) {
    if survey.counts.isEmpty {
      survey.counts = Array(repeating: 0, count: parts.count)
      survey.required = required.map { Array(repeating: 0, count: $0.reduce(0) { n, _ in n + 1 }) }
    }
    survey.records += 1
    if !isMatch { survey.unmatched += 1 }
    for (position, part) in parts.enumerated() where fields.first(part.slots) != nil {
      survey.counts[position] += 1
    }
    for (rule, slots) in required.enumerated() {
      for (position, slot) in slots.enumerated() where fields[slot].kind != TIDINGS_JSON_ABSENT {
        survey.required[rule][position] += 1
      }
    }
    for action in LinkReader.actions(listedIn: fields, at: actions)
    where !shownActions.contains(action) {
      Survey.add(String(action.prefix(40)), 1, to: &survey.idleActions)
    }
    if let word = fields.firstText(priority) { Survey.count(word, in: &survey.priorities) }
    for (section, slots) in truths {
      for slot in slots {
        if let word = fields[slot].textBytes, fields[slot].truth(epoch: epoch) == nil {
          Survey.count(word, in: &survey.misunderstood[section, default: [:]])
        }
      }
    }
    survey.unused.add(record, used: used)
  }
}
