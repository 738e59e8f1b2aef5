/// SHA-256 (FIPS 180-4), for what is signed and for identifiers that cannot be guessed.
///
/// A few dozen bytes a message, without an allocation.
package struct SHA256: Sendable {
  /// The hash of the bytes: 32 bytes.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }

  /// HMAC-SHA-256 of the bytes under the key (RFC 2104), for signatures: 32 bytes.
  package static func hmac(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    let short = key.count > 64 ? hash(key) : key
    let padded = short + Array(repeating: 0, count: 64 - short.count)
    let inner = hash(padded.map { $0 ^ 0x36 } + bytes)
    return hash(padded.map { $0 ^ 0x5C } + inner)
  }

  private var state: InlineArray<8, UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// The block that is being filled, and the rest of its message schedule.
  private var w = InlineArray<64, UInt32>(repeating: 0)
  private var length: UInt64 = 0

  package init() {}

  /// Takes in more bytes.
  @inlinable
  package mutating func update(_ bytes: some Sequence<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ absorb($0.span) }) == nil {
      absorb(Array(bytes).span)
    }
  }

  @usableFromInline
  mutating func absorb(_ bytes: Span<UInt8>) {
    for index in bytes.indices { append(bytes[index]) }
  }

  /// Takes in bytes after how many they are, in eight bytes, the lowest first: no two sequences of
  /// parts run together into the same bytes.
  @inlinable
  package mutating func update(part: some Collection<UInt8>) {
    let count = UInt64(part.count)
    update(count.littleEndianBytes)
    update(part)
  }

  /// The 32 bytes of the hash.
  package mutating func finish() -> [UInt8] {
    let bits = length &* 8
    append(0x80)
    while length % 64 != 56 { append(0) }
    for place in 0..<8 { append(UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * place))) }
    return (0..<32).map { UInt8(truncatingIfNeeded: state[$0 / 4] >> UInt32(24 - $0 % 4 * 8)) }
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    let word = Int(truncatingIfNeeded: length / 4 % 16)
    w[word] = w[word] << 8 | UInt32(byte)
    length &+= 1
    if length % 64 == 0 { compress() }
  }

  /// Section 6.2.2.
  private mutating func compress() {
    for t in 16..<64 {
      let s0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ (w[t - 15] >> 3)
      let s1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ (w[t - 2] >> 10)
      w[t] = w[t - 16] &+ s0 &+ w[t - 7] &+ s1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for t in 0..<64 {
      let s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let t1 = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ Self.constants[t] &+ w[t]
      let s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      let t2 = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
    }
    let sums: InlineArray<8, UInt32> = [a, b, c, d, e, f, g, h]
    for index in 0..<8 { state[index] &+= sums[index] }
  }

  @inline(__always)
  private func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  // Section 4.2.2.
  private static let constants: InlineArray<64, UInt32> = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
