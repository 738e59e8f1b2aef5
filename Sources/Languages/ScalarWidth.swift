import ByteText

enum ScalarWidth {
  /// The columns of a scalar on its own: 0, 1 or 2.
  static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if let common = commonColumns(value) { return common }
    if isZero(scalar) { return 0 }
    return WideRanges.contain(value) ? 2 : 1
  }

  /// The columns of everyday scripts' scalars, which join no neighbors and need no property lookup;
  /// nil for others.
  @inline(__always)
  static func commonColumns(_ value: UInt32) -> Int? {
    switch value {
    case 0x20...0x7E, 0xA0...0x2FF, 0x370...0x482, 0x48A...0x58F: 1
    case 0x0..<0x20, 0x7F..<0xA0: 0
    case 0x5D0...0x5EA, 0x620...0x64A, 0x660...0x66F, 0x671...0x6D5: 1
    case 0x2010...0x2027, 0x2030...0x205E: 1
    case 0x3000...0x3029, 0x3041...0x3096, 0x30A0...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xAC00...0xD7A3, 0xFF01...0xFF60:
      2
    default: nil
    }
  }

  /// Whether a scalar can join its neighbors to a grapheme whose width is not the sum of its
  /// scalars' widths.
  static func joins(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Joiner, emoji presentation, regional indicators, skin tones.
    case 0x200D, 0xFE0F, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF: true
    // Hangul composed of letters.
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF: true
    default:
      scalar.properties.generalCategory == .spacingMark
        || scalar.properties.canonicalCombiningClass == .virama
    }
  }

  private static func isZero(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Signs before the number they belong to, although their category is format.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return false
    // The vowels and final consonants of composed Hangul, and its fillers.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF, 0x3164, 0xFFA0: return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format, .lineSeparator,
      .paragraphSeparator, .control, .surrogate:
      return true
    case .unassigned: return scalar.properties.isDefaultIgnorableCodePoint
    default: return false
    }
  }
}

/// UTF-8 to measure; `String`'s views check every index, which takes as long as measuring.
typealias WidthBytes = UnsafeBufferPointer<UInt8>

extension WidthBytes {
  /// The scalar at an index and its length in bytes; U+FFFD for invalid UTF-8.
  @inline(__always)
  func scalar(at index: Int) -> (value: UInt32, length: Int) {
    let lead = self[index]
    if lead < 0x80 { return (UInt32(lead), 1) }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard lead >= 0xC2, index + length <= count else { return (0xFFFD, 1) }
    var value = UInt32(lead & (0x7F >> UInt8(length)))
    for offset in 1..<length { value = value << 6 | UInt32(self[index + offset] & 0x3F) }
    return (value, length)
  }

  subscript(bytes range: Range<Int>) -> WidthBytes { WidthBytes(rebasing: self[range]) }

  /// How many of the next eight bytes are ASCII from `least`, 0x20 or 0x21, up to the first that is
  /// not, or is DEL; 0 where there are fewer than eight.
  @inline(__always)
  func printable(at index: Int, from least: UInt8) -> Int {
    guard index &+ 8 <= count else { return 0 }
    let ones: UInt64 = 0x0101_0101_0101_0101
    let word = eight(at: index).littleEndian
    // Marks others by their highest bit. A borrow or carry marks none falsely below a true one.
    let others = word | (word &- ones &* UInt64(least)) & ~word | (word &+ ones)
    let marks = others & 0x8080_8080_8080_8080
    return marks == 0 ? 8 : marks.trailingZeroBitCount &>> 3
  }

  /// Eight bytes from an index, which must exist.
  @inline(__always)
  private func eight(at index: Int) -> UInt64 {
    UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: UInt64.self)
  }

  /// Whether each byte is a column: U+0020 to U+007E. Most texts are checked for it first.
  package var isPrintableASCII: Bool {
    var index = 0
    guard count >= 8 else {
      while index < count {
        if self[index] &- 0x20 >= 0x5F { return false }
        index += 1
      }
      return true
    }
    // For a printable byte b, none of b, b + 1 and b - 32 has the highest bit. Carries and borrows
    // reach a neighbor only from a byte that fails the test itself.
    var others: UInt64 = 0
    while index + 8 <= count {
      let word = eight(at: index)
      others |= word | (word &+ 0x0101_0101_0101_0101) | (word &- 0x2020_2020_2020_2020)
      index += 8
    }
    let last = eight(at: count - 8)
    others |= last | (last &+ 0x0101_0101_0101_0101) | (last &- 0x2020_2020_2020_2020)
    return others & 0x8080_8080_8080_8080 == 0
  }
}

extension Unicode.Scalar {
  /// The scalar of a decoded value; U+FFFD if it is not one.
  init(orReplacement value: UInt32) { self = Unicode.Scalar(value) ?? "\u{FFFD}" }
}

/// Code points that take two columns: East Asian Width W and F (UAX 11), Unicode 17.
///
/// The only scalar property that the standard library lacks. Printed by
/// `Tests/Acceptance/support/display_width.py ranges`.
enum WideRanges {
  static func contain(_ value: UInt32) -> Bool {
    let index = table.indices.partition { table[$0].last < value }
    return index < table.count && table[index].first <= value
  }

  private static let table: [(first: UInt32, last: UInt32)] = [
    (0x1100, 0x115F), (0x231A, 0x231B), (0x2329, 0x232A), (0x23E9, 0x23EC), (0x23F0, 0x23F0),
    (0x23F3, 0x23F3), (0x25FD, 0x25FE), (0x2614, 0x2615), (0x2630, 0x2637), (0x2648, 0x2653),
    (0x267F, 0x267F), (0x268A, 0x268F), (0x2693, 0x2693), (0x26A1, 0x26A1), (0x26AA, 0x26AB),
    (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26CE, 0x26CE), (0x26D4, 0x26D4), (0x26EA, 0x26EA),
    (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26FA, 0x26FA), (0x26FD, 0x26FD), (0x2705, 0x2705),
    (0x270A, 0x270B), (0x2728, 0x2728), (0x274C, 0x274C), (0x274E, 0x274E), (0x2753, 0x2755),
    (0x2757, 0x2757), (0x2795, 0x2797), (0x27B0, 0x27B0), (0x27BF, 0x27BF), (0x2B1B, 0x2B1C),
    (0x2B50, 0x2B50), (0x2B55, 0x2B55), (0x2E80, 0x2E99), (0x2E9B, 0x2EF3), (0x2F00, 0x2FD5),
    (0x2FF0, 0x3029), (0x3030, 0x303E), (0x3041, 0x3096), (0x309B, 0x30FF), (0x3105, 0x312F),
    (0x3131, 0x3163), (0x3165, 0x318E), (0x3190, 0x31E5), (0x31EF, 0x321E), (0x3220, 0x3247),
    (0x3250, 0xA48C), (0xA490, 0xA4C6), (0xA960, 0xA97C), (0xAC00, 0xD7A3), (0xF900, 0xFAFF),
    (0xFE10, 0xFE19), (0xFE30, 0xFE52), (0xFE54, 0xFE66), (0xFE68, 0xFE6B), (0xFF01, 0xFF60),
    (0xFFE0, 0xFFE6), (0x16FE0, 0x16FE3), (0x16FF2, 0x16FF6), (0x17000, 0x18CD5),
    (0x18CFF, 0x18D1E), (0x18D80, 0x18DF2), (0x1AFF0, 0x1AFF3), (0x1AFF5, 0x1AFFB),
    (0x1AFFD, 0x1AFFE), (0x1B000, 0x1B122), (0x1B132, 0x1B132), (0x1B150, 0x1B152),
    (0x1B155, 0x1B155), (0x1B164, 0x1B167), (0x1B170, 0x1B2FB), (0x1D300, 0x1D356),
    (0x1D360, 0x1D376), (0x1F004, 0x1F004), (0x1F0CF, 0x1F0CF), (0x1F18E, 0x1F18E),
    (0x1F191, 0x1F19A), (0x1F1E6, 0x1F202), (0x1F210, 0x1F23B), (0x1F240, 0x1F248),
    (0x1F250, 0x1F251), (0x1F260, 0x1F265), (0x1F300, 0x1F320), (0x1F32D, 0x1F335),
    (0x1F337, 0x1F37C), (0x1F37E, 0x1F393), (0x1F3A0, 0x1F3CA), (0x1F3CF, 0x1F3D3),
    (0x1F3E0, 0x1F3F0), (0x1F3F4, 0x1F3F4), (0x1F3F8, 0x1F43E), (0x1F440, 0x1F440),
    (0x1F442, 0x1F4FC), (0x1F4FF, 0x1F53D), (0x1F54B, 0x1F54E), (0x1F550, 0x1F567),
    (0x1F57A, 0x1F57A), (0x1F595, 0x1F596), (0x1F5A4, 0x1F5A4), (0x1F5FB, 0x1F64F),
    (0x1F680, 0x1F6C5), (0x1F6CC, 0x1F6CC), (0x1F6D0, 0x1F6D2), (0x1F6D5, 0x1F6D8),
    (0x1F6DC, 0x1F6DF), (0x1F6EB, 0x1F6EC), (0x1F6F4, 0x1F6FC), (0x1F7E0, 0x1F7EB),
    (0x1F7F0, 0x1F7F0), (0x1F90C, 0x1F93A), (0x1F93C, 0x1F945), (0x1F947, 0x1F9FF),
    (0x1FA70, 0x1FA7C), (0x1FA80, 0x1FA8A), (0x1FA8E, 0x1FAC6), (0x1FAC8, 0x1FAC8),
    (0x1FACD, 0x1FADC), (0x1FADF, 0x1FAEA), (0x1FAEF, 0x1FAF8), (0x20000, 0x2FFFD),
    (0x30000, 0x3FFFD),
  ]
}
