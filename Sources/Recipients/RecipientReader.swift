import ByteText
import Exports
import Notifications
package import Profiles

/// Reads records of recipients, and of their preferences in systems' own tables; for one thread.
///
/// An invalid field rejects the whole recipient: a mail at the wrong hour, or past a mistyped
/// opt-out, is worse than a reported omission.
package final class RecipientReader {
  private let walker: RecordWalker
  /// The rows of the table of fields, and where each stands.
  private let fields: [(row: RecipientField, slots: [Slot])]
  private let id: [Slot]
  private let profile: [Slot]
  private let email: [Slot]
  private let spellings: KnownSpellings
  private let keys: AddressKeys
  private let preferences: [PreferenceReader]
  /// The system whose own table of preferences is read.
  private let keeper: PreferenceReader?
  /// The system whose table of people is read.
  private let owner: ProfileName?
  private let containers: PreferenceTexts
  /// The bound of names that are kept of members that are not read.
  private static let mostUnknown = 256

  /// - Parameters:
  ///   - owner: the system whose table of people is read.
  ///   - keeper: the system whose table of preferences is read.
  package init(
    _ options: RecipientOptions, peopleOf owner: Profile? = nil, rowsOf keeper: Profile? = nil
  ) {
    let paths = RecordPaths()
    func slots(_ row: RecipientField) -> [Slot] { row.paths.map { paths.slot(forNames: $0) } }
    // Where a profile says that the id is comes first.
    id = paths.slots(for: owner?.preferences?.recipient ?? []) + slots(.id)
    (profile, email) = (slots(.profile), slots(.email))
    let ids = id
    fields = RecipientField.all.map { ($0, $0.name == RecipientField.id.name ? ids : slots($0)) }
    preferences = options.profiles.filter { $0.name != keeper?.name }
      .compactMap { PreferenceReader($0, paths) }
    self.keeper = keeper.flatMap { PreferenceReader($0, paths) }
    self.owner = owner?.name
    containers = PreferenceTexts(options.profiles, paths)
    walker = RecordWalker(paths)
    spellings = KnownSpellings(options.zones)
    keys = options.keys
  }

  /// A single entry of a recipients file, from wherever it comes.
  ///
  /// - Parameters:
  ///   - file: what is named if the entry is rejected.
  ///   - line: its line there.
  package func entry(_ bytes: UnsafeRawBufferPointer, file: String, line: Int) -> RecipientEntry {
    var reading = RecipientReading()
    Array(bytes).withSlack { read($0, file: file, place: Fault.Place(line: line), into: &reading) }
    return reading.entries[0]
  }

  /// Reads a record into the people or the preferences of `reading`.
  ///
  /// - Parameters:
  ///   - key: its key in an object keyed by id.
  ///   - samples: whether a person's members that are not read are collected.
  func read(
    _ record: UnsafeRawBufferPointer, key: String? = nil, file: String, place: Fault.Place,
    samples: Bool = false, into reading: inout RecipientReading
  ) {
    let samples = samples && keeper == nil && reading.unknownFields.count < Self.mostUnknown
    if let damage = walker.walk(record, collectingMembers: samples) {
      let reject = SideFileReject(.damaged(damage), of: file, at: place)
      return reading.people.append(.rejected(reject))
    }
    let values = walker.fields
    if samples { reading.unknownFields.formUnion(values.unnamed.prefix(Self.mostUnknown)) }
    let hasAddress = values.first(email) != nil
    let keeper = keeper ?? (hasAddress ? nil : preferences.first { $0.isRow(values) })
    let entry = entry(record, key: key, of: keeper, file: file, place: place)
    if keeper == nil { reading.people.append(entry) } else { reading.preferences.append(entry) }
  }

  private func entry(
    _ record: UnsafeRawBufferPointer, key: String?, of keeper: PreferenceReader?, file: String,
    place: Fault.Place
  ) -> RecipientEntry {
    let draft = RecipientDraft(
      profile: keeper?.profile.name, id: RecipientID(""), file: file, place: place)
    do throws(Fault) {
      if walker.fields.notices.contains(.duplicateKey) {
        throw .repeatedKey(RepeatedKey.name(in: record))
      }
      return .draft(try read(walker.fields, into: draft, key: key, of: keeper))
    } catch {
      return .rejected(reject(draft, for: error, key: key, of: keeper))
    }
  }

  /// Reads all that a record says. A row of preferences has neither name nor address: only people do.
  private func read(
    _ values: RecordFields, into draft: RecipientDraft, key: String?, of keeper: PreferenceReader?
  ) throws(Fault) -> RecipientDraft {
    var words = RecipientWords(draft: draft)
    if let keeper {
      words.draft.id = try keeper.owner(of: values)
    } else {
      try read(values, isPreference: false, into: &words)
      words.draft.profile = words.draft.profile ?? owner
      if words.draft.id.text.isEmpty { words.draft.id = try Self.id(ofKey: key) }
    }
    try containers.check(values)
    if let keeper { try keeper.read(values, into: &words.draft, spellings, isRow: true) }
    for system in preferences where system.profile.name != keeper?.profile.name {
      try system.read(values, into: &words.draft, spellings, isRow: false)
    }
    try read(values, isPreference: true, into: &words)
    return try words.settled(spellings)
  }

  private static func id(ofKey key: String?) throws(Fault) -> RecipientID {
    guard let key, !key.isEmpty else {
      var fault = Fault.missing("id")
      fault.advice =
        "its field is called \(RecipientField.id.names.listed()): rename yours to one of them"
      throw fault
    }
    try Fault.check(id: key, "id")
    return RecipientID(key)
  }

  /// Reads who it is, or what they wish.
  private func read(
    _ values: RecordFields, isPreference: Bool, into words: inout RecipientWords
  ) throws(Fault) {
    for (row, slots) in fields
    where row.isPreference == isPreference && values.first(slots) != nil {
      try row.readIfPresent(
        FieldReading(fields: values, slots: slots, name: row.name, spellings: spellings), &words)
    }
  }

  private func reject(
    _ draft: RecipientDraft, for fault: Fault, key: String?, of keeper: PreferenceReader?
  ) -> SideFileReject {
    let values = walker.fields
    let isPerson = keeper == nil
    let own = values.idText(keeper?.recipient ?? id) ?? (isPerson ? key : nil)
    return SideFileReject(
      fault, of: draft.file, at: draft.place, recipient: own.map(RecipientID.init),
      profile: isPerson ? values.text(profile).map(ProfileName.init) ?? owner : draft.profile,
      address: isPerson
        ? values.firstText(email).map { keys.key(String(decoding: $0, as: UTF8.self)) } : nil)
  }
}
