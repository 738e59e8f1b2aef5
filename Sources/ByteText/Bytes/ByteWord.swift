/// Eight bytes of a text in one register, for the loops that look at every byte of every title, body
/// and line.
///
/// The tests mark a byte by its highest bit. Borrows may mark bytes above a marked one falsely, never
/// below: the lowest mark is right, and zero says that there is none (Anderson, "Bit Twiddling Hacks":
/// haszero, hasless).
package struct ByteWord {
  package let bits: UInt64

  /// Reads eight bytes, the first lowest; they must exist.
  @inlinable @inline(__always)
  package init(_ text: UnsafeBufferPointer<UInt8>, at index: Int) {
    bits =
      UnsafeRawBufferPointer(text)
      .loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
  }

  /// As `init(_:at:)`, of untyped bytes.
  @inlinable @inline(__always)
  package init(_ bytes: UnsafeRawBufferPointer, at index: Int) {
    bits = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
  }

  /// Eight times one.
  @inlinable @inline(__always)
  package static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// The highest bit of each byte.
  @inlinable @inline(__always)
  package static var highs: UInt64 { 0x8080_8080_8080_8080 }

  /// Marks C0 controls.
  @inlinable @inline(__always)
  package var controls: UInt64 { (bits &- 0x2020_2020_2020_2020) & ~bits & Self.highs }

  /// Marks DEL.
  @inlinable @inline(__always)
  package var deletes: UInt64 { (bits &+ Self.ones) & ~bits & Self.highs }

  /// Marks bytes that equal one once the bits of `either` are set in both.
  @inlinable @inline(__always)
  package func marks(_ byte: UInt8, either: UInt8 = 0) -> UInt64 {
    let difference = (bits | Self.ones &* UInt64(either)) ^ Self.ones &* UInt64(byte | either)
    return (difference &- Self.ones) & ~difference & Self.highs
  }

  /// Marks spaces, and nothing else.
  @inlinable @inline(__always)
  package var spaces: UInt64 {
    let difference = bits ^ 0x2020_2020_2020_2020
    return ~(((difference & ~Self.highs) &+ ~Self.highs) | difference) & Self.highs
  }

  /// Where the first mark is, 0 to 7; 8 without one.
  @inlinable @inline(__always)
  package static func first(_ marks: UInt64) -> Int { marks.trailingZeroBitCount >> 3 }
}
