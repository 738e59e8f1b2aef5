import ByteText
import CSimdJSON
import Notifications

/// Reading of a recipient's quiet hours, which are written in several ways: `quietHours: {start,
/// end}`, `quietHours: "22:30-07:15"`, or `quietHoursStart` and `quietHoursEnd`.
struct QuietReading {
  let slots: RecipientSlots

  func times(_ fields: RecordFields) throws(FieldFault) -> QuietTimes? {
    let isEnabled = try fields.truth(
      slots[.quietHoursEnabled], RecipientField.quietHoursEnabled.name, epoch: .unix)
    let ends = try ends(fields)
    return isEnabled == false ? .off : ends
  }

  private func ends(_ fields: RecordFields) throws(FieldFault) -> QuietTimes? {
    if let whole = fields.first(slots[.quietHours]) {
      switch whole.kind {
      case TIDINGS_JSON_STRING where whole.bytes.isEmpty: break
      case TIDINGS_JSON_STRING: return try Self.span(whole.bytes)
      case TIDINGS_JSON_FALSE: return .off
      case TIDINGS_JSON_OBJECT: break
      default: throw .wrongType("quietHours", expected: "a start and an end")
      }
    }
    let start = try fields.clockTime(slots[.quietHoursStart], "quietHoursStart", epoch: .unix)
    let end = try fields.clockTime(slots[.quietHoursEnd], "quietHoursEnd", epoch: .unix)
    switch (start, end) {
    case (nil, nil): return nil
    case (nil, .some): throw FieldFault(field: "quietHoursStart", reason: .missing)
    case (.some, nil): throw FieldFault(field: "quietHoursEnd", reason: .missing)
    case (.some(let start), .some(let end)): return .between(start, end)
    }
  }

  /// `22:30-07:15`.
  private static func span(_ text: UnsafeRawBufferPointer) throws(FieldFault) -> QuietTimes {
    let times = text.split(separator: UInt8(ascii: "-")).compactMap {
      ClockTime(clock: $0.filter { $0 != 0x20 })
    }
    guard times.count == 2, text.filter({ $0 == UInt8(ascii: "-") }).count == 1 else {
      throw .malformed(
        "quietHours", String(decoding: text, as: UTF8.self), expected: "22:30-07:15")
    }
    return .between(times[0], times[1])
  }
}

/// Reading of a list of names.
enum ListReading {
  /// A list of texts, or one text with commas between the names; empty names are left out.
  static func names(_ value: FieldValue, _ field: String) throws(FieldFault) -> [String] {
    var names: [String] = []
    switch value.kind {
    case TIDINGS_JSON_STRING:
      names = value.bytes.split(separator: UInt8(ascii: ","))
        .map {
          String(decoding: ASCII.trimmed(UnsafeRawBufferPointer(rebasing: $0)), as: UTF8.self)
        }
    case TIDINGS_JSON_ARRAY:
      guard let list = JSONText(value.bytes) else { break }
      for (_, element) in list.parts {
        guard element.kind == .string, let name = element.text else {
          throw .wrongType(field, expected: "a list of texts")
        }
        names.append(name)
      }
    default: throw .wrongType(field, expected: "a list of texts")
    }
    return names.filter { !$0.isEmpty }
  }
}

/// Reading of a person's ids in other systems.
enum AlsoReading {
  /// `{"gitlab": 42}`: by profile the id there.
  static func identities(
    _ value: FieldValue?
  ) throws(FieldFault) -> [ProfileName: RecipientID] {
    guard let value else { return [:] }
    if value.kind == TIDINGS_JSON_STRING, value.bytes.isEmpty { return [:] }
    guard value.kind == TIDINGS_JSON_OBJECT, let object = JSONText(value.bytes) else {
      throw .wrongType("also", expected: "an id by profile")
    }
    var identities: [ProfileName: RecipientID] = [:]
    for (name, id) in object.parts {
      let profile = ProfileName(JSONEscape.unescaped(name))
      guard id.kind == .string || id.kind == .number, let text = id.text, !text.isEmpty else {
        throw .wrongType("also." + profile.text, expected: "a text or number")
      }
      guard identities.updateValue(RecipientID(text), forKey: profile) == nil else {
        throw FieldFault(field: "also." + profile.text, reason: .repeatedKey)
      }
    }
    return identities
  }
}

/// Looks for a key that stands twice in a record whose walk has noticed one.
enum RepeatedKey {
  /// The first member whose name stood there before, whatever its case and underscores; nil where
  /// the keys are deeper in the record.
  static func name(in record: UnsafeRawBufferPointer) -> String? {
    guard let object = JSONText(record) else { return nil }
    var names: [UnsafeRawBufferPointer] = []
    // Every name is compared with all before it: no record that anybody means has more.
    for (name, _) in object.parts.prefix(256) {
      if names.contains(where: { FieldNames.match($0, name) }) {
        return String(decoding: name, as: UTF8.self)
      }
      names.append(name)
    }
    return nil
  }
}
