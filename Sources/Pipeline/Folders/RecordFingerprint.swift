internal import ByteText
internal import Delivery
internal import Digests
internal import Exports
internal import Languages
internal import Notifications
import Synchronization

/// A hash of everything that a page or feed is made of, without making it: the bytes of its records,
/// the index's facts about them including marks, and its owner. If it is unchanged, so is the
/// document; otherwise the document's own fingerprint decides.
///
/// It takes half as long as decoding the notifications, and no memory.
struct RecordFingerprint: Sendable {
  private let hash: SipHash
  private let base: Hash128
  private let shared = SharedHashes()

  /// Nil if the page says what the selection left out, if the index cannot tell what is selected, or
  /// if values come from around the records: from joins or a file's name.
  ///
  /// - Parameters:
  ///   - base: a hash of templates, catalogues, profiles, labels of types and options.
  init?(key: SipHash.Key, base: [UInt8], _ reading: Reading) {
    let selection = reading.selection
    guard !selection.isNarrowed, selection.since == nil, selection.condition == nil,
      !reading.index.needsOutside
    else { return nil }
    hash = SipHash(key: key)
    var parts = HashedParts()
    parts.add(bytes: base)
    parts.add(reading.baseURLs.common)
    for (profile, url) in reading.baseURLs.byProfile.sorted(by: { $0.key < $1.key }) {
      parts.add(profile.text)
      parts.add(url)
    }
    parts.add(selection.limit)
    parts.add(selection.collapses ? 1 : 0)
    self.base = hash.hash128(parts.bytes)
  }

  /// A hash of the records that the document shows or counts, in input order.
  ///
  /// - Parameters:
  ///   - now: a document that shows days changes with the civil day of this instant; nil for others.
  ///   - isShown: which of the records the document shows or counts.
  func hash(
    of person: Person, in digests: PersonDigests, on now: Instant?,
    where isShown: (ExportIndex.Record) -> Bool = { _ in true }
  ) throws(Fault) -> Hash128 {
    var parts = HashedParts()
    parts.add(bytes: base.bytes)
    parts.add(person)
    if let now { parts.add(person.day(of: now)) }
    parts.add(person.recipient.preferences)
    for part in person.parts { parts.add(digests.recipient(of: part).text) }
    var state = hash.hash128(parts.bytes)
    func isKnown(_ record: ExportIndex.Record) -> Bool { shared[record] != nil }
    try digests.forEachRecord(of: person, where: isShown, knowing: isKnown) {
      type, record, bytes, key in
      parts.bytes.removeAll(keepingCapacity: true)
      parts.append(state)
      parts.add(type.profile.text)
      parts.add(type.key.text)
      parts.add(record.priority.rawValue)
      parts.add(Int(record.readState.rawValue))
      parts.add(Int(truncatingIfNeeded: record.time.microseconds))
      let own = shared[record] ?? (hash.hash128(bytes.bytes), key)
      shared.keep(own, of: record)
      parts.add(own.key)
      parts.append(own.bytes)
      if record.distinction != 0 { parts.add(Int(record.distinction)) }
      state = hash.hash128(parts.bytes)
    }
    return state
  }
}

/// The hashes of records that many have, and their keys; safe to be used from several tasks.
private final class SharedHashes: Sendable {
  typealias Hashed = (bytes: Hash128, key: String?)

  private let known = Mutex<[UInt64: Hashed]>([:])
  private static let most = 1 << 16

  /// Stays known once it is.
  subscript(record: ExportIndex.Record) -> Hashed? {
    record.sharedPlace.flatMap { place in known.withLock { $0[place] } }
  }

  func keep(_ hashed: Hashed, of record: ExportIndex.Record) {
    guard let place = record.sharedPlace else { return }
    known.withLock { if $0.count < Self.most { $0[place] = hashed } }
  }
}

/// Input of a hash. Each part is preceded by its length or number, so that no two parts can be
/// confused.
struct HashedParts {
  var bytes: [UInt8] = []

  mutating func add(_ text: String?) {
    add(text.map(\.utf8.count) ?? -1)
    if let text { bytes += text.utf8 }
  }

  /// Adds the labels that records give to types, which any recipient's document may show.
  mutating func add(_ labels: [TypeID: String]) {
    let labels = labels.map { ($0.key.profile.text, $0.key.key.text, $0.value) }
    for (profile, type, label) in labels.sorted(by: <) {
      add(profile)
      add(type)
      add(label)
    }
  }

  mutating func add(_ number: Int) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }

  /// Adds a hash, which always has the same length.
  mutating func append(_ hash: Hash128) {
    withUnsafeBytes(of: hash.low.littleEndian) { bytes += $0 }
    withUnsafeBytes(of: hash.high.littleEndian) { bytes += $0 }
  }

  mutating func add(bytes other: [UInt8]) {
    add(other.count)
    bytes += other
  }

  /// Adds the owner and the language.
  mutating func add(_ person: Person) {
    add(person.recipient.id.text)
    add(person.recipient.name)
    add(person.zone.identifier)
    add(person.words.tag.text)
  }

  fileprivate mutating func add(_ preferences: Preferences) {
    add(preferences.minimumPriority.rawValue)
    add(preferences.mutedTypes)
    add(preferences.mutedTypesByProfile.count)
    for (profile, types) in preferences.mutedTypesByProfile.sorted(by: { $0.key < $1.key }) {
      add(profile.text)
      add(types)
    }
    guard let area = preferences.area else { return add(0) }
    for number in [area.center.latitude, area.center.longitude, area.radius] {
      add(Int(bitPattern: UInt(number.bitPattern)))
    }
  }

  private mutating func add(_ types: Set<TypeKey>) {
    add(types.count)
    for type in types.map(\.text).sorted() { add(type) }
  }
}

/// How a document holds its fingerprint near its beginning, so that the next run leaves an unchanged
/// one alone.
struct FingerprintMark: Sendable {
  private let beginning: [UInt8]
  private let opening: [UInt8]
  private let closing: [UInt8]

  /// The first line of a page, then a comment.
  static let page = FingerprintMark(
    after: "<!doctype html>\n", opening: "<!-- tidings.inbox/1 ", closing: " -->\n")
  /// The declaration of XML, then a comment.
  static let atom = FingerprintMark(
    after: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n", opening: "<!-- tidings.feed/1 ",
    closing: " -->\n")
  /// A member of the JSON Feed whose name begins with an underscore, as extensions do.
  static let jsonFeed = FingerprintMark(
    after: "{\"version\":\"https://jsonfeed.org/version/1.1\",",
    opening: "\"_tidings\":{\"fingerprint\":\"",
    closing: "\"},")

  private init(after beginning: String, opening: String, closing: String) {
    self.beginning = Array(beginning.utf8)
    self.opening = Array(opening.utf8)
    self.closing = Array(closing.utf8)
  }

  /// The length of the longest beginning that contains a fingerprint.
  static let longest = [page, atom, jsonFeed].map(\.length).max() ?? 0

  private var length: Int { beginning.count + opening.count + 32 + closing.count }

  /// The document with the fingerprint. One that begins differently, by the user's template, is
  /// unchanged and will be written every night.
  func mark(_ document: consuming [UInt8], with hash: Hash128) -> [UInt8] {
    guard document.starts(with: beginning) else { return document }
    document.insert(
      contentsOf: opening + Array(hash.hexadecimal.utf8) + closing, at: beginning.count)
    return document
  }

  /// Whether a document that begins so has any fingerprint.
  func isIn(_ document: [UInt8]) -> Bool { document.starts(with: beginning + opening) }

  /// Whether a document that begins so has the fingerprint; false for nil.
  func isIn(_ document: [UInt8]?, _ hash: Hash128) -> Bool {
    document?.starts(with: beginning + opening + Array(hash.hexadecimal.utf8) + closing) ?? false
  }
}
