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
