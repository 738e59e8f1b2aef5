import ByteText
import CSimdJSON
import Exports
import Languages
import Notifications
import Profiles

/// Reads the records of a recipients file; for one thread.
///
/// An invalid field rejects the whole recipient: a mail at the wrong hour, or past a mistyped
/// opt-out, is worse than a reported omission.
final class RecipientReader {
  private let walker: RecordWalker
  private let slots: RecipientSlots
  private let zones: Zones
  private let keys: AddressKeys
  /// How systems keep their users' preferences.
  private let preferences: [PreferenceReader]
  /// The system whose own table of preferences is read.
  private let keeper: PreferenceReader?
  /// The system whose table of people is read.
  private let owner: Profile?
  private let containers: PreferenceTexts
  /// Spellings seen so far.
  private var locales: [String: LanguageTag] = [:]
  private var rhythms: [RhythmWords: Rhythm] = [:]
  private var types: [String: TypeKey] = [:]
  /// The bound of remembered spellings, which come from outside.
  private static let mostKept = 4096

  /// Nil if there is no memory.
  ///
  /// - Parameters:
  ///   - owner: the system whose table of people is read.
  ///   - keeper: the system whose table of preferences is read.
  init?(_ options: RecipientOptions, peopleOf owner: Profile? = nil, rowsOf keeper: Profile? = nil)
  {
    guard let paths = RecordPaths(), let containers = PreferenceTexts(options.profiles, paths)
    else { return nil }
    slots = RecipientSlots(paths, ids: owner?.preferences?.recipient ?? [])
    preferences = options.profiles.filter { $0.name != keeper?.name }
      .compactMap { PreferenceReader($0, paths) }
    self.keeper = keeper.flatMap { PreferenceReader($0, paths) }
    self.owner = owner
    self.containers = containers
    walker = RecordWalker(paths)
    zones = options.zones
    keys = options.keys
  }

  /// Reads a record into the people or the preferences of `reading`.
  ///
  /// - Parameter key: its key in an object keyed by id.
  func read(
    _ record: UnsafeRawBufferPointer, key: String? = nil, file: String, place: Fault.Place,
    into reading: inout RecipientReading
  ) {
    if let damage = walker.walk(record) {
      let fault = Fault.damaged(damage.reason)
      return reading.people.append(
        .rejected(SideFileReject(fault, of: file, at: place)))
    }
    let fields = walker.fields
    let hasAddress = fields.first(slots[.email]) != nil
    let keeper = keeper ?? (hasAddress ? nil : preferences.first { $0.isRow(fields) })
    let entry = entry(record, key: key, keeper, file: file, place: place)
    if keeper == nil { reading.people.append(entry) } else { reading.preferences.append(entry) }
  }

  private func entry(
    _ record: UnsafeRawBufferPointer, key: String?, _ keeper: PreferenceReader?, file: String,
    place: Fault.Place
  ) -> RecipientEntry {
    do throws(Fault) {
      if walker.notices.contains(.duplicateKey) {
        throw .repeatedKey(RepeatedKey.name(in: record))
      }
      let fields = walker.fields
      var draft = RecipientDraft(id: RecipientID(""), file: file, place: place)
      try identify(&draft, fields, key: key, keeper: keeper)
      try containers.check(fields)
      if let keeper { try keeper.read(fields, into: &draft, isRow: true) }
      for system in preferences where system.profile.name != keeper?.profile.name {
        try system.read(fields, into: &draft, isRow: false)
      }
      try read(fields, into: &draft)
      return .draft(draft)
    } catch {
      return .rejected(reject(error, key: key, keeper, file: file, place: place))
    }
  }

  /// Reads whose the record is. A row of preferences has neither name nor address: only people do.
  private func identify(
    _ draft: inout RecipientDraft, _ fields: RecordFields, key: String?, keeper: PreferenceReader?
  ) throws(Fault) {
    if let keeper {
      draft.profile = keeper.profile.name
      draft.id = try keeper.owner(of: fields)
      if walker.notices.contains(.loneSurrogate) { try Fault.check(id: draft.id.text, "id") }
      return
    }
    if let key { try Fault.check(id: key, "id") }
    guard let id = try fields.id(slots[.id], "id") ?? key, !id.isEmpty else {
      throw .missing("id")
    }
    draft.id = RecipientID(id)
    draft.profile = try text(.profile, fields).map(ProfileName.init) ?? owner?.name
    draft.name = try text(.name, fields)
    draft.email = try text(.email, fields)
    draft.also = try AlsoReading.identities(fields.first(slots[.also]))
  }

  private func reject(
    _ fault: Fault, key: String?, _ keeper: PreferenceReader?, file: String,
    place: Fault.Place
  ) -> SideFileReject {
    let fields = walker.fields
    if let keeper {
      return SideFileReject(
        fault, of: file, at: place,
        recipient: fields.idText(keeper.recipient).map(RecipientID.init),
        profile: keeper.profile.name
      )
    }
    return SideFileReject(
      fault, of: file, at: place,
      recipient: (fields.idText(slots[.id]) ?? key).map(RecipientID.init),
      profile: fields.text(slots[.profile]).map(ProfileName.init) ?? owner?.name,
      address: fields.firstText(slots[.email]).map {
        keys.key(String(decoding: $0, as: UTF8.self))
      })
  }

  /// Reads the fields of a recipients file; what a system's own preferences said stays.
  private func read(_ fields: RecordFields, into draft: inout RecipientDraft) throws(Fault) {
    draft.locale = try locale(fields)
    draft.timeZone = try timeZone(fields)
    draft.rhythm = try rhythm(fields)
    if let everywhere = try typesOff(fields) {
      draft.typesOff = draft.typesOff ?? TypesOff()
      draft.typesOff?.everywhere = everywhere
    }
    draft.minimumPriority = try priority(fields)
    if draft.quietTimes == nil { draft.quietTimes = try QuietReading(slots: slots).times(fields) }
    draft.center = try center(fields)
    if draft.radius == nil { draft.radius = try radius(fields) }
    draft.isUnsubscribed = try fields.truth(
      slots[.unsubscribed], RecipientField.unsubscribed.name, epoch: .unix)
    draft.unsubscribeURL = try unsubscribeURL(fields)
  }

  /// A text without the blanks around it, which cells of tables have.
  private func text(
    _ field: RecipientField, _ fields: RecordFields
  ) throws(Fault) -> String? {
    let text = try fields.text(slots[field], field.name)
    guard let text, text.utf8.first == 0x20 || text.utf8.last == 0x20 else { return text }
    let trimmed = ASCII.trimmed(Array(text.utf8)[...])
    return trimmed.isEmpty ? nil : String(decoding: trimmed, as: UTF8.self)
  }

  private func locale(_ fields: RecordFields) throws(Fault) -> LanguageTag? {
    guard let text = try text(.locale, fields) else { return nil }
    if let known = locales[text] { return known }
    guard LocaleForm.isWellFormed(text) else {
      throw .malformed("locale", text, expected: "a language tag such as pt-BR")
    }
    let tag = LanguageTag(text)
    if locales.count < Self.mostKept { locales[text] = tag }
    return tag
  }

  private func timeZone(_ fields: RecordFields) throws(Fault) -> String? {
    guard let text = try text(.timeZone, fields) else { return nil }
    guard zones.zone(text) != nil else {
      throw .unknownZone("timeZone", text)
    }
    return text
  }

  private func rhythm(_ fields: RecordFields) throws(Fault) -> Rhythm {
    var words = RhythmWords()
    words.frequency = try text(.frequency, fields)
    words.weekday = try text(.weekday, fields)
    words.days = try names(.days, fields)
    words.day = try text(.day, fields)
    words.hour = try text(.hour, fields)
    words.hours = try names(.hours, fields)
    words.urgent = try text(.urgent, fields)
    words.pausedUntil = try text(.pausedUntil, fields)
    if words == RhythmWords() { return Rhythm() }
    if let known = rhythms[words] { return known }
    let rhythm = try words.rhythm()
    if rhythms.count < Self.mostKept { rhythms[words] = rhythm }
    return rhythm
  }

  /// A list; an empty text, such as a cell of a table, says nothing.
  private func names(
    _ field: RecipientField, _ fields: RecordFields
  ) throws(Fault) -> [String]? {
    guard let value = fields.first(slots[field]) else { return nil }
    let names = try ListReading.names(value, field.name, takesNumbers: true)
    return names.isEmpty && value.kind != TIDINGS_JSON_ARRAY ? nil : names
  }

  private func priority(_ fields: RecordFields) throws(Fault) -> Priority? {
    guard let text = try text(.minimumPriority, fields) else { return nil }
    guard let priority = Priority(word: text) else {
      throw .malformed("minimumPriority", text, expected: "low, normal or high")
    }
    return priority
  }

  /// A list of types, or their names separated by commas.
  private func typesOff(_ fields: RecordFields) throws(Fault) -> Set<TypeKey>? {
    guard let value = fields.first(slots[.typesOff]) else { return nil }
    let names = try ListReading.names(value, RecipientField.typesOff.name)
    return Set(names.map(type))
  }

  private func type(_ name: String) -> TypeKey {
    if let known = types[name] { return known }
    let key = TypeKey(normalizing: name)
    if types.count < Self.mostKept { types[name] = key }
    return key
  }

  private func center(_ fields: RecordFields) throws(Fault) -> Coordinates? {
    let latitude = try fields.number(slots[.latitude], "latitude")
    let longitude = try fields.number(slots[.longitude], "longitude")
    switch (latitude, longitude) {
    case (nil, nil): return nil
    case (nil, .some): throw .missing("latitude")
    case (.some, nil): throw .missing("longitude")
    case (.some(let latitude), .some(let longitude)):
      if let center = Coordinates(latitude: latitude, longitude: longitude) { return center }
      let isLatitude = !(-90...90).contains(latitude)
      throw .malformed(
        isLatitude ? "latitude" : "longitude", String(isLatitude ? latitude : longitude),
        expected: isLatitude ? "degrees from -90 to 90" : "degrees from -180 to 180")
    }
  }

  private func radius(_ fields: RecordFields) throws(Fault) -> Double? {
    guard let radius = try fields.number(slots[.radius], "radius") else { return nil }
    guard radius >= 0 else {
      throw .malformed("radius", String(radius), expected: "kilometres, 0 or more")
    }
    return radius
  }

  private func unsubscribeURL(_ fields: RecordFields) throws(Fault) -> String? {
    guard let text = try text(.unsubscribeURL, fields) else { return nil }
    guard UnsubscribeURI.isWellFormed(text) else {
      throw .malformed("unsubscribeURL", text, expected: "an https, http or mailto address")
    }
    return text
  }
}
