/// Texts compared as ASCII. A character's byte is `UInt8(ascii:)`, which every module inlines.
package enum ASCII {
  /// Whether two texts are equal when the case of ASCII letters does not count.
  ///
  /// Always inlined: another module would call it unspecialized, at 13,000 instructions for a word.
  @inlinable @inline(__always)
  package static func equalIgnoringCase(
    _ left: UnsafeRawBufferPointer, _ right: some Collection<UInt8>
  ) -> Bool {
    guard left.count == right.count else { return false }
    var index = 0
    for byte in right {
      if left[index].asciiLowercased != byte.asciiLowercased { return false }
      index += 1
    }
    return true
  }

  /// A space, tab or carriage return.
  @inlinable @inline(__always)
  package static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  /// The bytes without spaces, tabs and carriage returns at their ends.
  package static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return bytes
  }
}

extension UInt8 {
  @inlinable @inline(__always) package var isASCIIDigit: Bool { self &- 0x30 < 10 }
  @inlinable @inline(__always) package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
  @inlinable @inline(__always) package var isASCIIUppercase: Bool { self &- 0x41 < 26 }
  @inlinable @inline(__always)
  package var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }
  @inlinable @inline(__always)
  package var isHexadecimalDigit: Bool { isASCIIDigit || (self | 0x20) &- 0x61 < 6 }
  /// A C0 control or DEL.
  @inlinable @inline(__always)
  package var isASCIIControl: Bool { self < 0x20 || self == 0x7F }
  @inlinable @inline(__always)
  package var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }
}

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

/// What the UTF-8 bytes at an index of a text stand for, where more than one byte decides it.
///
/// All functions answer 0 where the scalar is not of the kind asked for, and never look past the
/// end.
package enum ScalarBytes {
  package typealias Text = UnsafeBufferPointer<UInt8>

  /// U+FFFD REPLACEMENT CHARACTER, written for what no document may hold.
  package static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// The length of a line break: LF, CR, CR LF, VT, FF, NEL (U+0085), U+2028, U+2029
  /// (Unicode Standard Annex 14, the classes BK, CR, LF, NL).
  package static func lineBreak(_ text: Text, at index: Int) -> Int {
    guard index < text.count else { return 0 }
    switch text[index] {
    case 0x0A, 0x0B, 0x0C: return 1
    case 0x0D: return index + 1 < text.count && text[index + 1] == 0x0A ? 2 : 1
    case 0xC2: return index + 1 < text.count && text[index + 1] == 0x85 ? 2 : 0
    case 0xE2:
      guard index + 2 < text.count, text[index + 1] == 0x80 else { return 0 }
      return text[index + 2] == 0xA8 || text[index + 2] == 0xA9 ? 3 : 0
    default: return 0
    }
  }

  /// The length of a blank, control or line break.
  @inlinable @inline(__always)
  package static func blank(_ text: Text, at index: Int) -> Int {
    switch text[index] {
    case 0...0x20, 0x7F: return 1
    case 0xC2:
      // U+0080 to U+009F
      return index + 1 < text.count && text[index + 1] < 0xA0 ? 2 : 0
    case 0xE2:
      // U+2028 and U+2029
      guard index + 2 < text.count, text[index + 1] == 0x80 else { return 0 }
      return text[index + 2] == 0xA8 || text[index + 2] == 0xA9 ? 3 : 0
    default: return 0
    }
  }

  /// The length of a space: tab, and the category Zs; CommonMark's "Unicode whitespace character"
  /// without the line breaks (section 2.1).
  package static func space(_ text: Text, at index: Int) -> Int {
    guard index < text.count else { return 0 }
    switch text[index] {
    case 0x20, 0x09: return 1
    case 0xC2: return index + 1 < text.count && text[index + 1] == 0xA0 ? 2 : 0
    case 0xE1, 0xE2, 0xE3: return wideSpace(text, at: index)
    default: return 0
    }
  }

  private static func wideSpace(_ text: Text, at index: Int) -> Int {
    guard index + 2 < text.count else { return 0 }
    switch (text[index], text[index + 1], text[index + 2]) {
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F),
      (0xE3, 0x80, 0x80):
      return 3
    default: return 0
    }
  }

  /// The length of a scalar that no HTML document may hold: a control other than tab and the line
  /// breaks, or a noncharacter (HTML Standard, "preprocessing the input stream").
  package static func forbidden(_ text: Text, at index: Int) -> Int {
    guard index < text.count else { return 0 }
    switch text[index] {
    case 0x00...0x08, 0x0E...0x1F, 0x7F: return 1
    case 0xC2:
      guard index + 1 < text.count else { return 0 }
      return (0x80...0x9F).contains(text[index + 1]) && text[index + 1] != 0x85 ? 2 : 0
    case 0xEF:
      guard index + 2 < text.count else { return 0 }
      let isInBlock = text[index + 1] == 0xB7 && (0x90...0xAF).contains(text[index + 2])
      return isInBlock || (text[index + 1] == 0xBF && text[index + 2] >= 0xBE) ? 3 : 0
    case 0xF0...0xF4:
      guard index + 3 < text.count else { return 0 }
      let isLast = text[index + 1] & 0x0F == 0x0F && text[index + 2] == 0xBF
      return isLast && text[index + 3] >= 0xBE ? 4 : 0
    default: return 0
    }
  }

  /// The scalar value of the well-formed sequence of `length` bytes at an index.
  package static func value(_ text: Text, at index: Int, length: Int) -> UInt32 {
    switch length {
    case 1: return UInt32(text[index])
    case 2: return UInt32(text[index] & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F)
    default:
      return UInt32(text[index] & 0x0F) << 12 | UInt32(text[index + 1] & 0x3F) << 6
        | UInt32(text[index + 2] & 0x3F)
    }
  }
}
