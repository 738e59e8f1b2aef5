import ByteText
import CSimdJSON
import Languages
import Notifications
import Profiles
import Synchronization

/// Decodes whole notifications from one profile's records.
///
/// Its own table of paths has every field of the profile and of no other. What the walk leaves over
/// is exactly what the profile does not name.
///
/// Immutable and shared by all threads; a class for the same reason as `FactsReader`.
final class NotificationDecoder: Sendable {
  let profile: Profile
  let paths: RecordPaths
  private let facts: FactsReader
  private let names: NamedSlots
  private let links: LinkReader
  private let parts: PartsReader
  /// What makes derived values; nil for a profile without.
  let derivations: Derivations?
  private let conditions: [[ValueCondition]: [CompiledCondition]]
  private let titles: PatternTable
  private let bodies: PatternTable
  /// By type, the names of the values by which it collapses; empty for most profiles.
  private let compared: [TypeKey: [String]]
  private let wrapped: Slot

  init(_ profile: Profile, baseURL: String?) {
    let paths = RecordPaths()
    (self.profile, self.paths) = (profile, paths)
    let resolver = LinkResolver(baseURL: baseURL)
    paths.begin(profile)
    facts = FactsReader(profile, paths: paths, alsoWanted: Set(Field.allCases))
    names = NamedSlots(profile, paths: paths)
    links = LinkReader(profile, paths: paths, names: names, resolver: resolver)
    parts = PartsReader(profile, paths: paths, slots: facts.slots, resolver: resolver)
    titles = profile.titles
    bodies = profile.bodies
    conditions = (titles.rules + bodies.rules).map(\.conditions)
      .reduce(into: [:]) { compiled, conditions in
        if conditions.isEmpty { return }
        compiled[conditions] = conditions.map { CompiledCondition($0, paths: paths) }
      }
    derivations = paths.derivations
    wrapped = paths.slot(forNames: ["fields"])
    var compared: [TypeKey: [String]] = [:]
    for rule in profile.collapses {
      // The first rule that names a type counts.
      for type in rule.types where compared[type] == nil { compared[type] = rule.sameValues }
    }
    self.compared = compared.filter { !$0.value.isEmpty }
    // Fields that only detection names are not extras either.
    for rule in profile.detection {
      _ = paths.slots(for: rule.must + rule.mustOne.flatMap(\.self) + rule.scores.map(\.path))
    }
  }

  /// The record as plain JSON, to be walked again, if it is a document of Firestore's REST API; nil
  /// for any other record.
  func rewritten(_ fields: RecordFields, record: UnsafeRawBufferPointer) -> [UInt8]? {
    fields[wrapped].isMissing ? nil : FirestoreDocument.plainJSON(of: record)
  }

  /// The notification in a record. Members that no path names become `extra`.
  func notification(
    _ fields: RecordFields, context: RecordContext, language: Language, types: inout TypeSpellings,
    derived: DerivedValues
  ) throws(MappingRejection) -> Notification {
    if let derivations {
      derived.language = language
      derivations.write(into: fields, key: context.key, derived)
    }
    let facts = try facts.facts(fields, context: context, types: &types, ids: derived.ids)
    let type = types.key(of: facts.type)
    let title = fields.text(self.facts.slots[.title])
    let link = links.link(fields, type: type)
    // One call: setting fields one by one copies and destroys many.
    let content = NotificationContent(
      profile: profile.name, recipient: recipient(facts.recipient, in: context),
      id: NotificationID(facts.id.isEmpty ? context.key ?? "" : String(validated: facts.id)),
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
      (content.title != nil || titles.isEmpty) && (content.body != nil || bodies.isEmpty)
    // What is changed is copied.
    if isWorded, compared.isEmpty, !parts.hasAmounts { return Notification(content) }
    var notification = content
    if parts.hasAmounts { notification.amount = parts.amount(fields) }
    if !compared.isEmpty { notification.groupValue = groupValue(fields, type: type) }
    if !isWorded { addWords(to: &notification, fields, language: language) }
    return Notification(notification)
  }

  /// The values by which a type collapses, each after its length, so that no two lists are one text.
  private func groupValue(_ fields: RecordFields, type: TypeKey) -> String? {
    guard let compared = compared[type] else { return nil }
    var text = ""
    for name in compared {
      guard let value = names.text(name, in: fields) else { return nil }
      text += "\(value.utf8.count):\(value)"
    }
    return text
  }

  /// The recipient that a record names; all notifications of a recipient share one text.
  private func recipient(
    _ named: UnsafeRawBufferPointer, in context: RecordContext
  ) -> RecipientID {
    let isKnown = context.recipient.text.withRawBytes { $0.isEqual(to: named) }
    return named.isEmpty || isKnown ? context.recipient : RecipientID(String(validated: named))
  }

  /// Fills in a missing title or body from the profile's patterns.
  private func addWords(
    to notification: inout NotificationContent, _ fields: RecordFields, language: Language
  ) {
    if notification.title == nil && !titles.isEmpty {
      (notification.title, notification.shortTitle) = words(
        titles, for: notification, fields, language: language)
    }
    if notification.body == nil && !bodies.isEmpty {
      (notification.body, notification.shortBody) = words(
        bodies, for: notification, fields, language: language)
    }
    // Some systems repeat the title where there is nothing more to say.
    if let body = notification.body, notification.title?.utf8.elementsEqual(body.utf8) == true {
      notification.body = nil
    }
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
      patterns.filled(
        type: notification.type, in: language,
        value: { name in
          if name == "label", let own = ownLabel(fields, of: notification.type) {
            return .text(own)
          }
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
        })?.words
    }
    let whole = words(isShort: false)
    return (whole, isTooLong ? words(isShort: true) : nil)
  }

  /// What a record says as the label of its type, where the profile says nothing.
  private func ownLabel(_ fields: RecordFields, of type: TypeKey) -> String? {
    if facts.slots[.typeLabel].isEmpty || profile.type(type)?.hasOwnLabel == true { return nil }
    return fields.text(facts.slots[.typeLabel])
  }

  private func extra(_ fields: RecordFields) -> [ExtraField] {
    fields.members.compactMap { member in
      FieldValue(raw: member.value).anyText.map {
        ExtraField(name: String(validated: FieldValue(raw: member.name).bytes), value: $0)
      }
    }
  }
}

/// The decoders of several profiles, each made when it is first asked for: most profiles have no
/// records in a run.
final class NotificationDecoders: Sendable {
  private let profiles: [Profile]
  private let baseURLs: BaseURLs
  private let made: Mutex<[NotificationDecoder?]>

  init(_ profiles: [Profile], baseURLs: BaseURLs) {
    (self.profiles, self.baseURLs) = (profiles, baseURLs)
    made = Mutex(Array(repeating: nil, count: profiles.count))
  }

  var count: Int { profiles.count }

  subscript(profile: Int) -> NotificationDecoder {
    made.withLock { made in
      if let known = made[profile] { return known }
      let decoder = NotificationDecoder(
        profiles[profile], baseURL: baseURLs[profiles[profile].name])
      made[profile] = decoder
      return decoder
    }
  }
}
