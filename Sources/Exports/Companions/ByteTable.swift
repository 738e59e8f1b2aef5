/// Numbers texts by their bytes, each within the number of a group: a set or dictionary of millions
/// of keys without an object a key.
struct ByteTable: Sendable {
  private var text: [UInt8] = []
  /// Where each key's bytes end.
  private var ends: [Int] = []
  private var groups: [UInt32] = []
  /// By hash, the number of a key plus one; a power of two, at most half full.
  private var buckets = [UInt32](repeating: 0, count: 64)
  /// By bucket, further bits of the hash, so that other keys are rarely looked at.
  private var tags = [UInt32](repeating: 0, count: 64)

  var count: Int { ends.count }

  /// The number of a key, counted from 0; nil where it is not there.
  func number(of key: UnsafeRawBufferPointer, group: UInt32 = 0) -> Int? {
    let hash = Self.hash(key, group)
    let number = buckets[bucket(of: key, group, hash)]
    return number == 0 ? nil : Int(number) - 1
  }

  /// The number of a key, which is added where it is not there.
  mutating func add(
    _ key: UnsafeRawBufferPointer, group: UInt32 = 0
  ) -> (number: Int, isNew: Bool) {
    let hash = Self.hash(key, group)
    let bucket = bucket(of: key, group, hash)
    if buckets[bucket] != 0 { return (Int(buckets[bucket]) - 1, false) }
    text.append(contentsOf: key)
    ends.append(text.count)
    groups.append(group)
    buckets[bucket] = UInt32(truncatingIfNeeded: ends.count)
    tags[bucket] = Self.tag(hash)
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
  private func bucket(of key: UnsafeRawBufferPointer, _ group: UInt32, _ hash: UInt) -> Int {
    let mask = buckets.count - 1
    let tag = Self.tag(hash)
    var bucket = Int(truncatingIfNeeded: hash) & mask
    while buckets[bucket] != 0 {
      let number = Int(buckets[bucket]) - 1
      if tags[bucket] == tag, groups[number] == group, isEqual(key, range(number)) {
        return bucket
      }
      bucket = (bucket + 1) & mask
    }
    return bucket
  }

  private func isEqual(_ key: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
    key.count == range.count && text[range].elementsEqual(key)
  }

  private mutating func grow() {
    buckets = [UInt32](repeating: 0, count: buckets.count * 2)
    tags = [UInt32](repeating: 0, count: buckets.count)
    let mask = buckets.count - 1
    text.withUnsafeBytes { text in
      for number in ends.indices {
        let hash = Self.hash(UnsafeRawBufferPointer(rebasing: text[range(number)]), groups[number])
        var bucket = Int(truncatingIfNeeded: hash) & mask
        while buckets[bucket] != 0 { bucket = (bucket + 1) & mask }
        buckets[bucket] = UInt32(truncatingIfNeeded: number + 1)
        tags[bucket] = Self.tag(hash)
      }
    }
  }

  /// Seeded anew in every process, so that nobody can choose keys that collide; no result shows it.
  private static func hash(_ key: UnsafeRawBufferPointer, _ group: UInt32) -> UInt {
    var hasher = Hasher()
    hasher.combine(group)
    hasher.combine(bytes: key)
    return UInt(bitPattern: hasher.finalize())
  }

  private static func tag(_ hash: UInt) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) }
}
