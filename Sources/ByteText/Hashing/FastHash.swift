/// Hashes bytes for tables in memory, never for what is stored: it multiplies and folds sixteen bytes
/// a step, as wyhash does. Swift's own hasher took a tenth of the time of reading a record.
///
/// The numbers that are mixed in differ from run to run, as the hasher's do, so that nobody can write
/// an export all of whose ids have one hash.
package struct FastHash: Sendable {
  private let first: UInt64
  private let second: UInt64

  /// All of one run hash alike.
  package init() { self = Self.ofThisRun }

  private init(seed: (Int) -> UInt64) { (first, second) = (seed(1), seed(2)) }

  private static let ofThisRun = FastHash { salt in
    var hasher = Hasher()
    hasher.combine(salt)
    return UInt64(UInt(bitPattern: hasher.finalize())) | 1
  }

  /// The hash of some bytes, another one for another `salt`.
  package func callAsFunction(_ bytes: UnsafeRawBufferPointer, salt: Int = 0) -> UInt64 {
    let count = bytes.count
    var state = first ^ UInt64(UInt(bitPattern: salt)) &* 0x9E37_79B9_7F4A_7C15
    var place = 0
    while count - place > 16 {
      state = Self.fold(
        Self.eight(bytes, place) ^ second, Self.eight(bytes, place + 8) ^ state)
      place += 16
    }
    // The last sixteen, some of which may have been hashed before.
    let (left, right) = Self.ends(bytes)
    state = Self.fold(left ^ second, right ^ state)
    return Self.fold(state ^ first, UInt64(UInt(bitPattern: count)) ^ second)
  }

  @inline(__always)
  private static func ends(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
    let count = bytes.count
    switch count {
    case 16...: return (eight(bytes, count - 16), eight(bytes, count - 8))
    case 8...: return (eight(bytes, 0), eight(bytes, count - 8))
    default:
      var word: UInt64 = 0
      for byte in bytes { word = word << 8 | UInt64(byte) }
      return (word, 0)
    }
  }

  private static func eight(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
  }

  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    left.foldedProduct(with: right)
  }
}

extension UInt64 {
  /// Both halves of the product, one on the other: what the fast hashes mix with.
  @inlinable @inline(__always)
  package func foldedProduct(with other: UInt64) -> UInt64 {
    let product = multipliedFullWidth(by: other)
    return product.high ^ product.low
  }
}
