import ByteText
import CSimdJSON

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
    var place = 0
    var all: UInt64 = 0
    while place + 8 <= count {
      all |= loadUnaligned(fromByteOffset: place, as: UInt64.self)
      place += 8
    }
    while place < count {
      all |= UInt64(self[place])
      place += 1
    }
    return all & 0x8080_8080_8080_8080 == 0
  }
}
