import ByteText
import Profiles

/// A condition by slots.
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
      return .translation(
        slot(for: path),
        words.sorted { $0.key < $1.key }.map {
          Derivations.Translation(
            word: Array($0.key.utf8), meaning: Array($0.value.utf8))
        })
    case .time(let path, let pattern): return .time(slot(for: path), PatternedTime(pattern))
    case .conditional(let conditions, let path):
      return .conditional(
        conditions.map { CompiledCondition($0, paths: self) }, slot(for: path))
    case .outside(.key(let level), _, _): return .key(level: level)
    case .outside(.file(let name), _, _): return .file(name)
    case .outside(.join(let name), let inner, let separator):
      let index = joins.firstIndex { $0.name == name } ?? 0
      return .join(index, by: slots(for: joins[index].key), inner, separator: separator)
    }
  }
}
