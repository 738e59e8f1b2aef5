import ByteText
import Notifications
import Profiles

/// The types of one profile by their raw spellings, so that a record's type is found without making
/// a string: `NEW_MEMBER` and `newMember` are looked up once, then known by their bytes.
///
/// Belongs to one thread. Spellings that the profile does not know are remembered too, up to a limit
/// that a million distinct types do not exceed.
struct TypeSpellings {
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
  /// The numbers of spellings are one less than those of their entries.
  private var spellings = ByteTable()
  private var entries = [Self.untyped]
  private var keys = [TypeKey(normalizing: "notification")]
  /// The key of the last spelling that was not remembered.
  private var unremembered = TypeKey(normalizing: "")
  /// The number of the spelling that was found last.
  private var latest = 0

  init(_ profile: Profile) {
    known = Dictionary(
      profile.typeFacts.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The key of an entry; of one whose number is `limit` only until the next lookup.
  func key(of entry: Entry) -> TypeKey {
    entry.number < Self.limit ? keys[entry.number] : unremembered
  }

  /// The type that `raw` spells.
  mutating func entry(for raw: UnsafeRawBufferPointer) -> Entry {
    // A record's type is asked for twice: to tell whose record it is, then for its facts.
    if latest > 0, spellings.isKey(latest - 1, raw.bytes) { return entries[latest] }
    if let spelling = spellings.number(of: raw.bytes) {
      latest = spelling + 1
      return entries[latest]
    }
    let key = TypeKey(normalizing: String(decoding: raw, as: UTF8.self))
    let isRemembered = entries.count < Self.limit && raw.count <= Self.longestSpelling
    let entry = Entry(number: isRemembered ? entries.count : Self.limit, index: known[key])
    if isRemembered {
      _ = spellings.addKey(raw.bytes)
      entries.append(entry)
      keys.append(key)
    } else {
      unremembered = key
    }
    return entry
  }
}

struct PriorityWords: Sendable {
  /// By length, then by the bytes in lower case.
  private let byLength: [[(bytes: [UInt8], priority: Priority)]]

  init(_ own: [String: Priority]) {
    let common = ["low", "normal", "medium", "high", "critical", "urgent"]
      .compactMap { word in Priority(word: word).map { (word, $0) } }
    let words = own.merging(common) { own, _ in own }
      .sorted { $0.key < $1.key }
      .map { (bytes: $0.key.utf8.map(\.asciiLowercased), priority: $0.value) }
    byLength = (0...(words.map(\.bytes.count).max() ?? 0)).map { length in
      words.filter { $0.bytes.count == length }
    }
  }

  subscript(word: UnsafeRawBufferPointer) -> Priority? {
    guard word.count < byLength.count else { return nil }
    for (bytes, priority) in byLength[word.count] where Self.isEqual(word, bytes) {
      return priority
    }
    return nil
  }

  /// Compares texts of equal length, of which `bytes` is in lower case.
  private static func isEqual(_ word: UnsafeRawBufferPointer, _ bytes: [UInt8]) -> Bool {
    for index in 0..<word.count where word[index].asciiLowercased != bytes[index] { return false }
    return true
  }
}
