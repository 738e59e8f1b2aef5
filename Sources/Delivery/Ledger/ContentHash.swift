/// A hash of a message's bytes, to tell in the ledger whether a message is still the same.
///
/// Every byte of every message goes through it, so that it multiplies sixteen bytes a step instead of
/// stirring eight (as wyhash by Wang Yi does; SipHash takes five times as long). It keeps no secret,
/// and nobody gains by two messages with one hash: the ledger knows messages by their recipient and
/// slot.
enum ContentHash {
  // Odd, with as many ones as zeros, and no multiple of each other.
  private static let first: UInt64 = 0xA076_1D64_78BD_642F
  private static let second: UInt64 = 0xE703_7ED1_A0B4_28DB

  static func of(_ bytes: [UInt8]) -> Hash128 {
    bytes.withUnsafeBytes { bytes in
      var low = first ^ UInt64(bytes.count)
      var high = second
      var place = 0
      while place &+ 16 <= bytes.count {
        let one = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
        let other = bytes.loadUnaligned(fromByteOffset: place &+ 8, as: UInt64.self).littleEndian
        low = mix(low ^ one, first ^ other)
        high = mix(high ^ other, second ^ one)
        place &+= 16
      }
      var rest: (UInt64, UInt64) = (0, 0)
      for index in place..<bytes.count {
        let shift = UInt64(8 * ((index - place) % 8))
        if index - place < 8 {
          rest.0 |= UInt64(bytes[index]) << shift
        } else {
          rest.1 |= UInt64(bytes[index]) << shift
        }
      }
      low = mix(low ^ rest.0, first ^ rest.1)
      high = mix(high ^ rest.1, second ^ rest.0)
      return Hash128(low: mix(low, second ^ high), high: mix(high, first ^ low))
    }
  }

  /// Both halves of the product, one on the other; what it was made from is kept in it, so that a
  /// factor of zero loses nothing.
  @inline(__always)
  private static func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.low ^ product.high ^ one
  }
}
