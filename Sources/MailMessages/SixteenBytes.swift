/// Sixteen bytes in one register, for the loops that touch every byte of every message.
struct SixteenBytes {
  typealias Lanes = SIMD16<UInt8>
  typealias Mask = SIMDMask<SIMD16<Int8>>

  let lanes: Lanes

  /// Reads sixteen bytes; they must exist.
  @inline(__always)
  init(_ bytes: UnsafePointer<UInt8>) {
    lanes = UnsafeRawPointer(bytes).loadUnaligned(as: Lanes.self)
  }

  @inline(__always)
  func write(to bytes: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(bytes).storeBytes(of: lanes, as: Lanes.self)
  }

  @inline(__always)
  func equal(to byte: UInt8) -> Mask { lanes .== Lanes(repeating: byte) }

  @inline(__always)
  func below(_ byte: UInt8) -> Mask { lanes .< Lanes(repeating: byte) }

  @inline(__always)
  var beyondASCII: Mask { lanes .>= Lanes(repeating: 0x80) }

  /// Controls, and bytes above 127: as signed numbers, those are negative.
  @inline(__always)
  var belowSpaceOrBeyondASCII: Mask {
    unsafeBitCast(lanes, to: SIMD16<Int8>.self) .< SIMD16<Int8>(repeating: 0x20)
  }

  /// 255 in each lane of a mask that is set, 0 in the others.
  @inline(__always)
  static func lanes(_ mask: Mask) -> Lanes { unsafeBitCast(mask, to: Lanes.self) }

  /// Whether no lane holds anything: two halves are cheaper to look at than sixteen lanes.
  @inline(__always)
  static func areZero(_ lanes: Lanes) -> Bool {
    let halves = unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] == 0
  }

  /// The first lane of a mask that is set, 0 to 15; 16 without one.
  @inline(__always)
  static func first(_ mask: Mask) -> Int {
    let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    let low = halves[0].littleEndian
    return low != 0
      ? low.trailingZeroBitCount >> 3 : 8 &+ halves[1].littleEndian.trailingZeroBitCount >> 3
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The index of the first LF from `start` on, or the count.
  func lineEnd(from start: Int) -> Int {
    var index = start
    while let bytes = baseAddress, index + 16 <= count {
      let length = SixteenBytes.first(SixteenBytes(bytes + index).equal(to: ASCII.lf))
      index += length
      if length < 16 { return index }
    }
    while index < count, self[index] != ASCII.lf { index += 1 }
    return index
  }
}
