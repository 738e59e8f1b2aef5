/// Eight bytes in one register, for the loops that touch every byte of every message.
///
/// The tests mark a byte by its highest bit. Borrows may mark bytes above a marked one falsely, never
/// below, so the lowest mark is right (Anderson, "Bit Twiddling Hacks": haszero, hasless).
struct EightBytes {
  let word: UInt64

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Reads eight bytes, the first lowest; they must exist.
  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    word =
      UnsafeRawBufferPointer(bytes)
      .loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
  }

  @inline(__always)
  func marks(equalTo byte: UInt8) -> UInt64 {
    let difference = word ^ (Self.ones &* UInt64(byte))
    return (difference &- Self.ones) & ~difference & Self.highs
  }

  @inline(__always)
  func marks(below byte: UInt8) -> UInt64 {
    (word &- (Self.ones &* UInt64(byte))) & ~word & Self.highs
  }

  /// Where the first mark is, 0 to 7; 8 without one.
  @inline(__always)
  static func first(_ marks: UInt64) -> Int { marks.trailingZeroBitCount >> 3 }
}
