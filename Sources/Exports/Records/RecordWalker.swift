import ByteText
import CSimdJSON

/// Reads records, one walk each; for one thread.
///
/// All bytes given to it must be followed by `RecordWalker.slack` readable bytes.
package final class RecordWalker {
  /// The number of bytes that must be readable after what is walked.
  package static let slack = Int(TIDINGS_JSON_SLACK)

  let paths: RecordPaths
  private let walker: OpaquePointer
  private let slotCount: Int

  package init(_ paths: RecordPaths) {
    self.paths = paths
    slotCount = paths.slotCount
    walker = tidings_json_walker_create()
  }

  deinit { tidings_json_walker_destroy(walker) }

  /// Walks over `record`, which must be one object; nil if all of it is well-formed.
  package func walk(_ record: UnsafeRawBufferPointer, collectingMembers: Bool = false)
    -> RecordDamage?
  {
    let start = record.baseAddress?.assumingMemoryBound(to: CChar.self)
    return damage(
      tidings_json_walk(walker, start, record.count, paths.table, collectingMembers ? 1 : 0))
  }

  /// The values of the last successful walk; valid until the next.
  package var fields: RecordFields {
    let found = tidings_json_walker_fields(walker)
    return RecordFields(
      values: UnsafeBufferPointer(start: found.values, count: slotCount),
      members: UnsafeBufferPointer(start: found.members, count: found.member_count),
      notices: RecordNotices(rawValue: found.notices))
  }

  // MARK: Runs of records

  /// Finds the tokens of many records at once; nil if the run's strings are complete. A record
  /// begins with a token.
  func scan(_ run: UnsafeRawBufferPointer) -> RecordDamage? {
    damage(
      tidings_json_scan(
        walker, run.baseAddress?.assumingMemoryBound(to: CChar.self), run.count))
  }

  /// Walks over the object in a range of the scanned run, whose offsets never go back; nil if its
  /// tokens are those of one object.
  func walkScanned(from start: Int, to end: Int) -> RecordDamage? {
    damage(tidings_json_walk_scanned(walker, start, end, paths.table))
  }

  private func damage(_ error: tidings_json_error) -> RecordDamage? {
    error == TIDINGS_JSON_OK ? nil : RecordDamage(rawValue: error.rawValue) ?? .syntax
  }
}

/// Bytes with the slack of a walk behind them; for one thread.
final class SlackBuffer {
  @exclusivity(unchecked) private(set) var base: UnsafeMutableRawPointer
  @exclusivity(unchecked) private var capacity: Int
  @exclusivity(unchecked) var count = 0

  init() {
    capacity = 1 << 12
    base = .allocate(byteCount: capacity, alignment: 64)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
  }

  deinit { base.deallocate() }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Makes room for so many bytes more.
  func reserve(_ more: Int) {
    let wanted = count + more + RecordWalker.slack
    guard wanted > capacity else { return }
    let larger = UnsafeMutableRawPointer.allocate(byteCount: wanted * 2, alignment: 64)
    larger.initializeMemory(as: UInt8.self, repeating: 0, count: wanted * 2)
    larger.copyMemory(from: base, byteCount: count)
    base.deallocate()
    (base, capacity) = (larger, wanted * 2)
  }
}

extension [UInt8] {
  /// Passes these bytes to `body` with the slack of a walk after them.
  package func withSlack<Answer, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let padded = self + repeatElement(0, count: RecordWalker.slack)
    return try padded.withRawBytes { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    }
  }
}

/// What a walk noticed and corrected.
package struct RecordNotices: OptionSet {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A key appears twice in one object; the last one wins.
  package static let duplicateKey = RecordNotices(rawValue: TIDINGS_JSON_DUPLICATE_KEY.rawValue)
  /// A lone surrogate became U+FFFD.
  package static let loneSurrogate = RecordNotices(rawValue: TIDINGS_JSON_LONE_SURROGATE.rawValue)
}

/// The index of a path's value in `RecordFields`.
package struct Slot: Hashable, Sendable { let index: Int }

/// The values that one walk over a record collected; valid only until the walker's next walk.
///
/// A measured hot loop: the values point into the record's own bytes or the walker's buffer.
package struct RecordFields {
  let values: UnsafeBufferPointer<tidings_json_value>
  /// Members of the outermost object that no path names; empty unless requested.
  let members: UnsafeBufferPointer<tidings_json_member>
  package let notices: RecordNotices

  /// The value at a slot; `TIDINGS_JSON_ABSENT` if the record has no such field.
  package subscript(slot: Slot) -> FieldValue { FieldValue(raw: values[slot.index]) }

  /// The names of members of the outermost object that no path names; none unless requested.
  package var unnamed: [String] {
    members.map { String(validated: FieldValue(raw: $0.name).bytes) }
  }
}

extension String {
  /// Text from a walk: a string or raw JSON, whose UTF-8 the walk has validated (see
  /// `tidings_json_value`), so it is not validated again for every field of every record.
  package init(validated bytes: UnsafeRawBufferPointer) {
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
