import Notifications

/// The types of one profile by their raw spellings, so that a record's type is found without making
/// a string: `NEW_MEMBER` and `newMember` are looked up once, then known by their bytes.
///
/// Belongs to one thread. Spellings that the profile does not know are remembered too, up to a limit
/// that a million distinct types do not exceed.
struct TypeTable {
  struct Entry {
    let key: TypeKey
    /// In the profile's order; nil for a type that it does not know.
    let index: Int?
  }

  private static let limit = 4096

  private let known: [TypeKey: Int]
  private var spellings: [[UInt8]] = []
  private var entries: [Entry] = []
  /// The index of the spelling that was found last.
  private var latest = 0
  /// By hash, the index of a spelling plus one; a power of two, at most half full.
  private var buckets = [UInt16](repeating: 0, count: limit * 2)

  init(_ profile: Profile) {
    known = Dictionary(
      profile.types.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The type that `raw` spells.
  mutating func entry(for raw: UnsafeRawBufferPointer) -> Entry {
    // A record's type is asked for twice: to tell whose record it is, then for its facts.
    if latest < spellings.count, isSpelled(raw, latest) { return entries[latest] }
    var bucket = hash(raw)
    while buckets[bucket] != 0 {
      let index = Int(buckets[bucket]) - 1
      if isSpelled(raw, index) {
        latest = index
        return entries[index]
      }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    let key = TypeKey(normalizing: String(decoding: raw, as: UTF8.self))
    let entry = Entry(key: key, index: known[key])
    if entries.count < Self.limit {
      spellings.append(Array(raw))
      entries.append(entry)
      buckets[bucket] = UInt16(entries.count)
    }
    return entry
  }

  private func isSpelled(_ raw: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    spellings[index].withUnsafeBytes { $0.isEqual(to: raw) }
  }

  /// FNV-1a over words of eight bytes, the last of which are a shorter one.
  private func hash(_ raw: UnsafeRawBufferPointer) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var place = 0
    while place + 8 <= raw.count {
      let word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      hash = (hash ^ word) &* 0x100_0000_01B3
      hash ^= hash >> 29
      place += 8
    }
    while place < raw.count {
      hash = (hash ^ UInt64(raw[place])) &* 0x100_0000_01B3
      place += 1
    }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 32)) & UInt64(buckets.count - 1))
  }
}
