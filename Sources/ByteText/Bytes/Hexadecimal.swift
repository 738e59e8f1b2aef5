/// Numbers and bytes in hexadecimal digits.
package enum Hexadecimal {
  /// The lower-case digit of a value below 16.
  @inlinable @inline(__always)
  package static func lowercaseDigit(_ value: UInt8) -> UInt8 {
    value &+ (value < 10 ? 0x30 : 0x57)
  }

  /// The upper-case digit of a value below 16, as percent-encoding and RFC 2045 section 6.7 want it.
  @inlinable @inline(__always)
  package static func uppercaseDigit(_ value: UInt8) -> UInt8 {
    value &+ (value < 10 ? 0x30 : 0x37)
  }

  /// The value of a digit of either case; nil for any other byte.
  @inlinable
  package static func value(of digit: UInt8) -> UInt8? {
    if digit.isASCIIDigit { return digit &- 0x30 }
    return digit.isHexadecimalDigit ? (digit | 0x20) &- 0x57 : nil
  }
}

extension UInt64 {
  /// The eight bytes, the lowest first.
  package var littleEndianBytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }
}

extension Sequence<UInt8> {
  /// Two lower-case digits a byte.
  package var hexadecimal: String {
    var text: [UInt8] = []
    text.reserveCapacity(2 * underestimatedCount)
    for byte in self {
      text.append(Hexadecimal.lowercaseDigit(byte >> 4))
      text.append(Hexadecimal.lowercaseDigit(byte & 15))
    }
    return String(decoding: text, as: UTF8.self)
  }
}
