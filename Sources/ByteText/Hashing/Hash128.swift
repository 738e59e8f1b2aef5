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
