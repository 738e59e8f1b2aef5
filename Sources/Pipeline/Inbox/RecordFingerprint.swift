internal import ByteText
internal import Delivery
internal import Digests
internal import Exports
internal import Languages
internal import Notifications

/// Stands for everything that a page is made of, without making it: the bytes of its records, what the
/// index knows of them, marks included, and what is known of its owner. Where it is the same, the page
/// is; where it is another one, the page's own fingerprint decides.
///
/// Twice as fast as reading the notifications again, and it takes no memory.
struct RecordFingerprint: Sendable {
  private let hash: SipHash
  private let base: Hash128

  /// Nil where the page says what the selection left out, or the index cannot tell what it chooses.
  ///
  /// - Parameters:
  ///   - base: stands for templates, catalogues, profiles and options.
  init?(key: SipHash.Key, base: [UInt8], _ reading: Reading) {
    let selection = reading.selection
    guard !selection.isNarrowed, selection.since == nil, selection.condition == nil else {
      return nil
    }
    hash = SipHash(key: key)
    var parts = HashedParts()
    parts.add(bytes: base)
    parts.add(reading.baseURL)
    parts.add(selection.limit)
    parts.add(selection.collapses ? 1 : 0)
    self.base = hash.hash128(parts.bytes)
  }

  /// Of the records that the page shows or counts, in the order of input.
  func hash(of person: Person, in digests: PersonDigests) throws(ExportError) -> Hash128 {
    var parts = HashedParts()
    parts.add(bytes: base.bytes)
    parts.add(person, at: digests.now)
    parts.add(person.recipient.preferences)
    for part in person.parts { parts.add(digests.recipient(of: part).text) }
    var state = hash.hash128(parts.bytes)
    try digests.forEachRecord(of: person) { type, record, bytes, key in
      parts.bytes.removeAll(keepingCapacity: true)
      parts.bytes += state.bytes
      parts.add(type.profile.text)
      parts.add(type.key.text)
      parts.add(record.priority.rawValue)
      parts.add(Int(record.readState.rawValue))
      parts.add(Int(truncatingIfNeeded: record.time.microseconds))
      parts.add(key)
      parts.bytes += hash.hash128(bytes).bytes
      state = hash.hash128(parts.bytes)
    }
    return state
  }
}

/// Parts of what is hashed, each with its length or number before it, so that none runs into the next.
struct HashedParts {
  var bytes: [UInt8] = []

  mutating func add(_ text: String?) {
    add(text.map(\.utf8.count) ?? -1)
    if let text { bytes += text.utf8 }
  }

  mutating func add(_ number: Int) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  mutating func add(bytes other: [UInt8]) {
    add(other.count)
    bytes += other
  }

  /// Whose page it is, in which words, on which day.
  mutating func add(_ person: Person, at now: Instant) {
    add(person.recipient.id.text)
    add(person.recipient.name)
    add(person.zone.identifier)
    add(person.words.tag.text)
    add(person.zone.civil(at: now.seconds).date.dayNumber)
  }

  /// What a recipient wants to hear of.
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
