import ByteText
import CSimdJSON
import Exports
package import Languages
package import Notifications
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
  private let preferences: [PreferenceReader]
  /// Spellings seen so far.
  private var locales: [String: LanguageTag] = [:]
  private var rhythms: [RhythmWords: Rhythm] = [:]
  private var types: [String: TypeKey] = [:]
  /// The bound of remembered spellings, which come from outside.
  private static let mostKept = 4096

  /// Nil if there is no memory.
  ///
  /// - Parameter profile: that of an export whose own people are read.
  init?(_ options: RecipientOptions, peopleOf profile: Profile? = nil) {
    guard let paths = RecordPaths() else { return nil }
    slots = RecipientSlots(paths, ids: profile?.preferences?.recipient ?? [])
    preferences = options.profiles.compactMap { PreferenceReader($0) }
    for reader in preferences { reader.addMarkers(to: paths) }
    walker = RecordWalker(paths)
    zones = options.zones
    keys = options.keys
  }

  /// Reads a record; `key` is its key in an object keyed by id.
  func entry(
    _ record: UnsafeRawBufferPointer, key: String?, file: String, place: SideFilePosition
  ) -> RecipientEntry {
    if let damage = walker.walk(record) {
      let fault = FieldFault(field: nil, reason: .damaged(damage.reason))
      return .rejected(SideFileReject(file: file, place: place, fault: fault))
    }
    if walker.fields.first(slots[.email]) == nil,
      let own = preferences.first(where: { $0.marks(walker.fields) })
    {
      return own.entry(record, file: file, place: place)
    }
    do throws(FieldFault) {
      return .draft(try draft(record, key: key, file: file, place: place))
    } catch {
      let fields = walker.fields
      return .rejected(
        SideFileReject(
          file: file, place: place, fault: error,
          recipient: (fields.idText(slots[.id]) ?? key).map(RecipientID.init),
          profile: fields.text(slots[.profile]).map(ProfileName.init),
          address: fields.firstText(slots[.email]).map {
            keys.key(String(decoding: $0, as: UTF8.self))
          }))
    }
  }

  private func draft(
    _ record: UnsafeRawBufferPointer, key: String?, file: String, place: SideFilePosition
  ) throws(FieldFault) -> RecipientDraft {
    if walker.notices.contains(.duplicateKey) {
      throw FieldFault(field: RepeatedKey.name(in: record), reason: .repeatedKey)
    }
    let fields = walker.fields
    if let key { try FieldFault.check(key, "id") }
    guard let id = try fields.id(slots[.id], "id") ?? key, !id.isEmpty else {
      throw FieldFault(field: "id", reason: .missing)
    }
    var draft = RecipientDraft(id: RecipientID(id), file: file, place: place)
    draft.profile = try text(.profile, fields).map(ProfileName.init)
    draft.name = try text(.name, fields)
    draft.email = try text(.email, fields)
    draft.locale = try locale(fields)
    draft.timeZone = try timeZone(fields)
    draft.rhythm = try rhythm(fields)
    draft.typesOff = try typesOff(fields)
    draft.minimumPriority = try priority(fields)
    draft.quietTimes = try QuietReading(slots: slots).times(fields)
    draft.center = try center(fields)
    draft.radius = try radius(fields)
    draft.isUnsubscribed = try fields.truth(
      slots[.unsubscribed], RecipientField.unsubscribed.name, epoch: .unix)
    draft.unsubscribeURL = try unsubscribeURL(fields)
    draft.also = try AlsoReading.identities(fields.first(slots[.also]))
    return draft
  }

  private func text(
    _ field: RecipientField, _ fields: RecordFields
  ) throws(FieldFault) -> String? {
    try fields.text(slots[field], field.name)
  }

  private func locale(_ fields: RecordFields) throws(FieldFault) -> LanguageTag? {
    guard let text = try text(.locale, fields) else { return nil }
    if let known = locales[text] { return known }
    guard LocaleForm.isWellFormed(text) else {
      throw .malformed("locale", text, expected: "a language tag such as pt-BR")
    }
    let tag = LanguageTag(text)
    if locales.count < Self.mostKept { locales[text] = tag }
    return tag
  }

  private func timeZone(_ fields: RecordFields) throws(FieldFault) -> String? {
    guard let text = try text(.timeZone, fields) else { return nil }
    guard zones.zone(text) != nil else {
      let shown = String(decoding: text.utf8.prefix(64), as: UTF8.self)
      throw FieldFault(field: "timeZone", reason: .unknownZone(shown))
    }
    return text
  }

  private func rhythm(_ fields: RecordFields) throws(FieldFault) -> Rhythm {
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
    do throws(RhythmFault) {
      let rhythm = try words.rhythm()
      if rhythms.count < Self.mostKept { rhythms[words] = rhythm }
      return rhythm
    } catch {
      throw error.fieldFault
    }
  }

  /// A list; an empty text, such as a cell of a table, says nothing.
  private func names(
    _ field: RecipientField, _ fields: RecordFields
  ) throws(FieldFault) -> [String]? {
    guard let value = fields.first(slots[field]) else { return nil }
    let names = try ListReading.names(value, field.name, takesNumbers: true)
    return names.isEmpty && value.kind != TIDINGS_JSON_ARRAY ? nil : names
  }

  private func priority(_ fields: RecordFields) throws(FieldFault) -> Priority? {
    guard let text = try text(.minimumPriority, fields) else { return nil }
    guard let priority = Priority(word: text) else {
      throw .malformed("minimumPriority", text, expected: "low, normal or high")
    }
    return priority
  }

  /// A list of types, or their names separated by commas.
  private func typesOff(_ fields: RecordFields) throws(FieldFault) -> TypesOff? {
    guard let value = fields.first(slots[.typesOff]) else { return nil }
    let names = try ListReading.names(value, RecipientField.typesOff.name)
    return TypesOff(everywhere: Set(names.map(type)))
  }

  private func type(_ name: String) -> TypeKey {
    if let known = types[name] { return known }
    let key = TypeKey(normalizing: name)
    if types.count < Self.mostKept { types[name] = key }
    return key
  }

  private func center(_ fields: RecordFields) throws(FieldFault) -> Coordinates? {
    let latitude = try fields.number(slots[.latitude], "latitude")
    let longitude = try fields.number(slots[.longitude], "longitude")
    switch (latitude, longitude) {
    case (nil, nil): return nil
    case (nil, .some): throw FieldFault(field: "latitude", reason: .missing)
    case (.some, nil): throw FieldFault(field: "longitude", reason: .missing)
    case (.some(let latitude), .some(let longitude)):
      if let center = Coordinates(latitude: latitude, longitude: longitude) { return center }
      let isLatitude = !(-90...90).contains(latitude)
      throw .malformed(
        isLatitude ? "latitude" : "longitude", String(isLatitude ? latitude : longitude),
        expected: isLatitude ? "degrees from -90 to 90" : "degrees from -180 to 180")
    }
  }

  private func radius(_ fields: RecordFields) throws(FieldFault) -> Double? {
    guard let radius = try fields.number(slots[.radius], "radius") else { return nil }
    guard radius >= 0 else {
      throw .malformed("radius", String(radius), expected: "kilometres, 0 or more")
    }
    return radius
  }

  private func unsubscribeURL(_ fields: RecordFields) throws(FieldFault) -> String? {
    guard let text = try text(.unsubscribeURL, fields) else { return nil }
    guard UnsubscribeURI.isWellFormed(text) else {
      throw .malformed("unsubscribeURL", text, expected: "an https, http or mailto address")
    }
    return text
  }
}

/// Reads single entries of a recipients file, from wherever they come; for one thread.
package final class RecipientEntryReader {
  private let reader: RecipientReader

  /// Nil if there is no memory.
  package init?(_ options: RecipientOptions) {
    guard let reader = RecipientReader(options) else { return nil }
    self.reader = reader
  }

  /// - Parameters:
  ///   - file: what is named if the entry is rejected.
  ///   - line: its line there.
  package func entry(
    _ bytes: UnsafeRawBufferPointer, file: String, line: Int
  ) -> RecipientEntry {
    let padded = Array(bytes) + repeatElement(0, count: RecordWalker.slack)
    return padded.withUnsafeBytes {
      reader.entry(
        UnsafeRawBufferPointer(rebasing: $0[..<bytes.count]), key: nil, file: file,
        place: .line(line))
    }
  }
}

extension People {
  /// The person of one entry, or why there is none.
  ///
  /// - Parameters:
  ///   - profile: that of the id if the entry names none.
  ///   - defaultZone: for quiet hours of a recipient without a zone.
  package init(
    _ entry: RecipientEntry, profile: ProfileName, options: RecipientOptions, defaultZone: Zone
  ) {
    var reading = RecipientReading()
    reading.entries = [entry]
    self.init(
      file: reading, own: EmbeddedRecipients(), profile: profile, profiles: options.profiles,
      keys: options.keys, defaultZone: defaultZone, zones: options.zones)
  }
}
