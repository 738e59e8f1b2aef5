package import Notifications

/// Values by type, for the types that profiles list.
///
/// A hash that is not keyed finds them: what is in the table is not for an export to decide, so that no
/// choice of names can slow it down. A dictionary takes five times as long, and every notification is
/// looked up several times.
package struct TypeMap<Value: Sendable>: Sendable {
  private var entries: [(type: TypeIdentity, value: Value)] = []
  /// Numbers of entries by hash, at most half of them taken; -1 is none.
  private var slots: [Int]

  /// Of a type that is given twice the first value counts.
  package init(_ values: some Sequence<(TypeIdentity, Value)>) {
    let values = Array(values)
    var size = 8
    while size < 2 * values.count { size *= 2 }
    slots = Array(repeating: -1, count: size)
    entries.reserveCapacity(values.count)
    for (type, value) in values {
      let slot = slot(of: type.profile, type.type)
      guard slots[slot] < 0 else { continue }
      slots[slot] = entries.count
      entries.append((type, value))
    }
  }

  /// The value of a type, nil where the table has none.
  package subscript(profile: ProfileName, type: TypeKey) -> Value? {
    let number = slots[slot(of: profile, type)]
    return number < 0 ? nil : entries[number].value
  }

  /// Where a type is, or would be.
  private func slot(of profile: ProfileName, _ type: TypeKey) -> Int {
    var slot = Int(truncatingIfNeeded: Self.hash(type)) & (slots.count - 1)
    while slots[slot] >= 0 {
      let entry = entries[slots[slot]].type
      if entry.type == type, entry.profile == profile { break }
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
