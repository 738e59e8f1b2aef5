/// A hash of a whole message, to tell whether it is still the same; the ledger stores it, so that its
/// values never change.
///
/// Not `SipHash`: every byte of every message goes through it, so that it multiplies sixteen bytes at a
/// time instead of stirring eight (as wyhash by Wang Yi does), in a quarter of the time. It keeps no
/// secret, and nobody gains by two messages with one hash: they are known by recipient and slot.
package enum ContentHash {
  // Odd, with as many ones as zeros, and no multiple of each other.
  private static let first: UInt64 = 0xA076_1D64_78BD_642F
  private static let second: UInt64 = 0xE703_7ED1_A0B4_28DB

  package static func of(_ bytes: [UInt8]) -> Hash128 {
    let words = bytes.span.bytes
    var low = first
    var high = second
    var place = 0
    // Two chains, so that the processor need not wait for one product to begin the next.
    while place &+ 32 <= bytes.count {
      low = mix(low ^ word(words, place), first ^ word(words, place &+ 8))
      high = mix(high ^ word(words, place &+ 16), second ^ word(words, place &+ 24))
      place &+= 32
    }
    while place &+ 8 <= bytes.count {
      (low, high) = (high, mix(low ^ word(words, place), first))
      place &+= 8
    }
    var rest: UInt64 = 0
    for byte in bytes[place...] { rest = rest << 8 | UInt64(byte) }
    low = mix(low ^ rest, second ^ UInt64(bytes.count))
    return Hash128(low: mix(low, second ^ high), high: mix(high, first ^ low))
  }

  @inline(__always)
  private static func word(_ bytes: RawSpan, _ place: Int) -> UInt64 {
    bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self).littleEndian
  }

  /// Both halves of the product, one on the other; what it was made from is kept in it, so that a
  /// factor of zero loses nothing.
  @inline(__always)
  private static func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
    one.foldedProduct(with: other) ^ one
  }
}

/// A hash of 128 bits.
package struct Hash128: Hashable, Sendable {
  package var low: UInt64
  package var high: UInt64

  package init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// The 16 bytes in the algorithm's order.
  package var bytes: [UInt8] { low.littleEndianBytes + high.littleEndianBytes }

  /// 32 lower-case digits.
  package var hexadecimal: String { bytes.hexadecimal }

  /// Reads 32 hexadecimal digits; nil for anything else.
  package init?(hexadecimal digits: some StringProtocol) {
    guard digits.utf8.count == 32, digits.utf8.allSatisfy(Self.isLowercaseDigit),
      let low = UInt64(digits.prefix(16), radix: 16),
      let high = UInt64(digits.dropFirst(16), radix: 16)
    else { return nil }
    self.init(low: low.byteSwapped, high: high.byteSwapped)
  }

  private static func isLowercaseDigit(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || byte &- 0x61 < 6
  }
}
