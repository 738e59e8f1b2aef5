import ByteText
import Exports
import Notifications
import Pipeline
import Profiles

/// Says what is odd about a profile's mapping.
enum MappingSentence {
  /// Findings that change what recipients get. Every command prints them, for the user's own
  /// profiles only.
  static func warnings(_ report: MappingReport) -> [String] {
    guard report.isOwn else { return [] }
    return report.parts.filter { !$0.isPresent }.compactMap { part in
      consequence(part.section, report).map { absence(part, report) + ", so \($0)" }
    }
  }

  /// One for each system whose inputs no profile was made for.
  static func drafts(_ index: ExportIndex) -> [String] {
    let drafted = index.sources.filter(\.isDrafted)
    var seen: Set<ProfileName?> = []
    return drafted.filter { seen.insert($0.profile).inserted }.map { source in
      let more = drafted.count { $0.profile == source.profile } - 1
      let file = Fault.Place.words(of: source.file, nil) + (more > 0 ? " and \(more) more" : "")
      return
        "\(file): no profile fits \(more > 0 ? "their" : "its") records, so their columns are taken by their names, as those "
        + "of the system \(source.profile?.text ?? "")"
        + (index.drafted.first { $0.name == source.profile }.map { ": \(columns($0))" } ?? "")
        + "; draft a profile to check and keep that: " + SystemName.command(for: source.file)
    }
  }

  /// What decides who gets what and when: `user_id says who receives, created_at says when, …`
  private static func columns(_ profile: Profile) -> String {
    let roles: [(field: Field, says: String)] = [
      (.recipient, "says who receives"), (.time, "says when"), (.deleted, "says what was deleted"),
    ]
    let told = roles.compactMap { role in
      profile.fields[role.field].map { "\(paths(needed($0))) \(role.says)" }
    }
    let marks = profile.readMarks.map(\.path)
    return (told + ["\(marks.isEmpty ? "nothing" : paths(marks)) says what was read"])
      .joined(separator: ", ")
  }

  /// Warnings about values that change who gets what if they are not understood.
  static func misunderstood(_ warnings: ReadingWarnings) -> [String] {
    oddities.filter { warnings[$0.notice] > 0 }.map { odd in
      let count = warnings[odd.notice]
      let (has, counts) = count == 1 ? ("has", "it counts") : ("have", "they count")
      return
        "\(count.counted("record")) \(has) \(odd.value), so \(counts) as \(odd.meaning); \(odd.advice)"
    }
  }

  /// A value that says nothing, and what a record with it counts as.
  private struct Oddity {
    var section: MappingReport.Section
    var notice: MappingNotices
    var value: String
    var meaning: String
    var advice: String

    /// What says yes or no.
    static func truth(
      _ section: MappingReport.Section, _ notice: MappingNotices, meaning: String
    ) -> Oddity {
      Oddity(
        section: section, notice: notice,
        value: "a value of \(name(section)) that is not yes, no or a time", meaning: meaning,
        advice: "tidings check names the values")
    }
  }

  private static let oddities = [
    Oddity(
      section: .field(.priority), notice: .unknownPriority,
      value: "a priority that no profile explains", meaning: "normal",
      advice: "write what it means under priority: in a profile of your own"),
    .truth(.read, .unknownRead, meaning: "unread"),
    .truth(.field(.deleted), .unknownDeleted, meaning: "not deleted"),
    .truth(.field(.mailed), .unknownMailed, meaning: "not mailed"),
  ]

  /// What a missing field means for recipients; nil if they would hardly notice.
  private static func consequence(
    _ section: MappingReport.Section, _ report: MappingReport
  ) -> String? {
    switch section {
    case .field(.recipient): report.isUnaddressed ? "all records belong to one recipient, me" : nil
    case .read: "all records count as unread"
    case .field(.deleted): "none counts as deleted"
    case .field(.mailed): "none counts as already mailed"
    case .field(.expires): "none expires at a time of its own"
    case .field(.priority): "all have the priority of their type"
    case .field(.type): "all have one type"
    case .field, .value, .thumbnails: nil
    }
  }

  /// `profile acme: no record has read (sean)`
  private static func absence(_ part: MappingReport.Part, _ report: MappingReport) -> String {
    "profile \(report.profile.text): no record has \(name(part.section)) "
      + "(\(paths(needed(part.paths))))"
  }

  /// The paths, and of a text that has conditions the paths of these.
  private static func needed(_ paths: [FieldPath]) -> [FieldPath] {
    paths.flatMap { path in path.needs.map { Array($0.joined()) } ?? [path] }
  }

  static func paths(_ paths: [FieldPath]) -> String {
    var named = Set<String>()
    return paths.map(\.description).filter { named.insert($0).inserted }.joined(separator: ", ")
  }

  static func name(_ section: MappingReport.Section) -> String {
    switch section {
    case .field(let field): field.rawValue
    case .read: "read"
    case .value(let name): name
    case .thumbnails: "thumbnails"
    }
  }

  /// All findings of `check`.
  static func findings(
    _ report: MappingReport, _ profile: Profile, knowing check: CheckFacts
  ) -> [String] {
    let name = "profile \(report.profile.text): "
    var findings = warnings(report)
    if report.isOwn {
      findings += report.parts.filter { !$0.isPresent && consequence($0.section, report) == nil }
        .map { absence($0, report) }
      findings += rules(report, profile, knowing: check).map { name + $0 }
    }
    findings += oddities.flatMap { misunderstood($0.section, as: $0.meaning, report) }
      .map { name + $0 }
    if report.isOwn || check.isForced { findings += unmatched(report, profile).map { name + $0 } }
    return findings
  }

  /// The values of a section that are neither yes nor no.
  private static func misunderstood(
    _ section: MappingReport.Section, as meaning: String, _ report: MappingReport
  ) -> [String] {
    let words = (report.survey.misunderstood[section] ?? [:])
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard !words.isEmpty else { return [] }
    let count = words.reduce(0) { $0 + $1.value }
    let (name, named) = (name(section), words.map { "\($0.key) (\($0.value))" }.listed(most: 10))
    let advice =
      DraftTimeForm(words.map(\.key)).map { "say the form of its times: format: \($0.pattern)" }
      ?? "say under words of \(name) what they mean"
    return [
      "\(count.counted("value")) of \(name) \(count == 1 ? "is" : "are") not yes, no or a time, "
        + "so these records count as \(meaning): \(named); \(advice)"
    ]
  }

  /// The required fields that are missing, if records do not match the profile.
  private static func unmatched(_ report: MappingReport, _ profile: Profile) -> [String] {
    let survey = report.survey
    guard survey.unmatched > 0, !profile.detection.isEmpty else { return [] }
    // Of several rules, the closest one.
    let missing = zip(profile.detection, survey.required).map { rule, counts in
      zip(rule.must, counts).filter { $0.1 < survey.records }
    }.min { $0.count < $1.count }
    let fields = (missing ?? []).map { path, count in
      count == 0 ? "no record has \(path)" : "\(survey.records - count) have no \(path)"
    }
    let why = fields.isEmpty ? "" : ": " + fields.joined(separator: ", ")
    return [
      "\(survey.unmatched) of \(survey.records.counted("record")) do not match its rules\(why)"
    ]
  }

  /// Sections whose keys or fields occur in no record.
  private static func rules(
    _ report: MappingReport, _ profile: Profile, knowing check: CheckFacts
  ) -> [String] {
    var findings: [String] = []
    if !profile.types.isEmpty, !check.unknownTypes.isEmpty, check.knownTypes.isEmpty {
      findings.append("no record has any of its \(profile.types.count.counted("type"))")
    }
    let words = report.survey.priorities
    if !profile.priorities.isEmpty, !words.isEmpty,
      profile.priorities.keys.allSatisfy({ words[$0] == nil })
    {
      findings.append(
        "no record has a priority from its map; the records have: "
          + words.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.listed(most: 10))
    }
    for rule in profile.collapses where !rule.types.isDisjoint(with: check.knownTypes) {
      let missing = unequal(rule.same, report) + unequal(rule.sameValues, report)
      findings += missing.map { "collapse never applies: no record has \($0)" }
    }
    for rule in profile.supersessions where check.knownTypes.contains(rule.superseding) {
      findings += unequal(rule.same, report).map { "supersedes never applies: no record has \($0)" }
    }
    if profile.dropsOwnActions, !isPresent([.actorId], report) {
      findings.append("dropOwnActions never applies: no record has an actor's id (actorId)")
    }
    return findings
  }

  /// The fields that records should have in common and that no record has.
  private static func unequal(_ fields: Set<GroupingField>, _ report: MappingReport) -> [String] {
    GroupingField.allCases.filter(fields.contains).compactMap { field in
      switch field {
      case .type: nil
      case .actor: isPresent([.actorId, .actorName], report) ? nil : "an actor"
      case .subject: isPresent([.subjectId, .subjectName], report) ? nil : "a subject"
      case .title: isPresent([.title], report) ? nil : "a title"
      case .body: isPresent([.body], report) ? nil : "a body"
      }
    }
  }

  private static func unequal(_ values: [String], _ report: MappingReport) -> [String] {
    values.filter { name in
      let part = report[.value(name)] ?? Field(rawValue: name).flatMap { report[.field($0)] }
      return part?.isPresent == false
    }
  }

  private static func isPresent(_ fields: [Field], _ report: MappingReport) -> Bool {
    fields.contains { report[.field($0)]?.isPresent == true }
  }
}

/// Facts about one profile's records, besides its mapping.
struct CheckFacts {
  var isForced: Bool
  var knownTypes: Set<TypeKey>
  var unknownTypes: Set<TypeKey>
}
