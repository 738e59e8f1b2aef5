package import ByteText
import CSimdJSON
package import Exports
import Languages
import Notifications
import Profiles

/// Spellings that were read already: of many thousand recipients most have the same.
final class KnownSpellings {
  let zones: Zones
  var locales = Remembered<String, LanguageTag>()
  var rhythms = Remembered<RhythmWords, Rhythm>()
  var types = Remembered<String, TypeKey>()

  init(_ zones: Zones) { self.zones = zones }

  struct Remembered<Spelling: Hashable, Value> {
    private var values: [Spelling: Value] = [:]
    /// The bound of remembered spellings, which come from outside.
    private static var mostKept: Int { 4096 }

    mutating func value<Failure: Error>(
      of spelling: Spelling, _ read: (Spelling) throws(Failure) -> Value
    ) throws(Failure) -> Value {
      if let known = values[spelling] { return known }
      let value = try read(spelling)
      if values.count < Self.mostKept { values[spelling] = value }
      return value
    }
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

/// Checks objects of preferences, which may be JSON text: the walk passes over what is none, and all that
/// it says would be lost.
final class PreferenceTexts {
  private let containers: [(slot: Slot, name: String)]
  private let walker = RecordWalker(RecordPaths())

  init(_ profiles: [Profile], _ paths: RecordPaths) {
    let declared = profiles.compactMap { $0.preferences?.container?.segments }
    containers = ([["preferences"]] + declared).map {
      (paths.slot(forNames: $0), $0.joined(separator: "."))
    }
  }

  func check(_ fields: RecordFields) throws(Fault) {
    for (slot, name) in containers {
      let value = fields[slot]
      if value.isMissing || value.kind == TIDINGS_JSON_OBJECT { continue }
      guard value.kind == TIDINGS_JSON_STRING, (value.bytes.first ?? 0x7B) == 0x7B else {
        throw .wrongType(name, expected: "an object")
      }
      if value.bytes.isEmpty { continue }
      if let damage = Array(value.bytes).withSlack({ walker.walk($0) }) {
        throw Fault.damaged(damage, field: name)
      }
    }
  }
}

extension RecordFields {
  /// A text, number or id; nil if it is absent, null or empty.
  func text(_ slots: [Slot], _ name: String) throws(Fault) -> String? {
    guard let value = first(slots) else { return nil }
    if let text = value.text { return text }
    guard value.kind == TIDINGS_JSON_STRING else { throw .wrongType(name, expected: "a text") }
    // It is empty: another name may have one.
    return slots.lazy.compactMap { self[$0].text }.first
  }

  /// The text of an id, in the form in which ids are compared; nil if it is absent, null or empty.
  package func id(_ slots: [Slot], _ name: String) throws(Fault) -> String? {
    guard try text(slots, name) != nil, let id = idText(slots) else { return nil }
    if notices.contains(.loneSurrogate) { try Fault.check(id: id, name) }
    return id
  }

  /// `Double` reads `0x10`, `inf` and `nan` as well.
  static func decimal(_ text: String) -> Double? {
    let isDecimal = text.utf8.allSatisfy { $0 &- 48 < 10 || "+-.eE".utf8.contains($0) }
    guard isDecimal, let number = Double(text), number.isFinite else { return nil }
    return number
  }
}
