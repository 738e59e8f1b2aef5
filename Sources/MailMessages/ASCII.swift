import ByteText

extension UInt8 {
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
  var isASCII: Bool { allSatisfy { $0 < 0x80 } }

  var asciiLowercased: [UInt8] { map(\.asciiLowercased) }

  mutating func appendCRLF() {
    append(UInt8(ascii: "\r"))
    append(UInt8(ascii: "\n"))
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
