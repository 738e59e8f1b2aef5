import ByteText
import CSimdJSON
import Languages
import Notifications
import Profiles

/// Decodes whole notifications from one profile's records.
///
/// Its own table of paths has every field of the profile and of no other. What the walk leaves over
/// is exactly what the profile does not name.
///
/// Immutable and shared by all threads; a class for the same reason as `FactsReader`.
final class NotificationDecoder: Sendable {
  let profile: Profile
  /// The paths that the walk collects.
  let paths: RecordPaths
  private let facts: FactsReader
  private let names: NamedSlots
  private let links: LinkReader
  private let parts: PartsReader
  /// What makes derived values; nil for a profile without.
  let derivations: Derivations?
  /// By the conditions of the profile's patterns.
  private let conditions: [[ValueCondition]: [CompiledCondition]]
  /// The slot of a Firestore document's fields.
  private let wrapped: Slot

  /// Nil if there is no memory.
  init?(_ profile: Profile, baseURL: String?) {
    guard let paths = RecordPaths() else { return nil }
    self.profile = profile
    self.paths = paths
    let readers = Readers(profile, paths: paths, LinkResolver(baseURL: baseURL))
    (facts, names, links, parts) = (readers.facts, readers.names, readers.links, readers.parts)
    (derivations, conditions) = (readers.derivations, readers.conditions)
    wrapped = paths.slot(forNames: ["fields"])
    // Fields that only detection names are not extras either.
    for rule in profile.detection {
      _ = paths.slots(
        for: rule.must + rule.mustOne.flatMap(\.self) + rule.scores.map(\.path))
    }
  }

  /// What reads the parts of a record.
  private struct Readers {
    let facts: FactsReader
    let names: NamedSlots
    let links: LinkReader
    let parts: PartsReader
    let conditions: [[ValueCondition]: [CompiledCondition]]
    let derivations: Derivations?

    init(_ profile: Profile, paths: RecordPaths, _ resolver: LinkResolver) {
      paths.begin(profile)
      facts = FactsReader(profile, paths: paths, alsoWanted: Set(Field.allCases))
      names = NamedSlots(profile, paths: paths)
      links = LinkReader(profile, paths: paths, names: names, resolver: resolver)
      parts = PartsReader(profile, paths: paths, slots: facts.slots, resolver: resolver)
      conditions = (profile.titles.rules + profile.bodies.rules).map(\.conditions)
        .reduce(into: [:]) { compiled, conditions in
          if conditions.isEmpty { return }
          compiled[conditions] = conditions.map { CompiledCondition($0, paths: paths) }
        }
      derivations = paths.derivations
    }
  }

  /// The record as plain JSON, to be walked again, if it is a document of Firestore's REST API; nil
  /// for any other record.
  func rewritten(_ fields: RecordFields, record: UnsafeRawBufferPointer) -> [UInt8]? {
    fields[wrapped].isMissing ? nil : FirestoreDocument(record)?.plainJSON
  }

  /// The notification in a record. Members that no path names become `extra`.
  func notification(
    _ fields: RecordFields, context: RecordContext, language: Language, types: inout TypeTable,
    derived: DerivedValues? = nil
  ) throws(MappingRejection) -> Notification {
    guard let derivations else {
      return try notification(fields, context, language: language, types: &types)
    }
    let derived = derived ?? DerivedValues()
    derived.language = language
    derivations.write(into: fields, key: context.key, derived)
    defer { withExtendedLifetime(derived) {} }
    return try notification(fields, context, language: language, types: &types)
  }

  private func notification(
    _ fields: RecordFields, _ context: RecordContext, language: Language,
    types: inout TypeTable
  ) throws(MappingRejection) -> Notification {
    let facts = try facts.facts(fields, context: context, types: &types)
    let type = types.key(of: facts.type)
    let title = fields.text(self.facts.slots[.title])
    let link = links.link(fields, type: type)
    // One call: setting fields one by one copies and destroys many.
    let notification = NotificationContent(
      profile: profile.name, recipient: recipient(facts.recipient, in: context),
      id: NotificationID(
        facts.id.isEmpty ? context.key ?? "" : String(validated: facts.id)),
      type: type, title: title,
      body: fields.text(self.facts.slots[.body]), bodyFormat: parts.bodyFormat(fields),
      priority: facts.priority, time: facts.time, readState: facts.readState,
      isDeleted: facts.isDeleted, expiry: facts.expiry, updatedAt: self.facts.updatedAt(facts),
      wasMailed: parts.wasMailed(fields), actor: parts.actor(fields, title: title),
      subject: parts.subject(fields), link: link?.address, droppedLink: link?.dropped,
      actions: links.actions(fields, type: type, language: language),
      thumbnails: parts.thumbnails(fields), batchCount: parts.batchCount(fields),
      coordinates: parts.coordinates(fields), extra: extra(fields))
    let isWorded =
      (notification.title != nil || profile.titles.isEmpty)
      && (notification.body != nil || profile.bodies.isEmpty)
    return Notification(
      isWorded ? notification : withWords(notification, fields, language: language))
  }

  /// The recipient that a record names; all notifications of a recipient share one text.
  private func recipient(
    _ named: UnsafeRawBufferPointer, in context: RecordContext
  ) -> RecipientID {
    var known = context.recipient.text
    let isKnown = known.withUTF8 { UnsafeRawBufferPointer($0).isEqual(to: named) }
    return named.isEmpty || isKnown
      ? context.recipient : RecipientID(String(validated: named))
  }

  /// Fills in a missing title or body from the profile's patterns.
  private func withWords(
    _ notification: NotificationContent, _ fields: RecordFields, language: Language
  ) -> NotificationContent {
    var notification = notification
    if notification.title == nil && !profile.titles.isEmpty {
      (notification.title, notification.shortTitle) = words(
        profile.titles, for: notification, fields, language: language)
    }
    if notification.body == nil && !profile.bodies.isEmpty {
      (notification.body, notification.shortBody) = words(
        profile.bodies, for: notification, fields, language: language)
    }
    // Some systems repeat the title where there is nothing more to say.
    if let body = notification.body,
      notification.title?.utf8.elementsEqual(body.utf8) == true
    {
      notification.body = nil
    }
    return notification
  }

  /// The name of the value that is truncated wherever it appears, and its limit in characters.
  private static let preview = "preview"
  private static let longestPreview = 100

  /// The text, and the same text with a truncated preview.
  private func words(
    _ patterns: PatternTable, for notification: NotificationContent, _ fields: RecordFields,
    language: Language
  ) -> (whole: String?, short: String?) {
    var isTooLong = false
    func words(isShort: Bool) -> String? {
      patterns.words(
        type: notification.type, in: language,
        value: { name in
          // Values made from several fields come from the notification, as for a collapsed line.
          if let value = profile.value(name, of: notification, in: language) { return value }
          guard let text = names.text(name, in: fields) else { return nil }
          guard name == Self.preview else { return .text(text) }
          let cut = DisplayWidth.truncated(text, characters: Self.longestPreview)
          if cut.utf8.count != text.utf8.count { isTooLong = true }
          return .text(isShort ? cut : text)
        },
        where: { conditions in
          conditions.isEmpty
            || self.conditions[conditions]?.allSatisfy { $0.holds(in: fields) } == true
        })
    }
    let whole = words(isShort: false)
    return (whole, isTooLong ? words(isShort: true) : nil)
  }

  private func extra(_ fields: RecordFields) -> [ExtraField] {
    fields.members.compactMap { member in
      FieldValue(raw: member.value).anyText.map {
        ExtraField(
          name: String(validated: FieldValue(raw: member.name).bytes), value: $0)
      }
    }
  }
}

/// Reads the parts of a notification that many records lack: actor, subject, pictures, coordinates.
final class PartsReader: Sendable {
  private let profile: Profile
  private let slots: FieldSlots
  private let resolver: LinkResolver
  private let thumbnails: Slot?

  /// A longer list is truncated: no document shows as many.
  static let thumbnailLimit = 256
  /// The limit of a count, so that sums stay in range and documents stay readable.
  static let batchLimit = 1_000_000

  init(_ profile: Profile, paths: RecordPaths, slots: FieldSlots, resolver: LinkResolver) {
    self.profile = profile
    self.slots = slots
    self.resolver = resolver
    thumbnails = profile.thumbnails.map { paths.slot(for: $0.items) }
  }

  /// The record's own format, else the profile's.
  func bodyFormat(_ fields: RecordFields) -> BodyFormat {
    if slots[.bodyFormat].isEmpty { return profile.bodyFormat }
    return fields.text(slots[.bodyFormat]).flatMap(BodyFormat.init) ?? profile.bodyFormat
  }

  func wasMailed(_ fields: RecordFields) -> Bool {
    fields.isAnyTrue(slots[.mailed], epoch: profile.epoch)
  }

  func subject(_ fields: RecordFields) -> Subject? {
    let subject = Subject(
      id: fields.text(slots[.subjectId]), name: fields.text(slots[.subjectName]))
    return subject.id != nil || subject.name != nil ? subject : nil
  }

  /// The actor, shown by the name that the title contains, or else by the first.
  func actor(_ fields: RecordFields, title: String?) -> Actor? {
    var names: [String] = []
    for slot in slots[.actorName] {
      if let name = fields[slot].text.map(LinkResolver.trimmed), !name.isEmpty,
        !names.contains(where: { $0.utf8.elementsEqual(name.utf8) })
      {
        names.append(name)
      }
    }
    if names.isEmpty { return nil }
    let shown = title.flatMap { title in
      names.firstIndex { ByteSearch.offset(of: $0, in: title) != nil }
    }
    let name = names.remove(at: shown ?? 0)
    return Actor(
      id: fields.text(slots[.actorId]), name: name, otherNames: names,
      avatarURL: fields.text(slots[.actorAvatar]).flatMap(resolver.picture),
      isFollowedBack: fields.first(slots[.actorFollowedBack]).flatMap {
        $0.truth(epoch: profile.epoch)
      })
  }

  func batchCount(_ fields: RecordFields) -> Int? {
    guard let text = fields.text(slots[.batchCount]) else { return nil }
    guard let count = Double(text), count >= 1 else { return nil }
    return Int(exactly: min(count, Double(Self.batchLimit)).rounded(.down))
  }

  func thumbnails(_ fields: RecordFields) -> [Thumbnail] {
    if let rule = profile.thumbnails, let slot = thumbnails,
      fields[slot].kind == TIDINGS_JSON_ARRAY, let list = JSONText(fields[slot].bytes)
    {
      return list.parts.prefix(Self.thumbnailLimit).compactMap { thumbnail($0.value, rule) }
    }
    return fields.text(slots[.image]).flatMap(resolver.picture)
      .map { [Thumbnail(url: $0, kind: .photo)] } ?? []
  }

  private func thumbnail(_ element: JSONText, _ rule: ThumbnailRule) -> Thumbnail? {
    let address = element.kind == .object ? element.member(rule.url)?.text : element.text
    guard let url = address.flatMap(resolver.picture) else { return nil }
    let kind = rule.kind.flatMap { element.member($0)?.text }.flatMap {
      rule.kinds[$0.lowercased()]
    }
    return Thumbnail(url: url, kind: kind ?? .photo)
  }

  func coordinates(_ fields: RecordFields) -> Coordinates? {
    if slots[.latitude].isEmpty { return nil }
    guard let latitude = fields.text(slots[.latitude]).flatMap(Double.init),
      let longitude = fields.text(slots[.longitude]).flatMap(Double.init)
    else { return nil }
    return Coordinates(latitude: latitude, longitude: longitude)
  }
}
