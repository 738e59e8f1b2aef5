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
  func write(to bytes: UnsafeMutableBufferPointer<UInt8>, at index: Int) {
    UnsafeMutableRawBufferPointer(bytes)
      .storeBytes(of: word.littleEndian, toByteOffset: index, as: UInt64.self)
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

  /// Bytes above 127.
  @inline(__always)
  var marksBeyondASCII: UInt64 { word & Self.highs }

  /// How many bytes are above 127; a multiplication adds up the eight bits, since the plainest
  /// processors that Swift builds for count no bits.
  @inline(__always)
  var countBeyondASCII: Int {
    Int(truncatingIfNeeded: (((word >> 7) & Self.ones) &* Self.ones) >> 56)
  }

  /// Where the first mark is, 0 to 7; 8 without one.
  @inline(__always)
  static func first(_ marks: UInt64) -> Int { marks.trailingZeroBitCount >> 3 }
}

extension UnsafeBufferPointer<UInt8> {
  /// The index of the first LF from `start` on, or the count.
  func lineEnd(from start: Int) -> Int {
    var index = start
    while index + 8 <= count {
      let marks = EightBytes(self, at: index).marks(equalTo: ASCII.lf)
      if marks != 0 { return index + EightBytes.first(marks) }
      index += 8
    }
    while index < count, self[index] != ASCII.lf { index += 1 }
    return index
  }
}
