/// MD5 (RFC 1321), for hashes that SQL engines make too: of what was mailed. It keeps
/// no secret, and nobody gains by two ids with one hash.
package enum MD5 {
  /// The first 8 bytes of the hash, the first of them the highest: the first 16 digits that a SQL
  /// engine's `md5` prints.
  package static func hash64(_ bytes: [UInt8]) -> UInt64 {
    state(of: bytes.span.bytes).low.byteSwapped
  }

  private struct State {
    var a: UInt32 = 0x6745_2301
    var b: UInt32 = 0xefcd_ab89
    var c: UInt32 = 0x98ba_dcfe
    var d: UInt32 = 0x1032_5476

    /// The first 8 bytes, the first of them the lowest.
    var low: UInt64 { UInt64(b) << 32 | UInt64(a) }
  }

  private static let block = 64

  /// Whole blocks are read where they are; the rest is padded to one or two more on the stack.
  private static func state(of bytes: RawSpan) -> State {
    var state = State()
    let whole = bytes.byteCount / block * block
    for start in stride(from: 0, to: whole, by: block) { compress(bytes, from: start, &state) }
    let rest = bytes.byteCount - whole
    let padded = rest < 56 ? block : 2 * block
    var end = InlineArray<128, UInt8>(repeating: 0)
    for index in 0..<rest {
      end[index] = bytes.unsafeLoad(fromByteOffset: whole + index, as: UInt8.self)
    }
    end[rest] = 0x80
    let bits = UInt64(truncatingIfNeeded: bytes.byteCount &* 8)
    for index in 0..<8 {
      end[padded - 8 + index] = UInt8(truncatingIfNeeded: bits >> UInt64(8 * index))
    }
    for start in stride(from: 0, to: padded, by: block) {
      compress(end.span.bytes, from: start, &state)
    }
    return state
  }

  /// Section 3.4. The rounds take the words in the orders i, 5i + 1, 3i + 5 and 7i.
  private static func compress(_ bytes: RawSpan, from start: Int, _ state: inout State) {
    let words = bytes.extracting(start..<(start + block))
    func word(_ index: Int) -> UInt32 {
      words.unsafeLoadUnaligned(fromUncheckedByteOffset: (index & 15) &* 4, as: UInt32.self)
        .littleEndian
    }
    var (a, b, c, d) = (state.a, state.b, state.c, state.d)
    for i in stride(from: 0, to: 16, by: 4) {
      turn(&a, b, adding: (d ^ (b & (c ^ d))) &+ word(i), step: i, by: 7)
      turn(&d, a, adding: (c ^ (a & (b ^ c))) &+ word(i + 1), step: i + 1, by: 12)
      turn(&c, d, adding: (b ^ (d & (a ^ b))) &+ word(i + 2), step: i + 2, by: 17)
      turn(&b, c, adding: (a ^ (c & (d ^ a))) &+ word(i + 3), step: i + 3, by: 22)
    }
    for i in stride(from: 16, to: 32, by: 4) {
      turn(&a, b, adding: (c ^ (d & (b ^ c))) &+ word(5 * i + 1), step: i, by: 5)
      turn(&d, a, adding: (b ^ (c & (a ^ b))) &+ word(5 * i + 6), step: i + 1, by: 9)
      turn(&c, d, adding: (a ^ (b & (d ^ a))) &+ word(5 * i + 11), step: i + 2, by: 14)
      turn(&b, c, adding: (d ^ (a & (c ^ d))) &+ word(5 * i + 16), step: i + 3, by: 20)
    }
    for i in stride(from: 32, to: 48, by: 4) {
      turn(&a, b, adding: (b ^ c ^ d) &+ word(3 * i + 5), step: i, by: 4)
      turn(&d, a, adding: (a ^ b ^ c) &+ word(3 * i + 8), step: i + 1, by: 11)
      turn(&c, d, adding: (d ^ a ^ b) &+ word(3 * i + 11), step: i + 2, by: 16)
      turn(&b, c, adding: (c ^ d ^ a) &+ word(3 * i + 14), step: i + 3, by: 23)
    }
    for i in stride(from: 48, to: 64, by: 4) {
      turn(&a, b, adding: (c ^ (b | ~d)) &+ word(7 * i), step: i, by: 6)
      turn(&d, a, adding: (b ^ (a | ~c)) &+ word(7 * i + 7), step: i + 1, by: 10)
      turn(&c, d, adding: (a ^ (d | ~b)) &+ word(7 * i + 14), step: i + 2, by: 15)
      turn(&b, c, adding: (d ^ (c | ~a)) &+ word(7 * i + 21), step: i + 3, by: 21)
    }
    state.a &+= a
    state.b &+= b
    state.c &+= c
    state.d &+= d
  }

  @inline(__always)
  private static func turn(
    _ target: inout UInt32, _ next: UInt32, adding term: UInt32, step: Int, by shift: UInt32
  ) {
    let sum = target &+ term &+ constants[unchecked: step]
    target = next &+ (sum &<< shift | sum &>> (32 &- shift))
  }

  // The first 32 bits of the sines of 1 to 64.
  private static let constants: InlineArray<64, UInt32> = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613,
    0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e,
    0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681,
    0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9,
    0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60,
    0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8,
    0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d,
    0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb,
    0xeb86_d391,
  ]
}
