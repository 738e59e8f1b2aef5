import Glibc

/// Numbers texts by their bytes, each within the number of a group: a set or dictionary of millions
/// of keys without an object a key.
struct ByteTable: Sendable {
  private var text: [UInt8] = []
  /// Where each key's bytes end.
  private var ends: [Int] = []
  private var groups: [UInt32] = []
  /// By hash; a power of two, at most half full.
  private var buckets = [Bucket](repeating: Bucket(), count: 64)

  /// Number and hash stand together, so that a key costs one miss of the cache and no other key is
  /// looked at in vain, nor when the table grows.
  private struct Bucket {
    /// The number of a key plus one.
    var number: UInt32 = 0
    var hash: UInt32 = 0
  }

  var count: Int { ends.count }

  /// The number of a key, counted from 0; nil where it is not there.
  func number(of key: UnsafeRawBufferPointer, group: UInt32 = 0) -> Int? {
    let number = buckets[bucket(of: key, group, Self.hash(key, group))].number
    return number == 0 ? nil : Int(number) - 1
  }

  /// The number of a key, which is added where it is not there.
  mutating func add(
    _ key: UnsafeRawBufferPointer, group: UInt32 = 0
  ) -> (number: Int, isNew: Bool) {
    let hash = Self.hash(key, group)
    let bucket = bucket(of: key, group, hash)
    if buckets[bucket].number != 0 { return (Int(buckets[bucket].number) - 1, false) }
    text.append(contentsOf: key)
    ends.append(text.count)
    groups.append(group)
    buckets[bucket] = Bucket(number: UInt32(truncatingIfNeeded: ends.count), hash: hash)
    if ends.count * 2 > buckets.count { grow() }
    return (ends.count - 1, true)
  }

  /// The bytes of a key.
  func key(_ number: Int) -> ArraySlice<UInt8> { text[range(number)] }

  func group(_ number: Int) -> UInt32 { groups[number] }

  private func range(_ number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }

  /// The bucket that holds a key, or the free one that it would get.
  private func bucket(of key: UnsafeRawBufferPointer, _ group: UInt32, _ hash: UInt32) -> Int {
    let mask = buckets.count - 1
    var bucket = Int(hash) & mask
    while buckets[bucket].number != 0 {
      if buckets[bucket].hash == hash {
        let number = Int(buckets[bucket].number) - 1
        if groups[number] == group, isEqual(key, range(number)) { return bucket }
      }
      bucket = (bucket + 1) & mask
    }
    return bucket
  }

  private func isEqual(_ key: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
    guard key.count == range.count, let start = key.baseAddress else {
      return key.count == range.count
    }
    return text.withUnsafeBytes { text in
      text.baseAddress.map { memcmp($0 + range.lowerBound, start, range.count) == 0 } ?? false
    }
  }

  private mutating func grow() {
    var grown = [Bucket](repeating: Bucket(), count: buckets.count * 2)
    let mask = grown.count - 1
    for bucket in buckets where bucket.number != 0 {
      var place = Int(bucket.hash) & mask
      while grown[place].number != 0 { place = (place + 1) & mask }
      grown[place] = bucket
    }
    buckets = grown
  }

  /// Seeded anew in every process, so that nobody can choose keys that collide; no result shows it.
  private static func hash(_ key: UnsafeRawBufferPointer, _ group: UInt32) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(group)
    hasher.combine(bytes: key)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }
}
