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
}

extension Unicode.Scalar {
  /// The scalar of a value that bytes gave; U+FFFD where it is none.
  init(orReplacement value: UInt32) { self = Unicode.Scalar(value) ?? "\u{FFFD}" }
}
