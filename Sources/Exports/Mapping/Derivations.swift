import ByteText
import CSimdJSON
import Languages
import Notifications
import Profiles

/// Makes the values of one profile that no path alone leads to. Compiled once; a profile without
/// such values has none.
///
/// The values are written into slots that the walk leaves empty, so that whatever reads fields does
/// not know how they came about. Immutable and shared by all threads.
final class Derivations: Sendable {
  /// In the order of their dependencies.
  private let steps: [Step]
  private let profile: ProfileName
  /// The parts of the file's path, the keys and the joins that the values need.
  let needsOutside: Bool

  typealias Step = (target: Slot, operation: Operation)

  enum Operation: Sendable {
    case inside(Slot, [PathStep], separator: String?)
    case pattern([Piece])
    case translation(Slot, [(word: [UInt8], meaning: [UInt8])])
    case time(Slot, TimeReader)
    case conditional([CompiledCondition], Slot)
    case key(level: Int)
    case file(String)
    case join(Int, by: [Slot], [PathStep], separator: String?)
  }

  enum Piece: Sendable {
    case literal([UInt8])
    case value([Slot])
  }

  init(_ steps: [Step], of profile: ProfileName) {
    (self.steps, self.profile) = (steps, profile)
    needsOutside = steps.contains {
      switch $0.operation {
      case .key(let level): level > 0
      case .file, .join: true
      case .inside, .pattern, .translation, .time, .conditional: false
      }
    }
  }

  /// Writes the values for a record; they live until the next call with the same `derived`.
  func write(into fields: RecordFields, key: String?, _ derived: DerivedValues) {
    guard let base = fields.values.baseAddress else { return }
    derived.arena.reset()
    let values = UnsafeMutablePointer(mutating: base)
    for step in steps {
      values[step.target.index] = value(step.operation, fields, key: key, derived: derived)
    }
  }

  private func value(
    _ operation: Operation, _ fields: RecordFields, key: String?, derived: DerivedValues
  ) -> tidings_json_value {
    switch operation {
    case .inside(let base, let steps, let separator):
      var found = FoundValues(steps: steps, language: derived.language, arena: derived.arena)
      found.search(fields[base])
      return found.value(joinedBy: separator)
    case .pattern(let pieces): return pattern(pieces, fields, arena: derived.arena)
    case .translation(let slot, let words):
      guard let text = fields[slot].textBytes else { return fields[slot].raw }
      let known = words.first { ASCII.equalIgnoringCase(text, $0.word) }
      return known?.meaning.withUnsafeBytes(derived.arena.string) ?? fields[slot].raw
    case .time(let slot, let form): return time(fields[slot], form, arena: derived.arena)
    case .conditional(let conditions, let slot):
      return conditions.allSatisfy { $0.holds(in: fields) } ? fields[slot].raw : .absent
    case .key(let level):
      let name = level == 0 ? key : derived.origin.outerKey
      return name.map(derived.arena.text) ?? .absent
    case .file(let name):
      return derived.origin.surroundings.file[profile]?[name].map(derived.arena.text) ?? .absent
    case .join(let index, let keys, let steps, let separator):
      var found = FoundValues(
        steps: steps, language: derived.language, arena: derived.arena,
        most: FoundValues.mostJoined)
      let joins = derived.origin.surroundings.joins[profile] ?? []
      if index < joins.count { joins[index].find(fields, by: keys) { found.search($0) } }
      return found.value(joinedBy: separator)
    }
  }

  private func time(
    _ value: FieldValue, _ form: TimeReader, arena: ByteArena
  ) -> tidings_json_value {
    let text = value.textBytes.flatMap { form.parts(of: $0)?.dateTime }
    return text?.withUnsafeBytes(arena.string) ?? value.raw
  }

  /// The limit of a text made by a pattern: one that names others repeats what they repeat. A
  /// longer one counts as missing.
  private static let longestText = 1 << 20

  private func pattern(
    _ pieces: [Piece], _ fields: RecordFields, arena: ByteArena
  ) -> tidings_json_value {
    var text: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .literal(let bytes): text += bytes
      case .value(let slots):
        guard let bytes = fields.firstText(slots), text.count + bytes.count <= Self.longestText
        else { return .absent }
        text.append(contentsOf: bytes)
      }
    }
    return text.isEmpty ? .absent : text.withUnsafeBytes { arena.string($0) }
  }
}

/// The values that one thread derives from a record, and what is around the record.
final class DerivedValues {
  let arena = ByteArena()
  /// Ids of the record in another form than it has.
  let ids = ByteArena()
  /// The reader's language; nil while an index is built.
  var language: Language?
  var origin = Origin()
}

/// Values found inside others, by steps.
private struct FoundValues {
  let steps: [PathStep]
  let language: Language?
  let arena: ByteArena
  /// More are left out; a record bounds what is in it.
  var most = Int.max
  var values: [tidings_json_value] = []

  /// No document shows as many, and joins may find one object again and again.
  static let mostJoined = 100_000

  mutating func search(_ value: FieldValue) {
    if steps.isEmpty {
      values.append(value.raw)
    } else if let json = inner(value) {
      search(json, steps[...])
    }
  }

  /// The list or object in a value, or in the text that it is.
  private func inner(_ value: FieldValue) -> JSONText? {
    switch value.kind {
    case TIDINGS_JSON_ARRAY, TIDINGS_JSON_OBJECT: return JSONText(value.bytes)
    case TIDINGS_JSON_STRING: return container(in: value.bytes)
    default: return nil
    }
  }

  private func container(in text: UnsafeRawBufferPointer) -> JSONText? {
    guard let first = text.first, "[{".utf8.contains(first) else { return nil }
    return JSONText(text)
  }

  private mutating func search(_ json: JSONText, _ steps: ArraySlice<PathStep>) {
    guard let step = steps.first else {
      if values.count < most, json.kind != .null { values.append(arena.value(json)) }
      return
    }
    let rest = steps.dropFirst()
    if json.kind == .string {
      let text = FieldValue(raw: arena.value(json)).bytes
      if let inner = container(in: text) { search(inner, steps) }
      return
    }
    switch step {
    case .name(let name): if let inner = json.member(name) { search(inner, rest) }
    case .element(let number):
      guard json.kind == .array else { return }
      for (index, part) in json.parts.enumerated() where index == number {
        search(part.value, rest)
        return
      }
    case .all: for part in json.parts { search(part.value, rest) }
    case .language: if let inner = translated(json) { search(inner, rest) }
    }
  }

  /// The member in the reader's language, else in English, else the first.
  private func translated(_ json: JSONText) -> JSONText? {
    guard json.kind == .object else { return nil }
    let tags = (language?.tag.fallbacks ?? []) + [.english]
    for tag in tags {
      let name = tag.text.utf8.filter { $0 != UInt8(ascii: "-") }
      let found = json.parts.first { part in
        FieldNames.match(part.name.filter { $0 != UInt8(ascii: "-") }, name)
          && part.value.kind != .null
      }
      if let found { return found.value }
    }
    return json.parts.first { $0.value.kind != .null }?.value
  }

  /// One value as it is; the texts of several joined, or as a list.
  func value(joinedBy separator: String?) -> tidings_json_value {
    guard steps.contains(.all) || values.count > 1 else { return values.first ?? .absent }
    let texts = values.compactMap { value in
      FieldValue(raw: value).textBytes.map {
        (bytes: $0, isNumber: FieldValue(raw: value).kind == TIDINGS_JSON_NUMBER)
      }
    }
    guard !texts.isEmpty else { return .absent }
    var joined: [UInt8] = []
    if separator == nil { joined.append(UInt8(ascii: "[")) }
    for (index, text) in texts.enumerated() {
      if index > 0 { joined += (separator ?? ",").utf8 }
      if separator == nil, !text.isNumber {
        JSONEscape.appendRaw(text.bytes, to: &joined)
      } else {
        joined.append(contentsOf: text.bytes)
      }
    }
    if separator == nil { joined.append(UInt8(ascii: "]")) }
    let kind = separator == nil ? TIDINGS_JSON_ARRAY : TIDINGS_JSON_STRING
    return joined.withUnsafeBytes { arena.value($0, kind) }
  }
}

extension tidings_json_value {
  static var absent: tidings_json_value {
    tidings_json_value(bytes: nil, length: 0, kind: UInt8(TIDINGS_JSON_ABSENT.rawValue))
  }
}

extension RecordPaths {
  /// How a value is made, with the slots of what it is made from.
  func operation(_ derivation: Derivation) -> Derivations.Operation {
    switch derivation {
    case .inside(let base, let inner, let separator):
      return .inside(slot(for: base), inner, separator: separator)
    case .pattern(let pieces):
      return .pattern(
        pieces.map { piece in
          switch piece {
          case .literal(let text): .literal(Array(text.utf8))
          case .value(let paths): .value(slots(for: paths))
          }
        })
    case .translation(let path, let words):
      let bytes = words.map { (word: Array($0.word.utf8), meaning: Array($0.meaning.utf8)) }
      return .translation(slot(for: path), bytes)
    case .time(let path, let pattern): return .time(slot(for: path), TimeReader(pattern))
    case .conditional(let conditions, let path):
      return .conditional(conditions.map { CompiledCondition($0, paths: self) }, slot(for: path))
    case .outside(.key(let level), _, _): return .key(level: level)
    case .outside(.file(let name), _, _): return .file(name)
    case .outside(.join(let name), let inner, let separator):
      let index = joins.firstIndex { $0.name == name } ?? 0
      return .join(index, by: slots(for: joins[index].key), inner, separator: separator)
    }
  }
}
