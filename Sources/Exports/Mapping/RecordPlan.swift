import CSimdJSON
import Notifications

/// All profiles that a run may meet, compiled into one table of paths: a single walk over a record
/// tells whose it is and what an index has to know of it.
///
/// Immutable and shared by all threads; a class for the same reason as `FactsReader`.
final class RecordPlan: Sendable {
  let profiles: [Profile]
  /// What the walk has to take down.
  let paths: RecordPaths
  private let detection: [DetectionReader]
  private let facts: [FactsReader]
  /// Where a Firestore document has its fields.
  private let wrapped: Slot

  /// Nil where there is no memory. With one profile, which then was named by the user or is the only
  /// one, nothing is detected.
  init?(_ profiles: [Profile]) {
    guard let paths = RecordPaths(), !profiles.isEmpty else { return nil }
    self.profiles = profiles
    self.paths = paths
    detection = profiles.map { DetectionReader($0, paths: paths) }
    facts = profiles.map { FactsReader($0, paths: paths) }
    wrapped = paths.slot(forNames: ["fields"])
  }

  /// What one thread needs to read records by this plan.
  func makeMapper() -> RecordMapper { RecordMapper(self) }

  /// The record as plain JSON where it is a document of Firestore's REST API, to be walked again;
  /// nil for any other record.
  func rewritten(_ fields: RecordFields, record: UnsafeRawBufferPointer) -> [UInt8]? {
    guard fields[wrapped].kind == TIDINGS_JSON_OBJECT else { return nil }
    return FirestoreDocument(record)?.plainJSON
  }

  fileprivate func score(
    _ profile: Int, _ fields: RecordFields, _ types: inout TypeTable
  ) -> (points: Int, isEnough: Bool) {
    detection[profile].score(fields, types: &types)
  }

  fileprivate func fits(
    _ profile: Int, _ fields: RecordFields, _ types: inout TypeTable
  ) -> Bool {
    detection[profile].fits(fields, types: &types)
  }

  fileprivate func facts(
    _ profile: Int, _ fields: RecordFields, _ context: RecordContext, _ types: inout TypeTable
  ) throws(MappingRejection) -> IndexFacts {
    try facts[profile].facts(fields, context: context, types: &types)
  }
}

/// One thread's way of reading records by a plan: the plan, and the spellings of types met so far.
struct RecordMapper {
  let plan: RecordPlan
  private var types: [TypeTable]

  fileprivate init(_ plan: RecordPlan) {
    self.plan = plan
    types = plan.profiles.map(TypeTable.init)
  }

  /// The scores of all profiles for a record, in the plan's order.
  mutating func scores(_ fields: RecordFields) -> [(points: Int, isEnough: Bool)] {
    plan.profiles.indices.map { plan.score($0, fields, &types[$0]) }
  }

  /// The index of the profile that a record belongs to in a file whose records mostly are `home`'s:
  /// `home` where it fits beyond doubt, else the one that scores best, else `home`.
  ///
  /// Depends on nothing but the record and `home`, so that the order of records does not matter.
  mutating func profile(of fields: RecordFields, home: Int) -> Int {
    if plan.profiles.count == 1 || plan.fits(home, fields, &types[home]) { return home }
    return DetectionVote.winner(scores(fields)) ?? home
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
