import ByteText
import CSimdJSON
import Notifications
import Profiles

struct CompiledCondition: Sendable {
  let slots: [Slot]
  /// In any case of ASCII letters; nil if any word will do.
  let words: [[UInt8]]?

  init(_ condition: ValueCondition, paths: RecordPaths) {
    slots = paths.slots(for: condition.paths)
    words =
      condition.words.contains(ValueCondition.anyWord)
      ? nil : condition.words.map { Array($0.utf8) }
  }

  func holds(in fields: RecordFields) -> Bool {
    guard let text = fields.firstText(slots) else { return false }
    return words?.contains { ASCII.equalIgnoringCase(text, $0) } ?? true
  }
}

/// Which records of a profile are notifications.
struct RecordFilter: Sendable {
  private let wanted: [CompiledCondition]
  private let unwanted: [CompiledCondition]

  /// Nil if all records are.
  init?(_ profile: Profile, paths: RecordPaths) {
    if profile.conditions.isEmpty && profile.exclusions.isEmpty { return nil }
    wanted = profile.conditions.map { CompiledCondition($0, paths: paths) }
    unwanted = profile.exclusions.map { CompiledCondition($0, paths: paths) }
  }

  func leavesOut(_ fields: RecordFields) -> Bool {
    !wanted.allSatisfy { $0.holds(in: fields) } || unwanted.contains { $0.holds(in: fields) }
  }
}

/// What the filters of a run say of a record: one bit for each filter that it passes, and one for
/// each name that it has a value of.
struct FilterResults: Hashable, Sendable {
  var passes: UInt64 = 0
  var names: UInt64 = 0
  /// Whether the recipient did it, and the profile drops such notifications.
  var isOwnAction = false
}

/// The filters of a run, each once, and the names in them.
struct FieldFilters: Sendable {
  let filters: [FieldFilter]
  let names: [String]

  init(_ filters: [FieldFilter]) {
    self.filters = Array(filters.prefix(FieldFilter.mostConditions))
    var names: [String] = []
    for name in self.filters.flatMap(\.names)
    where !names.contains(name) && names.count < FieldFilter.mostConditions {
      names.append(name)
    }
    self.names = names
  }

  var isEmpty: Bool { filters.isEmpty }
}

final class FieldFilterReader: Sendable {
  private let slots: [[Slot]]
  private let isType: [Bool]
  private let filters: [[(name: Int, wanted: [[UInt8]], unwanted: [[UInt8]])]]

  /// The paths are those of the profile that `paths` has begun.
  init(_ filters: FieldFilters, _ profile: Profile, paths: RecordPaths) {
    slots = filters.names.map { paths.slots(for: Self.paths(of: $0, in: profile)) }
    isType = filters.names.map { Self.isName($0, Field.type.rawValue) }
    self.filters = filters.filters.map { filter in
      filter.fields.compactMap { field in
        guard let name = filters.names.firstIndex(of: field.name) else { return nil }
        let values = [field.wanted, field.unwanted].map { $0.map { Array($0.utf8) } }
        return (name, values[0], values[1])
      }
    }
  }

  /// The paths that a name means: those of a notification's field or of the profile's value of that
  /// name; else those that it spells.
  private static func paths(of name: String, in profile: Profile) -> [FieldPath] {
    let own =
      Self.fields(of: name).flatMap { profile.fields[$0] ?? [] } + (profile.values[name] ?? [])
    let segments = name.split(separator: ".").map { String($0) }
    // A column's name may have dots.
    let spelled = Set([[name], segments].filter { !$0.isEmpty })
      .map { FieldPath(segments: $0) }.sorted { $0.segments.count < $1.segments.count }
    return own.isEmpty ? spelled : own
  }

  /// The fields of a notification that a name means.
  private static func fields(of name: String) -> [Field] {
    if isName(name, "actor") { return [.actorName, .actorId] }
    if isName(name, "subject") { return [.subjectName, .subjectId] }
    return [Field.id, .recipient, .type, .title, .body, .priority].filter {
      isName(name, $0.rawValue)
    }
  }

  private static func isName(_ name: String, _ other: String) -> Bool {
    FieldNames.match(name.utf8, other.utf8)
  }

  func results(_ fields: RecordFields) -> FilterResults {
    var results = FilterResults()
    for name in slots.indices where hasValue(name, fields) { results.names |= 1 << UInt64(name) }
    for (index, filter) in filters.enumerated() where passes(filter, fields, present: results.names)
    {
      results.passes |= 1 << UInt64(index)
    }
    return results
  }

  private func passes(
    _ filter: [(name: Int, wanted: [[UInt8]], unwanted: [[UInt8]])], _ fields: RecordFields,
    present: UInt64
  ) -> Bool {
    filter.allSatisfy { field in
      let isPresent = present & 1 << UInt64(field.name) != 0
      // An empty text is the value of a field that has none.
      func has(_ value: [UInt8]) -> Bool {
        value.isEmpty ? !isPresent : isPresent && isAny(field.name, value, in: fields)
      }
      return (field.wanted.isEmpty || field.wanted.contains(where: has))
        && !field.unwanted.contains(where: has)
    }
  }

  private func hasValue(_ name: Int, _ fields: RecordFields) -> Bool {
    slots[name].contains { slot in
      let value = fields[slot]
      return value.textBytes != nil || value.kind == TIDINGS_JSON_ARRAY && value.bytes.count > 2
    }
  }

  /// Whether any value of a name is this text; of a list, whether any element is.
  private func isAny(_ name: Int, _ text: [UInt8], in fields: RecordFields) -> Bool {
    slots[name].contains { slot in
      let value = fields[slot]
      if let bytes = value.textBytes { return isEqual(bytes, text, isType: isType[name]) }
      guard value.kind == TIDINGS_JSON_ARRAY, let list = JSONText(value.bytes) else { return false }
      return list.parts.contains { part in
        part.value.text?.withRawBytes { ASCII.equalIgnoringCase($0, text) } ?? false
      }
    }
  }

  /// In any case of ASCII letters; of types, in any spelling.
  private func isEqual(_ bytes: UnsafeRawBufferPointer, _ text: [UInt8], isType: Bool) -> Bool {
    if ASCII.equalIgnoringCase(bytes, text) { return true }
    return isType
      && TypeKey(normalizing: String(decoding: bytes, as: UTF8.self))
        == TypeKey(normalizing: String(decoding: text, as: UTF8.self))
  }
}
