import Notifications

/// The types of one profile by their raw spellings, so that a record's type is found without making
/// a string: `NEW_MEMBER` and `newMember` are looked up once, then known by their bytes.
///
/// Belongs to one thread. Spellings that the profile does not know are remembered too, up to a limit
/// that a million distinct types do not exceed.
struct TypeTable {
  struct Entry {
    /// Of the spelling, by which the table knows the key.
    let number: Int
    /// In the profile's order; nil for a type that it does not know.
    let index: Int?
  }

  /// How many numbers there are besides that of a spelling that is not remembered.
  static let limit = 4096
  /// A longer spelling is not remembered: no system has one, and thousands would fill the memory.
  static let longestSpelling = 1024
  /// The type of a record that has a title or text but no type.
  static let untyped = Entry(number: 0, index: nil)

  private let known: [TypeKey: Int]
  /// The spellings one behind the other, and by number where each begins; the last one ends the last.
  private var text: [UInt8] = []
  private var starts = [0, 0]
  private var entries = [Self.untyped]
  private var keys = [TypeKey(normalizing: "notification")]
  /// The key of the last spelling that was not remembered.
  private var unremembered = TypeKey(normalizing: "")
  /// The number of the spelling that was found last.
  private var latest = 0
  /// By hash the number of a spelling; a power of two, at most half full.
  private var buckets = [UInt16](repeating: 0, count: limit * 2)

  init(_ profile: Profile) {
    known = Dictionary(
      profile.types.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The key of an entry; of one whose number is `limit` only until the next lookup.
  func key(of entry: Entry) -> TypeKey {
    entry.number < Self.limit ? keys[entry.number] : unremembered
  }

  /// The type that `raw` spells.
  mutating func entry(for raw: UnsafeRawBufferPointer) -> Entry {
    // A record's type is asked for twice: to tell whose record it is, then for its facts.
    if isSpelled(raw, latest) { return entries[latest] }
    var bucket = hash(raw)
    while buckets[bucket] != 0 {
      let number = Int(buckets[bucket])
      if isSpelled(raw, number) {
        latest = number
        return entries[number]
      }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    let key = TypeKey(normalizing: String(decoding: raw, as: UTF8.self))
    let isRemembered = entries.count < Self.limit && raw.count <= Self.longestSpelling
    let entry = Entry(number: isRemembered ? entries.count : Self.limit, index: known[key])
    if entry.number < Self.limit {
      text.append(contentsOf: raw)
      starts.append(text.count)
      entries.append(entry)
      keys.append(key)
      buckets[bucket] = UInt16(entry.number)
    } else {
      unremembered = key
    }
    return entry
  }

  private func isSpelled(_ raw: UnsafeRawBufferPointer, _ number: Int) -> Bool {
    let (start, end) = (starts[number], starts[number + 1])
    guard end - start == raw.count, end > start else { return false }
    return text.withUnsafeBytes {
      UnsafeRawBufferPointer(rebasing: $0[start..<end]).isEqual(to: raw)
    }
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
