package import ByteText
import CSimdJSON
package import Exports
import Notifications
import Profiles

/// The slots of a recipient's fields.
struct RecipientSlots {
  /// By the field's raw value.
  private let byField: [[Slot]]

  /// - Parameter ids: where a profile says that the id is; these come first.
  init(_ paths: RecordPaths, ids: [FieldPath]) {
    byField = RecipientField.allCases.map { field in
      (field == .id ? paths.slots(for: ids) : []) + field.paths.map { paths.slot(forNames: $0) }
    }
  }

  subscript(field: RecipientField) -> [Slot] { byField[field.rawValue] }
}

/// Reads a recipient's quiet hours in any of their forms: `quietHours: {start, end}`, `quietHours:
/// "22:30-07:15"`, or `quietHoursStart` and `quietHoursEnd`.
struct QuietReading {
  let slots: RecipientSlots

  func times(_ fields: RecordFields) throws(Fault) -> QuietTimes? {
    let isEnabled = try fields.truth(
      slots[.quietHoursEnabled], RecipientField.quietHoursEnabled.name, epoch: .unix)
    let ends = try ends(fields)
    return isEnabled == false ? .off : ends
  }

  private func ends(_ fields: RecordFields) throws(Fault) -> QuietTimes? {
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
    case (nil, .some): throw .missing("quietHoursStart")
    case (.some, nil): throw .missing("quietHoursEnd")
    case (.some(let start), .some(let end)): return .between(start, end)
    }
  }

  /// `22:30-07:15`.
  private static func span(_ text: UnsafeRawBufferPointer) throws(Fault) -> QuietTimes {
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

/// Reads a list of names.
enum ListReading {
  /// A list of texts, or one text with commas between the names; empty names are skipped.
  ///
  /// - Parameter takesNumbers: whether a name may be a number: `8`, `[8, "17:30"]`.
  static func names(
    _ value: FieldValue, _ field: @autoclosure () -> String, takesNumbers: Bool = false
  ) throws(Fault) -> [String] {
    let expected = takesNumbers ? "a list of texts or numbers" : "a list of texts"
    var names: [String] = []
    switch value.kind {
    case TIDINGS_JSON_STRING:
      names = value.bytes.split(separator: UInt8(ascii: ","))
        .map {
          String(decoding: ASCII.trimmed(ArraySlice($0)), as: UTF8.self)
        }
    case TIDINGS_JSON_ARRAY:
      guard let list = JSONText(value.bytes) else { break }
      for (_, element) in list.parts {
        guard element.kind == .string || takesNumbers && element.kind == .number,
          let name = element.text
        else { throw .wrongType(field(), expected: expected) }
        names.append(name)
      }
    case TIDINGS_JSON_NUMBER where takesNumbers: names = [value.text ?? ""]
    default: throw .wrongType(field(), expected: expected)
    }
    return names.filter { !$0.isEmpty }
  }
}

/// Reads a person's ids in other systems.
enum AlsoReading {
  /// `{"gitlab": 42}`: the ids by profile.
  static func identities(
    _ value: FieldValue?
  ) throws(Fault) -> [ProfileName: RecipientID] {
    guard let value else { return [:] }
    if value.kind == TIDINGS_JSON_STRING, value.bytes.isEmpty { return [:] }
    guard value.kind == TIDINGS_JSON_OBJECT, let object = JSONText(value.bytes) else {
      throw .wrongType("also", expected: "an id by profile")
    }
    var identities: [ProfileName: RecipientID] = [:]
    for (name, id) in object.parts {
      let profile = ProfileName(JSONEscape.unescaped(name))
      guard id.kind == .string || id.kind == .number, let text = id.id, !text.isEmpty else {
        throw .wrongType("also." + profile.text, expected: "a text or number")
      }
      try Fault.check(id: text, "also." + profile.text)
      guard identities.updateValue(RecipientID(text), forKey: profile) == nil else {
        throw .repeatedKey("also." + profile.text)
      }
    }
    return identities
  }
}

/// Finds the repeated key in a record in which the walk noticed one.
package enum RepeatedKey {
  /// The first member whose name appeared before, in any case and with or without underscores, in the
  /// record or in an object in it: `preferences.hour`; nil if the keys are deeper.
  package static func name(in record: UnsafeRawBufferPointer) -> String? {
    guard let object = JSONText(record) else { return nil }
    // A bound, because every name is compared with all before it.
    let members = object.parts.prefix(256)
    if let name = repeated(in: object) { return name }
    for (name, value) in members where value.kind == .object {
      if let inner = repeated(in: value) {
        return String(decoding: name, as: UTF8.self) + "." + inner
      }
    }
    return nil
  }

  private static func repeated(in object: JSONText) -> String? {
    var names: [[UInt8]] = []
    for (name, _) in object.parts.prefix(256) {
      if names.contains(where: { FieldNames.match($0, name) }) {
        return String(decoding: name, as: UTF8.self)
      }
      names.append(Array(name))
    }
    return nil
  }
}

/// Checks objects of preferences that are JSON text: the walk takes damaged text for a text, and all
/// that it says would be lost.
final class PreferenceTexts {
  private let containers: [(slot: Slot, name: String)]
  private let walker: RecordWalker

  /// Nil if there is no memory.
  init?(_ profiles: [Profile], _ paths: RecordPaths) {
    guard let none = RecordPaths() else { return nil }
    walker = RecordWalker(none)
    let declared = profiles.compactMap { $0.preferences?.container?.segments }
    containers = ([["preferences"]] + declared).map {
      (paths.slot(forNames: $0), $0.joined(separator: "."))
    }
  }

  func check(_ fields: RecordFields) throws(Fault) {
    for (slot, name) in containers {
      let value = fields[slot]
      guard value.kind == TIDINGS_JSON_STRING, value.bytes.first == UInt8(ascii: "{") else {
        continue
      }
      let padded = Array(value.bytes) + repeatElement(0, count: RecordWalker.slack)
      let damage = padded.withUnsafeBytes {
        walker.walk(UnsafeRawBufferPointer(rebasing: $0[..<value.bytes.count]))
      }
      if let damage { throw Fault.damaged(damage.reason, field: name) }
    }
  }
}

/// Reads single values, each of which is valid, absent or a fault: a misunderstood preference is
/// worse than none.
extension RecordFields {
  /// A text, number or id; nil if it is absent, null or empty.
  package func text(_ slots: [Slot], _ name: @autoclosure () -> String) throws(Fault)
    -> String?
  {
    guard let value = first(slots) else { return nil }
    if let text = value.text { return text }
    guard value.kind == TIDINGS_JSON_STRING else { throw .wrongType(name(), expected: "a text") }
    return nil
  }

  /// The text of an id, in the form in which ids are compared; nil if it is absent, null or empty.
  package func id(_ slots: [Slot], _ name: String) throws(Fault) -> String? {
    guard try text(slots, name) != nil, let id = idText(slots) else { return nil }
    if notices.contains(.loneSurrogate) { try Fault.check(id: id, name) }
    return id
  }

  /// A finite decimal number, or its text.
  func number(_ slots: [Slot], _ name: @autoclosure () -> String) throws(Fault) -> Double? {
    guard let text = try text(slots, name()) else { return nil }
    guard let number = Self.decimal(text) else {
      throw .malformed(name(), text, expected: "a number")
    }
    return number
  }

  /// Whether any of the values is true; nil if all are absent or null.
  func truth(_ slots: [Slot], _ name: @autoclosure () -> String, epoch: Epoch) throws(Fault)
    -> Bool?
  {
    var answer: Bool?
    for slot in slots where !self[slot].isMissing {
      guard let isTrue = self[slot].truth(epoch: epoch) else {
        throw .wrongType(name(), expected: "true, false or a time")
      }
      answer = answer == true || isTrue
    }
    return answer
  }

  /// A time of day: `22:30`, or a point in time of which only hour and minute count.
  func clockTime(_ slots: [Slot], _ name: @autoclosure () -> String, epoch: Epoch)
    throws(Fault) -> ClockTime?
  {
    guard let value = first(slots) else { return nil }
    if value.kind == TIDINGS_JSON_STRING {
      if value.bytes.isEmpty { return nil }
      if let time = ClockTime(clock: value.bytes) { return time }
      if let time = Self.localClock(value.bytes) { return time }
    }
    do throws(TimestampError) {
      return .instant(try value.instant(epoch: epoch))
    } catch {
      throw .malformed(name(), value.anyText ?? "", expected: "a time such as 22:30")
    }
  }

  /// The time of day of a date-time without a zone; it counts in the recipient's zone.
  private static func localClock(_ text: UnsafeRawBufferPointer) -> ClockTime? {
    guard text.count > 11, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] == UInt8(ascii: "T") || text[10] == 0x20
    else { return nil }
    let clock = text.dropFirst(11)
    // A zone after the time makes it a point in time.
    if clock.contains(where: { "Zz+-".utf8.contains($0) }) { return nil }
    return ClockTime(clock: clock.prefix { $0 != UInt8(ascii: ".") })
  }

  /// `Double` reads `0x10`, `inf` and `nan` as well.
  static func decimal(_ text: String) -> Double? {
    let isDecimal = text.utf8.allSatisfy { $0 &- 48 < 10 || "+-.eE".utf8.contains($0) }
    guard isDecimal, let number = Double(text), number.isFinite else { return nil }
    return number
  }
}
