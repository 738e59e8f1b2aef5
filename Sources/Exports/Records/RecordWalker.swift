import ByteText
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

extension [UInt8] {
  /// Hands these bytes to `body` with the slack that a walk needs behind them.
  func withSlack<Answer, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let padded = self + repeatElement(0, count: RecordWalker.slack)
    return try padded.withRawBytes { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    }
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

/// Where in a record a path's value is found: an index into `RecordFields`.
struct Slot: Hashable, Sendable {
  let index: Int
}

/// The values that one walk over a record took down; valid only until the walker's next walk.
///
/// A measured hot loop: the values point into the record's own bytes or the walker's buffer.
struct RecordFields {
  let values: UnsafeBufferPointer<tidings_json_value>
  /// Members of the outermost object that no path names; empty unless they were asked for.
  let members: UnsafeBufferPointer<tidings_json_member>
  let notices: RecordNotices

  /// What stands at a slot; `TIDINGS_JSON_ABSENT` where the record has no such field.
  subscript(slot: Slot) -> FieldValue { FieldValue(raw: values[slot.index]) }
}

/// A value of a record, not yet interpreted.
struct FieldValue {
  let raw: tidings_json_value

  var kind: tidings_json_kind { tidings_json_kind(UInt32(raw.kind)) }

  /// Absent or null.
  var isMissing: Bool { kind == TIDINGS_JSON_ABSENT || kind == TIDINGS_JSON_NULL }

  /// The unescaped string, the number's text, or the raw JSON of an object or array.
  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: raw.bytes, count: Int(raw.length))
  }
}

extension String {
  /// Text that a walk took down: a string or raw JSON, the UTF-8 of which the walk has validated
  /// (`tidings_json_value` says so), so that it is not validated again for every field of every record.
  init(validated bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty, #available(macOS 26, *) else {
      self.init(decoding: bytes, as: UTF8.self)
      return
    }
    self.init(
      copying: UTF8Span(
        unchecked: bytes.assumingMemoryBound(to: UInt8.self).span, isKnownASCII: bytes.isASCII))
  }
}

extension UnsafeRawBufferPointer {
  /// Whether all bytes are ASCII, eight at a time.
  fileprivate var isASCII: Bool {
    var offset = 0
    var all: UInt64 = 0
    while offset + 8 <= count {
      all |= loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    while offset < count {
      all |= UInt64(self[offset])
      offset += 1
    }
    return all & 0x8080_8080_8080_8080 == 0
  }
}
