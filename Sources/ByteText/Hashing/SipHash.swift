/// SipHash-2-4 (Aumasson and Bernstein, 2012), with 64 or 128 bits of output: a keyed hash whose
/// values nobody can guess without the key.
package struct SipHash: Sendable {
  /// 128 bits.
  package struct Key: Equatable, Sendable {
    package var low: UInt64
    package var high: UInt64

    package init(low: UInt64, high: UInt64) {
      (self.low, self.high) = (low, high)
    }

    /// For hashes that keep no secret; never changes, since ledgers and names hold such hashes.
    package static let fixed = Key(low: 0x7469_6469_6e67_7301, high: 0x6469_6765_7374_7302)
  }

  private let key: Key

  package init(key: Key) { self.key = key }

  package func hash64(_ bytes: RawSpan) -> UInt64 {
    var state = State(key: key)
    state.absorb(bytes)
    return state.finish(marking: 0xff)
  }

  package func hash128(_ bytes: RawSpan) -> Hash128 {
    var state = State(key: key)
    state.v1 ^= 0xee
    state.absorb(bytes)
    let low = state.finish(marking: 0xee)
    state.v1 ^= 0xdd
    return Hash128(low: low, high: state.rounds(4))
  }

  package func hash64(_ bytes: [UInt8]) -> UInt64 { hash64(bytes.span.bytes) }

  package func hash128(_ bytes: [UInt8]) -> Hash128 { hash128(bytes.span.bytes) }

  /// The four words that the algorithm stirs.
  private struct State {
    var v0: UInt64
    var v1: UInt64
    var v2: UInt64
    var v3: UInt64

    init(key: Key) {
      v0 = key.low ^ 0x736f_6d65_7073_6575
      v1 = key.high ^ 0x646f_7261_6e64_6f6d
      v2 = key.low ^ 0x6c79_6765_6e65_7261
      v3 = key.high ^ 0x7465_6462_7974_6573
    }

    @inline(__always)
    mutating func round() {
      v0 &+= v1
      v1 = v1 &<< 13 | v1 &>> 51
      v1 ^= v0
      v0 = v0 &<< 32 | v0 &>> 32
      v2 &+= v3
      v3 = v3 &<< 16 | v3 &>> 48
      v3 ^= v2
      v0 &+= v3
      v3 = v3 &<< 21 | v3 &>> 43
      v3 ^= v0
      v2 &+= v1
      v1 = v1 &<< 17 | v1 &>> 47
      v1 ^= v2
      v2 = v2 &<< 32 | v2 &>> 32
    }

    /// In a copy of the state, which stays in registers.
    mutating func absorb(_ bytes: RawSpan) {
      var state = self
      var last = UInt64(truncatingIfNeeded: bytes.byteCount) << 56
      var offset = 0
      while offset &+ 8 <= bytes.byteCount {
        let word = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
        state.mix(word.littleEndian)
        offset &+= 8
      }
      for index in offset..<bytes.byteCount {
        let byte = bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
        last |= UInt64(byte) << UInt64(8 * (index - offset))
      }
      state.mix(last)
      self = state
    }

    @inline(__always)
    mutating func mix(_ word: UInt64) {
      v3 ^= word
      round()
      round()
      v0 ^= word
    }

    mutating func finish(marking mark: UInt64) -> UInt64 {
      v2 ^= mark
      return rounds(4)
    }

    mutating func rounds(_ count: Int) -> UInt64 {
      for _ in 0..<count { round() }
      return v0 ^ v1 ^ v2 ^ v3
    }
  }
}

/// A hash of 128 bits.
package struct Hash128: Hashable, Sendable {
  package var low: UInt64
  package var high: UInt64

  package init(low: UInt64, high: UInt64) {
    (self.low, self.high) = (low, high)
  }

  /// The 16 bytes in the algorithm's order.
  package var bytes: [UInt8] { low.littleEndianBytes + high.littleEndianBytes }

  /// 32 lower-case digits.
  package var hexadecimal: String { bytes.hexadecimal }
}
