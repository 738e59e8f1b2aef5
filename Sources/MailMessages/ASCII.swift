/// The bytes that mail gives a meaning to, by name.
enum ASCII {
  static let tab: UInt8 = 0x09
  static let lf: UInt8 = 0x0A
  static let cr: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let hyphen: UInt8 = 0x2D
  static let dot: UInt8 = 0x2E
  static let colon: UInt8 = 0x3A
  static let less: UInt8 = 0x3C
  static let equals: UInt8 = 0x3D
  static let greater: UInt8 = 0x3E
  static let question: UInt8 = 0x3F
  static let at: UInt8 = 0x40
  static let backslash: UInt8 = 0x5C
  static let underscore: UInt8 = 0x5F
  static let delete: UInt8 = 0x7F

  /// Upper-case digits, as RFC 2045 section 6.7 asks for.
  static let hexDigits = Array("0123456789ABCDEF".utf8)
}

extension UInt8 {
  var isASCIILetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
  var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isASCIIUppercase: Bool { self >= 0x41 && self <= 0x5A }
  /// A C0 control or DEL.
  var isASCIIControl: Bool { self < 0x20 || self == ASCII.delete }
  var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }

  /// `atext` of RFC 5322 section 3.2.3: what an atom is made of.
  var isAtomText: Bool {
    if isASCIILetter || isASCIIDigit { return true }
    switch self {
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2F, 0x3D, 0x3F, 0x5E...0x60, 0x7B...0x7E:
      return true
    default: return false
    }
  }
}

extension [UInt8] {
  /// Whether the bytes hold `=?`, the beginning of an encoded word (RFC 2047 section 2).
  ///
  /// Text that only looks like an encoded word would be decoded by a reader, so it is encoded.
  var looksEncoded: Bool { zip(self, dropFirst()).contains { $0 == 0x3D && $1 == 0x3F } }

  var isASCII: Bool { allSatisfy { $0 < 0x80 } }

  var asciiLowercased: [UInt8] { map(\.asciiLowercased) }

  mutating func appendCRLF() {
    append(ASCII.cr)
    append(ASCII.lf)
  }

  /// Appends the last so many decimal digits of a number that is not negative.
  mutating func append(digits count: Int, of number: Int) {
    var divisor = 1
    for _ in 1..<count { divisor *= 10 }
    for _ in 0..<count {
      append(0x30 + UInt8(truncatingIfNeeded: number / divisor % 10))
      divisor /= 10
    }
  }
}
