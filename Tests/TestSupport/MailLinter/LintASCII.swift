/// ASCII as the linter reads it: a judge shares no table with the code that it judges.
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

  /// Upper-case digits, as RFC 2045 section 6.7 requires.
  static let hexDigits = Array("0123456789ABCDEF".utf8)
}

extension UInt8 {
  var isASCIILetter: Bool {
    (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
  var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
  /// A C0 control or DEL.
  var isASCIIControl: Bool { self < 0x20 || self == 0x7F }
  var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }

  /// `atext` of RFC 5322 section 3.2.3: the characters of an atom.
  var isAtomText: Bool {
    isASCIILetter || isASCIIDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains(self)
  }
}

extension [UInt8] {
  /// Whether the bytes contain `=?`, the beginning of an encoded word (RFC 2047 section 2).
  var looksEncoded: Bool { zip(self, dropFirst()).contains { $0 == 0x3D && $1 == 0x3F } }

  var isASCII: Bool { allSatisfy { $0 < 0x80 } }

  var asciiLowercased: [UInt8] { map(\.asciiLowercased) }
}
