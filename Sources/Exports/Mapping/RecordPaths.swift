import ByteText
import CSimdJSON
import Notifications
package import Profiles

/// The paths whose values a walk collects, and their slots.
///
/// One thread builds it, then any thread reads it. The C table never changes after the last
/// `slot(for:)`, so it is safe to share.
package final class RecordPaths: @unchecked Sendable {
  /// For `tidings_json_walk`.
  let table: OpaquePointer = tidings_json_paths_create()
  private var lists: [UnsafeMutableBufferPointer<Slot>] = []
  /// The derived values of the profile whose paths are being added.
  private var derived: [FieldPath: Slot] = [:]
  private var steps: [Derivations.Step] = []
  private(set) var joins: [Join] = []
  private var profile = ProfileName("")

  package init() {}

  deinit {
    tidings_json_paths_destroy(table)
    for list in lists { list.deallocate() }
  }

  /// The number of values that a walk writes.
  var slotCount: Int { Int(tidings_json_paths_slots(table)) }

  /// The slot of a path; equal paths share a slot, derived ones within their profile.
  package func slot(for path: FieldPath) -> Slot {
    guard let derivation = path.derivation else { return slot(forNames: path.segments) }
    if let known = derived[path] { return known }
    let operation = operation(derivation)
    let slot = Slot(index: Int(tidings_json_paths_reserve(table)))
    derived[path] = slot
    steps.append((slot, operation))
    return slot
  }

  /// Begins the paths of a profile, whose derived values are collected.
  func begin(_ profile: Profile) {
    (derived, steps) = ([:], [])
    joins = profile.joins
    self.profile = profile.name
  }

  /// What makes the derived values among the paths since `begin`; nil if there are none.
  var derivations: Derivations? { steps.isEmpty ? nil : Derivations(steps, of: profile) }

  package func slot(forNames names: [String]) -> Slot {
    let segments = names.map { ContiguousArray($0.utf8CString) }
    return withPointers(to: segments[...], []) { pointers in
      pointers.withUnsafeBufferPointer {
        Slot(index: Int(tidings_json_paths_add(table, $0.baseAddress, $0.count)))
      }
    }
  }

  package func slots(for paths: [FieldPath]) -> [Slot] { paths.map(slot(for:)) }

  /// The slots of paths that are looked up for every record.
  func list(for paths: [FieldPath]) -> SlotList {
    let list = UnsafeMutableBufferPointer<Slot>.allocate(capacity: paths.count)
    _ = list.initialize(from: slots(for: paths))
    lists.append(list)
    return SlotList(slots: UnsafeBufferPointer(list))
  }

  private func withPointers<Answer>(
    to segments: ArraySlice<ContiguousArray<CChar>>, _ pointers: [UnsafePointer<CChar>?],
    _ body: ([UnsafePointer<CChar>?]) -> Answer
  ) -> Answer {
    guard let first = segments.first else { return body(pointers) }
    return first.withUnsafeBufferPointer {
      withPointers(to: segments.dropFirst(), pointers + [$0.baseAddress], body)
    }
  }
}

/// Slots that are tried in order; valid as long as their `RecordPaths`.
///
/// An array would be retained and released at each of a record's ten lookups, which took a tenth of
/// all reading. The slots never change once made, so threads may share them.
struct SlotList: Sequence, @unchecked Sendable {
  fileprivate let slots: UnsafeBufferPointer<Slot>

  static let none = SlotList(slots: UnsafeBufferPointer(start: nil, count: 0))

  var isEmpty: Bool { slots.isEmpty }

  func makeIterator() -> UnsafeBufferPointer<Slot>.Iterator { slots.makeIterator() }
}

struct FieldSlots: Sendable {
  /// By the field's ordinal.
  private let byField: [SlotList]

  init(_ profile: Profile, paths: RecordPaths, only wanted: Set<Field>) {
    byField = Field.allCases.map {
      paths.list(for: wanted.contains($0) ? profile.fields[$0] ?? [] : [])
    }
  }

  subscript(field: Field) -> SlotList { byField[field.ordinal] }
}

// Other modules have arrays: a generic function of another module would not be specialized.
extension RecordFields {
  package func first(_ slots: [Slot]) -> FieldValue? { slots.withUnsafeBufferPointer { first($0) } }

  package func text(_ slots: [Slot]) -> String? { slots.withUnsafeBufferPointer { text($0) } }

  package func firstText(_ slots: [Slot]) -> UnsafeRawBufferPointer? {
    slots.withUnsafeBufferPointer { firstText($0) }
  }

  /// The first text as an id: an integer in any form of number is its digits.
  package func idText(_ slots: [Slot]) -> String? {
    slots.lazy.compactMap { self[$0].idText }.first
  }
}

extension RecordFields {
  /// The first value that is present and not null.
  func first(_ slots: some Sequence<Slot>) -> FieldValue? {
    for slot in slots where !self[slot].isMissing { return self[slot] }
    return nil
  }

  /// The first value that is a text, number or id, and not empty.
  func firstText(_ slots: some Sequence<Slot>) -> UnsafeRawBufferPointer? {
    for slot in slots { if let bytes = self[slot].textBytes { return bytes } }
    return nil
  }

  func text(_ slots: some Sequence<Slot>) -> String? {
    firstText(slots).map { String(validated: $0) }
  }
}

/// The names of fields, which match in snake_case and camelCase alike.
package enum FieldNames {
  /// Whether two names are one when case and underscores do not count, as in the walk.

  package static func match(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool {
    var left = left.makeIterator()
    var right = right.makeIterator()
    while true {
      let byte = nextSignificant(&left)
      guard byte == nextSignificant(&right) else { return false }
      if byte == nil { return true }
    }
  }

  /// The bytes of a name that tell it from others: those of names that match are equal.
  static func significant(_ name: some Sequence<UInt8>) -> [UInt8] {
    name.filter { $0 != UInt8(ascii: "_") }.map(\.asciiLowercased)
  }

  private static func nextSignificant(_ bytes: inout some IteratorProtocol<UInt8>) -> UInt8? {
    while let byte = bytes.next() {
      if byte == UInt8(ascii: "_") { continue }
      return byte.asciiLowercased
    }
    return nil
  }
}

extension JSONText {
  /// The last member of that name, whatever the case and underscores of names; nil where there is
  /// none, or no object.
  func member(_ name: String) -> JSONText? {
    var found: JSONText?
    for part in parts where FieldNames.match(part.name, name.utf8) { found = part.value }
    return found
  }
}
