package import Notifications
import UTF8Bytes

/// The types that profiles list, numbered by their position in the list.
///
/// The hash has no random key, since the table's content does not come from an export. A dictionary,
/// whose hash has one, takes several times as long, and every notification is looked up several times.
package struct TypeIndex: Sendable {
  package let types: [TypeID]
  /// The UTF-8 of every type followed by its profile: comparing these bytes counts no references.
  private var text: [UInt8] = []
  /// By number.
  private var ranges: [Ranges] = []
  /// Numbers by hash, at most half full; -1 is an empty slot.
  private var slots: [Int]

  private struct Ranges {
    var type: Range<Int>
    var profile: Range<Int>
  }

  /// - Parameter types: The first position counts if a type is repeated.
  package init(_ types: [TypeID]) {
    self.types = types
    var size = 8
    while size < 2 * types.count { size *= 2 }
    slots = Array(repeating: -1, count: size)
    for (number, type) in types.enumerated() {
      let start = text.count
      text += type.key.text.utf8
      let border = text.count
      text += type.profile.text.utf8
      ranges.append(Ranges(type: start..<border, profile: border..<text.count))
      let slot = slot(of: type.profile, type.key)
      if slots[slot] < 0 { slots[slot] = number }
    }
  }

  /// The number of a type; nil if the list does not contain it.
  package subscript(profile: ProfileName, type: TypeKey) -> Int? {
    let number = slots[slot(of: profile, type)]
    return number < 0 ? nil : number
  }

  /// The slot that holds the type or would hold it.
  private func slot(of profile: ProfileName, _ type: TypeKey) -> Int {
    type.text.withBytes { type in
      profile.text.withBytes { profile in
        var slot = Int(truncatingIfNeeded: Self.hash(type)) & (slots.count - 1)
        while slots[slot] >= 0 {
          let ranges = ranges[slots[slot]]
          if isEqual(type, ranges.type), isEqual(profile, ranges.profile) { break }
          slot = (slot + 1) & (slots.count - 1)
        }
        return slot
      }
    }
  }

  private func isEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    guard bytes.count == range.count else { return false }
    var difference: UInt8 = 0
    for index in 0..<bytes.count { difference |= bytes[index] ^ text[range.lowerBound + index] }
    return difference == 0
  }

  /// FNV-1a of the type alone, since few profiles share a type.
  private static func hash(_ type: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in type { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash ^ hash >> 32
  }
}

/// The numbers and the order of the types that profiles and their rules name: first the listed ones in
/// the profiles' order, then those that only a rule names.
struct TypeOrder: Sendable {
  /// The number of types that a profile lists.
  let listed: Int
  private let numbers: TypeIndex
  private let profiles: [ProfileName: Int]

  init(_ profiles: [ProfileRules]) {
    let listed = profiles.flatMap { rules in rules.types.map { TypeID(rules.profile, $0) } }
    let named = profiles.flatMap { rules in
      (rules.collapse.flatMap { $0.types.sorted() }
        + rules.supersedes.flatMap { [$0.superseding, $0.superseded] })
        .map { TypeID(rules.profile, $0) }
    }
    var known: Set<TypeID> = []
    numbers = TypeIndex((listed + named).filter { known.insert($0).inserted })
    self.listed = Set(listed).count
    self.profiles = Dictionary(zip(profiles.map(\.profile), profiles.indices)) { first, _ in first }
  }

  var types: [TypeID] { numbers.types }

  subscript(profile: ProfileName, type: TypeKey) -> Int? { numbers[profile, type] }

  /// The order of unlisted types: by profile, then by key, both as bytes.
  func precedes(_ left: TypeID, _ right: TypeID) -> Bool {
    let ranks = (profiles[left.profile] ?? .max, profiles[right.profile] ?? .max)
    if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
    if left.profile != right.profile { return left.profile < right.profile }
    return left.key < right.key
  }
}

/// Numbers for all types that occur: those of the order, then unknown ones as they appear.
struct TypeNumbers: Sendable {
  private let order: TypeOrder
  private var unknown: [TypeID: Int] = [:]
  private(set) var types: [TypeID]

  init(_ order: TypeOrder) {
    self.order = order
    types = order.types
  }

  mutating func number(of type: TypeKey, in profile: ProfileName) -> Int {
    if let number = order[profile, type] { return number }
    let type = TypeID(profile, type)
    if let number = unknown[type] { return number }
    unknown[type] = types.count
    types.append(type)
    return types.count - 1
  }

  /// Tallies by number as documents show them: in order, without empty ones.
  func typeTallies(_ tallies: [Tally]) -> [TypeTally] {
    let listed = tallies.indices.prefix(order.listed).filter { tallies[$0].total > 0 }
    let rest = tallies.indices.dropFirst(order.listed).filter { tallies[$0].total > 0 }
    let numbers =
      rest.isEmpty ? listed : listed + rest.sorted { order.precedes(types[$0], types[$1]) }
    return numbers.map { TypeTally(type: types[$0], tally: tallies[$0]) }
  }
}
