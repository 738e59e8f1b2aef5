import ByteText
import Exports
import Notifications
import Profiles

/// Reads what a system's user wants, as the system's profile declares it, from the walk over any
/// record of a person: of its own table of preferences, of its table of people, or of a recipients
/// file. It is in the record itself or in an object of its own, which may be JSON text.
struct PreferenceReader {
  let profile: Profile
  /// Where a record of the system's own table says whose it is.
  let recipient: [Slot]
  private let declared: PreferenceFields
  /// A field, and where the system keeps it.
  private typealias Place = (slots: [Slot], name: String)
  private let switches: [(type: TypeKey, place: Place)]
  /// Rows of the table of fields.
  private let fields: [(row: RecipientField, place: Place)]
  /// The ends of quiet hours, which are not read unless these are turned on.
  private let quietEnds: [(row: RecipientField, place: Place)]

  /// Nil if the profile declares no preferences.
  init?(_ profile: Profile, _ paths: RecordPaths) {
    guard let declared = profile.preferences else { return nil }
    func place(_ path: FieldPath) -> Place {
      let inside = declared.container.map { paths.slot(forNames: $0.segments + path.segments) }
      return ([inside, paths.slot(for: path)].compactMap(\.self), path.description)
    }
    (self.profile, self.declared) = (profile, declared)
    recipient = paths.slots(for: declared.recipient)
    switches = declared.switches.sorted { $0.key < $1.key }.map { type, path in
      (TypeKey(normalizing: type), place(path))
    }
    func kept(_ rows: [(RecipientField, FieldPath?)]) -> [(row: RecipientField, place: Place)] {
      rows.compactMap { row, path in path.map { (row, place($0)) } }
    }
    fields = kept([
      (.radius, declared.radius), (.quietHoursEnabled, declared.quietHoursEnabled),
    ])
    quietEnds = kept([
      (.quietHoursStart, declared.quietHoursStart), (.quietHoursEnd, declared.quietHoursEnd),
    ])
  }

  /// Whether the record holds such preferences: one of the system's switches.
  func isIn(_ record: RecordFields) -> Bool {
    switches.contains { record.first($0.place.slots) != nil }
  }

  /// Whether the record is one of the system's own table: it holds preferences, and says whose they
  /// are as the profile does.
  func isRow(_ record: RecordFields) -> Bool { record.firstText(recipient) != nil && isIn(record) }

  /// Whose the record is in the system's own table.
  func owner(of record: RecordFields) throws(Fault) -> RecipientID {
    guard let id = record.idText(recipient) else {
      throw .missing(declared.recipient.map(\.description).joined(separator: ", "))
    }
    if record.notices.contains(.loneSurrogate) { try Fault.check(id: id, "id") }
    return RecipientID(id)
  }

  /// Adds what the record says.
  ///
  /// - Parameter isRow: whether it is of the system's own table, where what is absent is on, and quiet
  ///   hours off.
  func read(
    _ record: RecordFields, into draft: inout RecipientDraft, _ spellings: KnownSpellings,
    isRow: Bool
  ) throws(Fault) {
    guard isRow || isIn(record) else { return }
    func reading(_ place: Place) -> FieldReading {
      FieldReading(
        fields: record, slots: place.slots, name: place.name, spellings: spellings,
        epoch: profile.epoch)
    }
    var off: Set<TypeKey> = []
    for (type, place) in switches where try reading(place).isAnyOff() { off.insert(type) }
    draft.typesOff = draft.typesOff ?? TypesOff()
    if !off.isEmpty { draft.typesOff?.byProfile[profile.name] = off }
    var words = RecipientWords(draft: draft)
    words.quiet.isSwitched = declared.quietHoursEnabled != nil
    for (row, place) in fields { try row.readIfPresent(reading(place), &words) }
    if words.quiet.counts {
      for (row, place) in quietEnds { try row.readIfPresent(reading(place), &words) }
    }
    let times = try words.quiet.times(isStrict: false)
    draft.radius = draft.radius ?? words.radius ?? (isRow ? declared.defaultRadius : nil)
    draft.quietTimes = draft.quietTimes ?? times ?? (isRow ? .off : nil)
  }
}
