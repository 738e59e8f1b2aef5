import CSimdJSON
import Notifications
import Profiles

/// All profiles that a run may meet, compiled into one table of paths: a single walk over a record
/// detects its profile and collects what an index needs.
///
/// Immutable and shared by all threads; a class for the same reason as `FactsReader`.
final class RecordPlan: Sendable {
  let profiles: [Profile]
  let paths: RecordPaths
  /// Which profiles are the user's own and take part in detection.
  let isOwn: [Bool]
  let hasOwn: Bool
  /// Which are taken only where no other fits.
  let isFallback: [Bool]
  /// Which have records that may be for several people.
  let isForSeveral: [Bool]
  fileprivate let detection: LentObjects<DetectionReader>
  let facts: LentObjects<FactsReader>
  /// What makes derived values; nil for a profile without.
  let derivations: [Derivations?]
  /// Which profiles have any; asked for every record.
  fileprivate let isDerived: [Bool]
  fileprivate let filters: [RecordFilter?]
  /// By profile, whether some records are not notifications; asked for every record.
  let isFiltered: [Bool]
  /// What reads the filters' fields; nil if there are none.
  let fieldFilters: [FieldFilterReader?]
  /// For the user's own profiles, and for all in a survey; nil for others.
  let mappings: [MappingReader?]
  /// Whether there are any; asked for every record.
  let hasMappings: Bool
  /// Whether records may be of another profile than their file.
  fileprivate let detects: Bool
  fileprivate let surveys: Bool
  private let wrapped: Slot

  /// A single profile is not detected: the user named it, or it is the only one.
  ///
  /// - Parameters:
  ///   - surveys: whether `survey` is asked for.
  ///   - detects: whether records may be of another profile than their file.
  ///   - tomorrow: the end of tomorrow; numbers that give later times are counted.
  init(
    _ profiles: [Profile], surveys: Bool = false,
    filters fieldFilters: FieldFilters = FieldFilters([]), detects: Bool = true,
    tomorrow: Instant? = nil
  ) {
    let paths = RecordPaths()
    (self.profiles, self.paths) = (profiles, paths)
    isOwn = profiles.map { $0.isOwn && !$0.detection.isEmpty }
    hasOwn = isOwn.contains(true)
    isFallback = profiles.map(\.isFallback)
    isForSeveral = profiles.map(\.isForSeveral)
    var (detection, facts) = ([DetectionReader](), [FactsReader]())
    var (filters, fields) = ([RecordFilter?](), [FieldFilterReader?]())
    var (mappings, derivations) = ([MappingReader?](), [Derivations?]())
    for profile in profiles {
      paths.begin(profile)
      detection.append(DetectionReader(profile, paths: paths))
      facts.append(FactsReader(profile, paths: paths, tomorrow: tomorrow))
      filters.append(RecordFilter(profile, paths: paths))
      fields.append(
        fieldFilters.isEmpty ? nil : FieldFilterReader(fieldFilters, profile, paths: paths))
      mappings.append(surveys || profile.isOwn ? MappingReader(profile, paths: paths) : nil)
      derivations.append(paths.derivations)
    }
    (self.detection, self.facts) = (LentObjects(detection), LentObjects(facts))
    (self.filters, self.fieldFilters) = (filters, fields)
    (self.mappings, self.derivations) = (mappings, derivations)
    isDerived = derivations.map { $0 != nil }
    isFiltered = filters.map { $0 != nil }
    hasMappings = mappings.contains { $0 != nil }
    self.surveys = surveys
    self.detects = detects && profiles.count > 1
    wrapped = paths.slot(forNames: ["fields"])
  }

  deinit {
    detection.release()
    facts.release()
  }

  /// The record as plain JSON, to be walked again, if it is a document of Firestore's REST API; nil
  /// for any other record.
  func rewritten(_ fields: RecordFields, record: UnsafeRawBufferPointer) -> [UInt8]? {
    guard fields[wrapped].kind == TIDINGS_JSON_OBJECT else { return nil }
    return FirestoreDocument.plainJSON(of: record)
  }

  /// Passes a record's values and its bytes to `body`, those of its plain JSON if it is such a
  /// document; nil if it is not well-formed.
  func read<Answer>(
    _ record: UnsafeRawBufferPointer, with walker: RecordWalker,
    _ body: (RecordFields, UnsafeRawBufferPointer) -> Answer?
  ) -> Answer? {
    guard walker.walk(record) == nil else { return nil }
    guard let plain = rewritten(walker.fields, record: record) else {
      return body(walker.fields, record)
    }
    return plain.withSlack { walker.walk($0) == nil ? body(walker.fields, $0) : nil }
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
      let unaddressed = results.assumed[index]?.unaddressed ?? 0
      let recipient = parts.first { $0.section == .field(.recipient) }
      return MappingReport(
        profile: profiles[index].name, isOwn: profiles[index].isOwn, parts: parts,
        isUnaddressed: recipient?.isPresent == false && unaddressed > 0, survey: survey)
    }
  }
}

/// Reads records by a plan on one thread, and remembers the spellings of types.
///
/// A class, whose plan need not be retained for a record.
final class RecordMapper {
  let plan: RecordPlan
  @exclusivity(unchecked) private var types: [TypeSpellings]
  /// The derived values of the record that was read last.
  let derived = DerivedValues()

  init(_ plan: RecordPlan) {
    self.plan = plan
    types = plan.profiles.map(TypeSpellings.init)
  }

  /// How well each profile fits a record, in the plan's order.
  ///
  /// - Parameter isKeyed: whether the record is in an object keyed by id: the key is its id.
  func fits(_ fields: RecordFields, isKeyed: Bool) -> [ProfileFit] {
    plan.profiles.indices.map { index in
      var fit = plan.detection[index].fit(fields, types: &types[index])
      fit.isFallback = plan.isFallback[index]
      if isKeyed { fit.hasID = true }
      if plan.isFiltered[index], fit.isEnough { fit.isLeftOut = leavesOut(fields, profile: index) }
      return fit
    }
  }

  /// Whether a record of a profile is not a notification.
  func leavesOut(_ fields: RecordFields, profile: Int, context: RecordContext? = nil) -> Bool {
    guard plan.isFiltered[profile] else { return false }
    derive(fields, profile: profile, key: context?.key)
    return plan.filters[profile]?.leavesOut(fields) ?? false
  }

  private func derive(_ fields: RecordFields, profile: Int, key: String?) {
    plan.derivations[profile]?.write(into: fields, key: key, derived)
  }

  /// The index of the profile of a record in a file. It is the file's, with two exceptions: a
  /// record that fits only another one, and fully, has that one; so has a record of the user's own
  /// profile in a file of a bundled one.
  ///
  /// It depends only on the record and the file's profile, so the order of records does not matter.
  func profile(of fields: RecordFields, in file: FileProfile, context: RecordContext) -> Int {
    let home = file.index
    if !plan.detects { return home }
    if plan.isOwn[home] || !plan.hasOwn, !plan.isFallback[home],
      plan.detection.ask(home, { $0.fits(fields, types: &types[home]) }),
      !leavesOut(fields, profile: home, context: context)
    {
      return home
    }
    return strayProfile(of: fields, in: file, context)
  }

  private func strayProfile(
    of fields: RecordFields, in file: FileProfile, _ context: RecordContext
  ) -> Int {
    let fits = fits(fields, isKeyed: context.key != nil)
    let home = fits[file.index]
    let isHome = home.isEnough && !home.isLeftOut && !home.isFallback
    let others = fits.indices.map { index in
      let isCandidate =
        index != file.index && !fits[index].isFallback
        && (!isHome || plan.isOwn[index] && !fits[index].isLeftOut)
        && (fits[index].hasID || !home.hasID || plan.isOwn[index])
        && isEvidence(fits[index].evidence, for: index, in: file, fields, context: context)
      return isCandidate ? fits[index] : ProfileFit()
    }
    let best = DetectionVote.best(others, isOwn: plan.isOwn)
    return best.count == 1 ? best[0] : file.index
  }

  /// Whether the evidence is enough to take a record out of its file's profile.
  private func isEvidence(
    _ evidence: ProfileFit.Evidence, for profile: Int, in file: FileProfile,
    _ fields: RecordFields, context: RecordContext
  ) -> Bool {
    // The profile whose fields a damaged record has rejects it, unless only the file's profile finds
    // its id; a record in the user's own profile's file stays there.
    if evidence == .fields && !plan.isOwn[file.index] { return true }
    // A type alone takes no record out of the user's own profile's file, nor out of a file that
    // types alone identified, nor out of one that only a fallback fits.
    let isEnough =
      evidence == .fields
      || evidence == .type && !file.isByTypes && !plan.isOwn[file.index]
        && !plan.isFallback[file.index]
    return isEnough && (try? facts(fields, profile: profile, context: context)) != nil
  }

  /// Counts what a profile maps in one of its records, whose plain JSON is `record`.
  func look(
    at fields: RecordFields, record: UnsafeRawBufferPointer, profile: Int,
    context: RecordContext, _ results: inout MappingResults
  ) {
    guard let mapping = plan.mappings[profile] else { return }
    derive(fields, profile: profile, key: context.key)
    mapping.find(fields, &results.found[profile, default: 0])
    guard plan.surveys else { return }
    let isMatch =
      plan.profiles[profile].detection.isEmpty
      || plan.detection[profile].fits(fields, types: &types[profile])
    mapping.survey(
      fields, record: record, isMatch: isMatch, &results.surveys[profile, default: Survey()])
  }

  /// The key of a type that a profile's facts have.
  func key(of type: TypeSpellings.Entry, profile: Int) -> TypeKey { types[profile].key(of: type) }

  func facts(
    _ fields: RecordFields, profile: Int, context: RecordContext
  ) throws(MappingRejection) -> IndexFacts {
    if plan.isDerived[profile] { derive(fields, profile: profile, key: context.key) }
    // A `Result` of facts or rejection would be destroyed for each record, which took 2 % of its time.
    var rejection = MappingRejection(field: "", reason: .missingField)
    let facts = plan.facts.ask(profile) { reader -> IndexFacts? in
      do throws(MappingRejection) {
        return try reader.facts(fields, context: context, types: &types[profile], ids: derived.ids)
      } catch {
        rejection = error
        return nil
      }
    }
    guard let facts else { throw rejection }
    return facts
  }
}
