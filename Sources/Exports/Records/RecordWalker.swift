import CSimdJSON

/// Reads records, one walk each; belongs to one thread.
///
/// All bytes given to it must be followed by `RecordWalker.slack` readable ones.
final class RecordWalker {
  /// Bytes that must be readable behind what is walked.
  static let slack = Int(TIDINGS_JSON_SLACK)

  let paths: RecordPaths
  private let walker: OpaquePointer
  private let slotCount: Int

  init(_ paths: RecordPaths) {
    self.paths = paths
    slotCount = paths.slotCount
    walker = tidings_json_walker_create()
  }

  deinit { tidings_json_walker_destroy(walker) }

  /// Walks over the one object that `record` has to be; nil when all of it is well-formed.
  func walk(_ record: UnsafeRawBufferPointer, collectingMembers: Bool = false) -> RecordDamage? {
    let start = record.baseAddress?.assumingMemoryBound(to: CChar.self)
    return damage(
      tidings_json_walk(walker, start, record.count, paths.table, collectingMembers ? 1 : 0))
  }

  /// What the last successful walk found; valid until the next.
  var fields: RecordFields {
    let found = tidings_json_walker_fields(walker)
    return RecordFields(
      values: UnsafeBufferPointer(start: found.values, count: slotCount),
      members: UnsafeBufferPointer(start: found.members, count: found.member_count),
      notices: RecordNotices(rawValue: found.notices))
  }

  /// What the last successful walk noticed.
  var notices: RecordNotices { fields.notices }

  // MARK: Runs of records

  /// Finds the tokens of many records at once; nil when its strings are whole. A record whose tokens
  /// were found begins with one.
  func scan(_ run: UnsafeRawBufferPointer) -> RecordDamage? {
    damage(
      tidings_json_scan(
        walker, run.baseAddress?.assumingMemoryBound(to: CChar.self), run.count))
  }

  /// Walks over the object that the scanned run has in a range of offsets, which never go back; nil
  /// where its tokens are those of an object that ends there. A damage's offset counts from the run's
  /// beginning.
  func walkScanned(from start: Int, to end: Int) -> RecordDamage? {
    damage(tidings_json_walk_scanned(walker, start, end, paths.table))
  }

  private func damage(_ error: tidings_json_error) -> RecordDamage? {
    guard error != TIDINGS_JSON_OK else { return nil }
    return RecordDamage(
      reason: RecordDamage.Reason(rawValue: error.rawValue) ?? .syntax,
      offset: tidings_json_walker_error_offset(walker))
  }
}

/// What a walk noticed and set right.
struct RecordNotices: OptionSet {
  let rawValue: UInt32

  /// A key stood twice in one object; the last one won.
  static let duplicateKey = RecordNotices(rawValue: TIDINGS_JSON_DUPLICATE_KEY.rawValue)
  /// A lone surrogate became U+FFFD.
  static let loneSurrogate = RecordNotices(rawValue: TIDINGS_JSON_LONE_SURROGATE.rawValue)
}
