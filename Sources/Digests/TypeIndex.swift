package import Notifications
import UTF8Bytes

/// Types that profiles list, each with its number: its place in the list.
///
/// A hash that is not keyed finds them: what is in the table is not for an export to decide, so that no
/// choice of names can slow it down. A dictionary, which hashes by a key, takes several times as long,
/// and every notification is looked up several times.
package struct TypeIndex: Sendable {
  package let types: [TypeIdentity]
  /// The UTF-8 of all types, each with its profile's behind it: comparing with these counts no
  /// references.
  private var text: [UInt8] = []
  /// By number.
  private var places: [Place] = []
  /// Numbers by hash, at most half of them taken; -1 is none.
  private var slots: [Int]

  private struct Place {
    var start: Int
    var profile: Int
    var end: Int
  }

  /// - Parameter types: of one that is given twice the first place counts.
  package init(_ types: [TypeIdentity]) {
    self.types = types
    var size = 8
    while size < 2 * types.count { size *= 2 }
    slots = Array(repeating: -1, count: size)
    for (number, type) in types.enumerated() {
      let start = text.count
      text += type.type.text.utf8
      let profile = text.count
      text += type.profile.text.utf8
      places.append(Place(start: start, profile: profile, end: text.count))
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
    type.text.withBytes { type in
      profile.text.withBytes { profile in
        var slot = Int(truncatingIfNeeded: Self.hash(type)) & (slots.count - 1)
        while slots[slot] >= 0 {
          let place = places[slots[slot]]
          if isEqual(type, place.start..<place.profile),
            isEqual(profile, place.profile..<place.end)
          {
            break
          }
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

  /// Of the type alone: few profiles share one (FNV-1a).
  private static func hash(_ type: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in type { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash ^ hash >> 32
  }
}
