/// UTF-8 whose width is measured: the views of `String` check every index, which takes as long as
/// the measuring.
typealias WidthBytes = UnsafeBufferPointer<UInt8>

extension WidthBytes {
  /// The scalar at an index of UTF-8 and how many bytes it has; U+FFFD where the bytes are none.
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

  /// The length of the line break at an index (`Character.isNewline`), 0 where there is none.
  func lineBreak(at index: Int) -> Int {
    switch self[index] {
    case 0x0A, 0x0B, 0x0C: return 1
    case 0x0D: return index + 1 < count && self[index + 1] == 0x0A ? 2 : 1
    case 0xC2: return index + 1 < count && self[index + 1] == 0x85 ? 2 : 0
    case 0xE2:
      guard index + 2 < count, self[index + 1] == 0x80 else { return 0 }
      return self[index + 2] == 0xA8 || self[index + 2] == 0xA9 ? 3 : 0
    default: return 0
    }
  }

  subscript(bytes range: Range<Int>) -> WidthBytes { WidthBytes(rebasing: self[range]) }

  /// Eight bytes from an index on, in one register; they must exist.
  @inline(__always)
  private func eight(at index: Int) -> UInt64 {
    UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: UInt64.self)
  }

  /// Whether each byte is a column: U+0020 to U+007E. Most texts are asked this first.
  package var isPrintableASCII: Bool {
    var index = 0
    guard count >= 8 else {
      while index < count {
        if self[index] &- 0x20 >= 0x5F { return false }
        index += 1
      }
      return true
    }
    // Of what is printable neither the byte nor one more nor 32 less has the highest bit; carries
    // and borrows reach a neighbour only from a byte that already told.
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
  /// The scalar of a value that bytes gave; U+FFFD where it is none.
  init(orReplacement value: UInt32) { self = Unicode.Scalar(value) ?? "\u{FFFD}" }
}
