/// Numbers texts by their bytes, each within the number of a group: a set or dictionary of millions
/// of keys without an object a key.
///
/// Keys that are looked up one behind the other, after `touch`, with nothing else between, let the
/// misses of the cache overlap (650 ns each took a quarter of the time of reading an export before).
package struct ByteTable: Sendable {
  /// Of each key the number and length, 4 bytes each, then the bytes: one miss of the cache reads all.
  private var text: [UInt8] = []
  /// By number, where in `text` a key stands.
  private var offsets: [Int] = []
  /// By number; empty as long as no key has another group than 0.
  private var groups: [UInt32] = []
  /// By hash, 24 bits of the hash and 40 of an offset in `text` plus one; a power of two, at most half
  /// full.
  private var buckets = [UInt64](repeating: 0, count: 64)
  private let hash = FastHash()

  private static let offsetMask: UInt64 = 1 << 40 - 1

  package init() {}

  package var count: Int { offsets.count }

  /// The total length of all keys in bytes.
  package var byteCount: Int { text.count - 8 * offsets.count }

  /// The hash of a key, for those who look it up more than once or in another thread.
  package static func hash(_ key: RawSpan, group: UInt32 = 0) -> UInt64 {
    FastHash()(key, salt: Int(group))
  }

  // MARK: Looking up

  /// The number of a key, counted from 0; nil where it is not there.
  package func number(of key: RawSpan, group: UInt32 = 0) -> Int? {
    number(of: key, group: group, hash: hash(key, salt: Int(group)))
  }

  /// As `number(of:group:)`, where the hash is known.
  package func number(of key: RawSpan, group: UInt32 = 0, hash: UInt64) -> Int? {
    let bucket = buckets[bucket(of: key, group, hash)]
    return bucket == 0 ? nil : number(at: bucket)
  }

  /// Reads what the lookups of these hashes will need, so that their misses overlap.
  package func touch(_ hashes: [UInt64]) {
    let mask = UInt64(buckets.count - 1)
    var sum: UInt64 = 0
    for hash in hashes { sum &+= buckets[Int(hash & mask)] }
    for hash in hashes {
      let bucket = buckets[Int(hash & mask)] & Self.offsetMask
      if bucket != 0 { sum &+= UInt64(text[Int(bucket) - 1]) }
    }
    withExtendedLifetime(sum) {}
  }

  /// The bytes of a key.
  package func key(_ number: Int) -> ArraySlice<UInt8> {
    let start = offsets[number] + 8
    return text[start..<(start + Int(word(at: start - 4)))]
  }

  package func group(_ number: Int) -> UInt32 { groups.isEmpty ? 0 : groups[number] }

  /// Whether the bytes of a key come before those of another.
  package func precedes(_ left: Int, _ right: Int) -> Bool {
    text.withUnsafeBytes { text in
      let (start, other) = (offsets[left], offsets[right])
      let (count, most) = (Int(word(at: start + 4)), Int(word(at: other + 4)))
      let first = UnsafeRawBufferPointer(rebasing: text[start + 8..<start + 8 + count])
      return first.precedes(UnsafeRawBufferPointer(rebasing: text[other + 8..<other + 8 + most]))
    }
  }

  /// Whether the key of a number has these bytes.
  package func isKey(_ number: Int, _ bytes: RawSpan) -> Bool {
    isEqual(bytes, at: offsets[number])
  }

  // MARK: Adding

  /// The number of a key, which is added where it is not there.
  package mutating func addKey(_ key: RawSpan, group: UInt32 = 0) -> (number: Int, isNew: Bool) {
    addKey(key, group: group, hash: hash(key, salt: Int(group)))
  }

  /// As `addKey(_:group:)`, where the hash is known.
  package mutating func addKey(
    _ key: RawSpan, group: UInt32 = 0, hash: UInt64
  ) -> (number: Int, isNew: Bool) {
    let bucket = bucket(of: key, group, hash)
    if buckets[bucket] != 0 { return (number(at: buckets[bucket]), false) }
    let number = offsets.count
    buckets[bucket] = hash & ~Self.offsetMask | UInt64(text.count + 1)
    offsets.append(text.count)
    if group != 0 || !groups.isEmpty {
      if groups.isEmpty { groups = [UInt32](repeating: 0, count: number) }
      groups.append(group)
    }
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: number)) { text.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: key.byteCount)) { text.append(contentsOf: $0) }
    key.withUnsafeBytes { text.append(contentsOf: $0) }
    reserve(number + 1)
    return (number, true)
  }

  /// Makes room for so many keys in all.
  package mutating func reserve(_ count: Int) {
    var size = buckets.count
    while size < count * 2 { size *= 2 }
    guard size > buckets.count else { return }
    buckets = [UInt64](repeating: 0, count: size)
    for number in offsets.indices {
      let hash = self.hash(key(number).span.bytes, salt: Int(group(number)))
      var bucket = Int(hash & UInt64(size - 1))
      while buckets[bucket] != 0 { bucket = (bucket + 1) & (size - 1) }
      buckets[bucket] = hash & ~Self.offsetMask | UInt64(offsets[number] + 1)
    }
  }

  /// Makes room for so many keys in all, with so many bytes: arrays that grow hold their memory twice.
  package mutating func reserve(_ count: Int, bytes: Int) {
    text.reserveCapacity(bytes + 8 * count)
    offsets.reserveCapacity(count)
    if !groups.isEmpty { groups.reserveCapacity(count) }
    reserve(count)
  }

  /// Lets go what only lookups need, 16 bytes a key and more: no key is looked up after that.
  package mutating func endLookups() { buckets = [] }

  // MARK: Buckets

  private func number(at bucket: UInt64) -> Int { Int(word(at: Int(bucket & Self.offsetMask) - 1)) }

  private func word(at offset: Int) -> UInt32 {
    text.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }

  /// The bucket that holds a key, or the free one that it would get.
  private func bucket(of key: RawSpan, _ group: UInt32, _ hash: UInt64) -> Int {
    let mask = buckets.count - 1
    let mark = hash & ~Self.offsetMask
    var bucket = Int(hash & UInt64(mask))
    while buckets[bucket] != 0 {
      if buckets[bucket] & ~Self.offsetMask == mark {
        let start = Int(buckets[bucket] & Self.offsetMask) - 1
        if isEqual(key, at: start), self.group(Int(word(at: start))) == group { return bucket }
      }
      bucket = (bucket + 1) & mask
    }
    return bucket
  }

  private func isEqual(_ key: RawSpan, at start: Int) -> Bool {
    let count = Int(word(at: start + 4))
    return text.span.bytes.extracting((start + 8)..<(start + 8 + count)).withUnsafeBytes { known in
      key.withUnsafeBytes { known.isEqual(to: $0) }
    }
  }
}

/// Hashes bytes where no secret is kept: it multiplies and folds sixteen bytes a step, as wyhash does.
/// Swift's own hasher took a tenth of the time of reading a record, and `SipHash` of a mail four times
/// as long.
///
/// The numbers that are mixed in differ from run to run, as the hasher's do, so that nobody can write
/// an export all of whose ids have one hash; what is stored takes the `fixed` ones.
package struct FastHash: Sendable {
  private let first: UInt64
  private let second: UInt64

  /// All of one run hash alike.
  package init() { self = Self.ofThisRun }

  /// For hashes that a ledger keeps; never changes.
  package static let fixed = FastHash { $0 == 1 ? 0xA076_1D64_78BD_642F : 0xE703_7ED1_A0B4_28DB }

  private init(seed: (Int) -> UInt64) { (first, second) = (seed(1), seed(2)) }

  private static let ofThisRun = FastHash { salt in
    var hasher = Hasher()
    hasher.combine(salt)
    return UInt64(UInt(bitPattern: hasher.finalize())) | 1
  }

  /// The hash of some bytes, another one for another `salt`.
  package func callAsFunction(_ bytes: RawSpan, salt: Int = 0) -> UInt64 {
    let count = bytes.byteCount
    var state = first ^ UInt64(UInt(bitPattern: salt)) &* 0x9E37_79B9_7F4A_7C15
    var place = 0
    while count - place > 16 {
      state = Self.fold(Self.eight(bytes, place) ^ second, Self.eight(bytes, place + 8) ^ state)
      place += 16
    }
    // The last sixteen, some of which may have been hashed before.
    let (left, right) = Self.ends(bytes)
    state = Self.fold(left ^ second, right ^ state)
    return Self.fold(state ^ first, UInt64(UInt(bitPattern: count)) ^ second)
  }

  @inline(__always)
  private static func ends(_ bytes: RawSpan) -> (UInt64, UInt64) {
    let count = bytes.byteCount
    switch count {
    case 16...: return (eight(bytes, count - 16), eight(bytes, count - 8))
    case 8...: return (eight(bytes, 0), eight(bytes, count - 8))
    default:
      var word: UInt64 = 0
      for index in 0..<count {
        word = word << 8 | UInt64(bytes.unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self))
      }
      return (word, 0)
    }
  }

  private static func eight(_ bytes: RawSpan, _ place: Int) -> UInt64 {
    bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
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
