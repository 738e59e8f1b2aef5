import ByteText
import CSimdJSON
import Notifications

/// The objects of another list, by their keys, and how a record names one of them.
struct JoinTable: Sendable {
  let objects: JoinedObjects
  /// In the record.
  let keys: [Slot]

  /// Passes the objects that a record names to `body`.
  func find(_ fields: RecordFields, _ body: (FieldValue) -> Void) {
    for slot in keys where !fields[slot].isMissing {
      let value = fields[slot]
      if value.kind == TIDINGS_JSON_ARRAY {
        for part in JSONText(value.bytes)?.parts ?? .none {
          if let key = part.value.text { objects.object(key).map(body) }
        }
      } else if let key = value.text {
        objects.object(key).map(body)
      }
      return
    }
  }
}

/// Objects by key, as raw JSON.
///
/// Never changes once made, so threads may share it.
final class JoinedObjects: @unchecked Sendable {
  private let bytes: UnsafeRawBufferPointer
  private let ranges: [String: Range<Int>]

  /// The objects in a text; the last of several with one key counts.
  init(_ text: [UInt8], ranges: [String: Range<Int>]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
    copy.copyBytes(from: text)
    bytes = UnsafeRawBufferPointer(copy)
    self.ranges = ranges
  }

  deinit { bytes.deallocate() }

  var count: Int { ranges.count }

  func object(_ key: String) -> FieldValue? {
    ranges[key].map { range in
      FieldValue(
        raw: tidings_json_value(
          bytes: UnsafeRawBufferPointer(rebasing: bytes[range]).baseAddress?
            .assumingMemoryBound(to: CChar.self),
          length: UInt32(truncatingIfNeeded: range.count),
          kind: UInt8(TIDINGS_JSON_OBJECT.rawValue)))
    }
  }
}
