/// Eight bytes of a text in one register, for what looks at every byte of every title and body.
///
/// The tests mark a byte by its highest bit; borrows may mark bytes above a marked one falsely, never
/// below, so that zero says that there is none.
struct ByteWord {
  let bits: UInt64

  /// Reads eight bytes, the first lowest; they must exist.
  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>, at index: Int) {
    bits =
      UnsafeRawBufferPointer(text)
      .loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
  }

  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Marks C0 controls.
  @inline(__always)
  var controls: UInt64 { (bits &- 0x2020_2020_2020_2020) & ~bits & Self.highs }

  /// Marks DEL.
  @inline(__always)
  var deletes: UInt64 { (bits &+ Self.ones) & ~bits & Self.highs }

  /// Marks bytes that equal one once the bits of `either` are set in both.
  @inline(__always)
  func marks(_ byte: UInt8, either: UInt8 = 0) -> UInt64 {
    let difference = (bits | Self.ones &* UInt64(either)) ^ Self.ones &* UInt64(byte | either)
    return (difference &- Self.ones) & ~difference & Self.highs
  }

  /// Marks spaces, and nothing else.
  @inline(__always)
  var spaces: UInt64 {
    let difference = bits ^ 0x2020_2020_2020_2020
    return ~(((difference & ~Self.highs) &+ ~Self.highs) | difference) & Self.highs
  }
}
