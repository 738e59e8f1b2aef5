package import Notifications

/// Types that profiles list, each with its number: its place in the list.
///
/// A hash that is not keyed finds them: what is in the table is not for an export to decide, so that no
/// choice of names can slow it down. A dictionary takes five times as long, and every notification is
/// looked up several times.
package struct TypeIndex: Sendable {
  package let types: [TypeIdentity]
  /// Numbers of types by hash, at most half of them taken; -1 is none.
  private var slots: [Int]

  /// - Parameter types: of one that is given twice the first place counts.
  package init(_ types: [TypeIdentity]) {
    self.types = types
    var size = 8
    while size < 2 * types.count { size *= 2 }
    slots = Array(repeating: -1, count: size)
    for (number, type) in types.enumerated() {
      let slot = slot(of: type.profile, type.type)
      if slots[slot] < 0 { slots[slot] = number }
    }
  }

  /// The number of a type, nil where it is not in the list.
  package subscript(profile: ProfileName, type: TypeKey) -> Int? {
    let number = slots[slot(of: profile, type)]
    return number < 0 ? nil : number
  }

  /// Where a type is, or would be.
  private func slot(of profile: ProfileName, _ type: TypeKey) -> Int {
    var slot = Int(truncatingIfNeeded: Self.hash(type)) & (slots.count - 1)
    while slots[slot] >= 0 {
      let known = types[slots[slot]]
      if known.type == type, known.profile == profile { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  /// Of the type alone: few profiles share one (FNV-1a).
  private static func hash(_ type: TypeKey) -> UInt64 {
    var text = type.text
    return text.withUTF8 { bytes in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return hash ^ hash >> 32
    }
  }
}
