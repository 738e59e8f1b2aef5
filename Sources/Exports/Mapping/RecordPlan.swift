import CSimdJSON
import Notifications
import Profiles

/// All profiles that a run may meet, compiled into one table of paths: a single walk over a record
/// detects its profile and collects what an index needs.
///
/// Immutable and shared by all threads; a class for the same reason as `FactsReader`.
final class RecordPlan: Sendable {
  let profiles: [Profile]
  /// The paths that the walk collects.
  let paths: RecordPaths
  /// Which profiles are the user's own and take part in detection.
  let isOwn: [Bool]
  let hasOwn: Bool
  private let detection: [DetectionReader]
  private let facts: [FactsReader]
  /// For the user's own profiles, and for all in a survey; nil for others.
  let mappings: [MappingReader?]
  /// Whether there are any; asked for every record.
  let hasMappings: Bool
  fileprivate let surveys: Bool
  /// The slot of a Firestore document's fields.
  private let wrapped: Slot

  /// Nil if there is no memory. A single profile is not detected: the user named it, or it is the
  /// only one.
  ///
  /// - Parameter surveys: whether `survey` is asked for.
  init?(_ profiles: [Profile], surveys: Bool = false) {
    guard let paths = RecordPaths(), !profiles.isEmpty else { return nil }
    self.profiles = profiles
    self.paths = paths
    isOwn = profiles.map { $0.isOwn && !$0.detection.isEmpty }
    hasOwn = isOwn.contains(true)
    detection = profiles.map { DetectionReader($0, paths: paths) }
    facts = profiles.map { FactsReader($0, paths: paths) }
    mappings = profiles.map { surveys || $0.isOwn ? MappingReader($0, paths: paths) : nil }
    hasMappings = mappings.contains { $0 != nil }
    self.surveys = surveys
    wrapped = paths.slot(forNames: ["fields"])
  }

  /// A mapper for one thread.
  func makeMapper() -> RecordMapper { RecordMapper(self) }

  /// The record as plain JSON, to be walked again, if it is a document of Firestore's REST API; nil
  /// for any other record.
  func rewritten(_ fields: RecordFields, record: UnsafeRawBufferPointer) -> [UInt8]? {
    guard fields[wrapped].kind == TIDINGS_JSON_OBJECT else { return nil }
    return FirestoreDocument(record)?.plainJSON
  }

  fileprivate func fit(
    _ profile: Int, _ fields: RecordFields, _ types: inout TypeTable
  ) -> ProfileFit {
    detection[profile].fit(fields, types: &types)
  }

  fileprivate func fits(
    _ profile: Int, _ fields: RecordFields, _ types: inout TypeTable
  ) -> Bool {
    detection[profile].fits(fields, types: &types)
  }

  /// What was found of each profile's mapping, in the plan's order.
  func reports(_ results: MappingResults) -> [MappingReport] {
    profiles.indices.compactMap { index in
      guard let mapping = mappings[index], let found = results.found[index] else { return nil }
      let survey = results.surveys[index] ?? Survey()
      let parts = mapping.parts.enumerated().map { position, part in
        MappingReport.Part(
          section: part.section, paths: part.paths, isPresent: found & (1 << position) != 0,
          records: position < survey.counts.count ? survey.counts[position] : 0)
      }
      let unaddressed = results.unaddressed[index] ?? 0
      let recipient = parts.first { $0.section == .field(.recipient) }
      return MappingReport(
        profile: profiles[index].name, isOwn: profiles[index].isOwn, parts: parts,
        isUnaddressed: recipient?.isPresent == false && unaddressed > 0, unaddressed: unaddressed,
        survey: survey)
    }
  }

  fileprivate func facts(
    _ profile: Int, _ fields: RecordFields, _ context: RecordContext, _ types: inout TypeTable
  ) throws(MappingRejection) -> IndexFacts {
    try facts[profile].facts(fields, context: context, types: &types)
  }
}

/// Reads records by a plan on one thread, and remembers the spellings of types.
struct RecordMapper {
  let plan: RecordPlan
  private var types: [TypeTable]

  fileprivate init(_ plan: RecordPlan) {
    self.plan = plan
    types = plan.profiles.map(TypeTable.init)
  }

  /// How well each profile fits a record, in the plan's order.
  mutating func fits(_ fields: RecordFields) -> [ProfileFit] {
    plan.profiles.indices.map { plan.fit($0, fields, &types[$0]) }
  }

  /// The index of the profile of a record in a file: the file's, unless the record does not fit
  /// that one and fits another fully, or belongs to the user's own profile in a file of a bundled
  /// one.
  ///
  /// It depends only on the record and the file's profile, so the order of records does not matter.
  mutating func profile(
    of fields: RecordFields, in file: FileProfile, context: RecordContext
  ) -> Int {
    let home = file.index
    if plan.profiles.count == 1 { return home }
    if plan.isOwn[home] || !plan.hasOwn, plan.fits(home, fields, &types[home]) { return home }
    return strayProfile(of: fields, in: file, context)
  }

  private mutating func strayProfile(
    of fields: RecordFields, in file: FileProfile, _ context: RecordContext
  ) -> Int {
    let fits = fits(fields)
    let isHome = fits[file.index].isEnough
    let others = fits.indices.map { index in
      let isCandidate =
        index != file.index && (!isHome || plan.isOwn[index])
        && isEvidence(fits[index].evidence, for: index, in: file, fields, context)
      return isCandidate ? fits[index] : ProfileFit()
    }
    let best = DetectionVote.best(others, isOwn: plan.isOwn)
    return best.count == 1 ? best[0] : file.index
  }

  /// Whether the evidence is enough to take a record out of its file's profile.
  private mutating func isEvidence(
    _ evidence: ProfileFit.Evidence, for profile: Int, in file: FileProfile,
    _ fields: RecordFields, _ context: RecordContext
  ) -> Bool {
    // The profile whose fields a damaged record has rejects it; a record in the user's own
    // profile's file stays there.
    if evidence == .fields && !plan.isOwn[file.index] { return true }
    // A type alone takes no record out of the user's own profile's file, nor out of a file that
    // types alone identified.
    let isEnough =
      evidence == .fields || evidence == .type && !file.isByTypes && !plan.isOwn[file.index]
    return isEnough && (try? plan.facts(profile, fields, context, &types[profile])) != nil
  }

  /// Counts what a profile maps in one of its records, whose plain JSON is `record`.
  mutating func look(
    at fields: RecordFields, record: UnsafeRawBufferPointer, profile: Int,
    _ results: inout MappingResults
  ) {
    guard let mapping = plan.mappings[profile] else { return }
    mapping.find(fields, &results.found[profile, default: 0])
    guard plan.surveys else { return }
    let isMatch = plan.fits(profile, fields, &types[profile])
    mapping.survey(
      fields, record: record, isMatch: isMatch, &results.surveys[profile, default: Survey()])
  }

  /// The key of a type that a profile's facts have.
  func key(of type: TypeTable.Entry, profile: Int) -> TypeKey { types[profile].key(of: type) }

  /// The facts of a record of one profile.
  mutating func facts(
    _ fields: RecordFields, profile: Int, context: RecordContext
  ) throws(MappingRejection) -> IndexFacts {
    try plan.facts(profile, fields, context, &types[profile])
  }
}

/// The profile of a file's records, as an index into the plan's.
struct FileProfile: Sendable {
  var index = 0
  /// Whether only its records' types identified the file.
  var isByTypes = false
}
