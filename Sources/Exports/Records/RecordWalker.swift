import CSimdJSON

/// Reads records, one walk each; belongs to one thread.
///
/// All bytes given to it must be followed by `RecordWalker.slack` readable ones.
final class RecordWalker {
  /// Bytes that must be readable behind what is walked.
  static let slack = Int(TIDINGS_JSON_SLACK)

  let paths: RecordPaths
  private let walker: OpaquePointer

  init(_ paths: RecordPaths) {
    self.paths = paths
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
    var count = 0
    let members = tidings_json_walker_members(walker, &count)
    return RecordFields(
      values: UnsafeBufferPointer(
        start: tidings_json_walker_values(walker), count: paths.slotCount),
      members: UnsafeBufferPointer(start: members, count: count))
  }

  /// What the last successful walk noticed.
  var notices: RecordNotices {
    RecordNotices(rawValue: tidings_json_walker_notices(walker))
  }

  // MARK: Runs of records

  /// Finds the tokens of many records at once; nil when its strings are whole. A record whose tokens
  /// were found begins with one.
  func scan(_ run: UnsafeRawBufferPointer) -> RecordDamage? {
    damage(
      tidings_json_scan(
        walker, run.baseAddress?.assumingMemoryBound(to: CChar.self), run.count))
  }

  /// The offset of the next token in the scanned run; its length where there is none.
  var nextToken: Int { tidings_json_next(walker) }

  /// Goes on to the first token at or after an offset.
  func advance(to offset: Int) { tidings_json_advance(walker, offset) }

  /// Walks over the object at the next token, which must end before `limit`; goes on behind it
  /// when all of it is well-formed. A damage's offset counts from the run's beginning.
  func walkNext(limit: Int) -> RecordDamage? {
    damage(tidings_json_walk_next(walker, limit, paths.table, 0))
  }

  /// Where in the run the last successfully walked object ended.
  var end: Int { tidings_json_walker_end(walker) }

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
