package import ByteText
package import Digests
import Exports
internal import Languages
package import Notifications
import Recipients
package import Rendering

/// Makes the digests of persons, each in their language and zone and by their wishes; safe to be used
/// from several tasks.
package struct PersonDigests: Sendable {
  let reading: Reading
  /// Those of the index: by number.
  let types: [TypeID]
  /// What depends on the language alone, by tag.
  private let tables: [String: Tables]
  let links: DroppedLinkCount

  private typealias Tables = (builder: DigestBuilder, types: TypeTable)

  /// - Parameter links: is told what became of the digests' links.
  init(_ reading: Reading, persons: PersonList, counting links: DroppedLinkCount) {
    (self.reading, self.links) = (reading, links)
    types = reading.index.types
    var tables: [String: Tables] = [:]
    for person in persons.ofEveryLanguage where tables[person.words.tag.text] == nil {
      tables[person.words.tag.text] = (
        Self.builder(of: person, reading), reading.present.types(in: person.words)
      )
    }
    self.tables = tables
  }

  /// The digests of some people, without an account of the links that were dropped.
  package init(_ reading: Reading, persons: PersonList) {
    self.init(reading, persons: persons, counting: DroppedLinkCount())
  }

  /// A person's digest, decoded now.
  ///
  /// - Parameters:
  ///   - days: how many of the person's civil days it looks at, today included; nil leaves it to the
  ///     selection.
  ///   - joinsDays: whether it has a heading for what is urgent of all days.
  package func digest(
    for person: Person, days: Int? = nil, joinsDays: Bool = true
  ) throws(Fault) -> Digest {
    var builder = personalBuilder(person)
    builder.joinsDays = joinsDays
    let place = Place(now: reading.place.now, zone: person.zone, words: person.words)
    if let days { builder.selection.since = place.start(of: place.today.adding(days: 1 - days)) }
    let (notifications, pruned) = try notifications(of: person, for: builder, days: place.days)
    var digest = builder.digest(
      of: notifications, for: person.recipient.id, at: place.now, days: place.days,
      pruned: pruned)
    digest.isPartial = reading.index.isPartial
    digest.older = try older(of: person, for: builder, areUnread: true)
    if digest.counts.all.total == 0, digest.older == nil {
      digest.olderRead = try older(of: person, for: builder, areUnread: false)
    }
    links.count(digest.sections.lazy.flatMap { $0.items.lazy.map(\.notification.droppedLink) })
    return digest
  }

  /// What selects for a person, by their wishes too.
  func personalBuilder(_ person: Person) -> DigestBuilder {
    var builder = builder(person)
    let (preferences, condition) = (person.recipient.preferences, reading.selection.condition)
    builder.selection.condition = { preferences.want($0) && condition?($0) ?? true }
    return builder
  }

  private func builder(_ person: Person) -> DigestBuilder {
    tables[person.words.tag.text]?.builder ?? Self.builder(of: person, reading)
  }

  /// What is unread, or read, and wanted, but from before the window.
  private func older(
    of person: Person, for builder: DigestBuilder, areUnread: Bool
  ) throws(Fault) -> OlderNotifications? {
    guard let since = builder.selection.since, builder.selection.isUnread != !areUnread else {
      return nil
    }
    var builder = builder
    builder.selection.since = nil
    builder.selection.until = min(builder.selection.until ?? since, since)
    builder.selection.isUnread = areUnread
    // Else the index knows enough.
    if needsText(builder, for: person) {
      let selected = builder.selected(
        from: try notifications(of: person, for: builder, days: reading.place.days).0,
        at: reading.place.now)
      return selected.map(\.time).max().map {
        OlderNotifications(count: selected.count, newest: $0)
      }
    }
    return person.parts.reduce(nil) { older, part in
      reading.index.fold(recipient: part.place, into: older) { older, record in
        guard isWanted(record, of: part, by: person, builder) else { return }
        let newest = older.map { max($0.newest, record.time) } ?? record.time
        older = OlderNotifications(count: (older?.count ?? 0) + 1, newest: newest)
      }
    }
  }

  /// Whether only a text or a place tells what a person wants, so that it has to be read.
  private func needsText(_ builder: DigestBuilder, for person: Person) -> Bool {
    !builder.selection.searches.isEmpty || reading.selection.condition != nil
      || person.recipient.preferences.area != nil
  }

  func isWanted(
    _ record: ExportIndex.Record, of part: Person.Part, by person: Person, _ builder: DigestBuilder
  ) -> Bool {
    let (type, preferences) = (types[record.type], person.recipient.preferences)
    return reading.passes[record.type] && part.profiles?.contains(type.profile) ?? true
      && builder.mayChoose(RecordFacts(record), of: type.profile, at: reading.place.now)
      && builder.selection.types?.includes(type.profile, type.key) ?? true
      && preferences.want(type.key, of: type.profile, record.priority)
  }

  /// What of a person's notifications the builder may show, and the count of those for which a
  /// document has no room: these are not read again.
  private func notifications(
    of person: Person, for builder: DigestBuilder, days: DayBoundaries
  ) throws(Fault) -> ([Notification], PrunedNotifications) {
    let pruning = Pruning(of: person, builder, reading, types: types, days: days)
    let notifications = try notifications(of: person, for: builder) { record, part in
      mayChoose(record, of: part, builder) && pruning?.leavesOut(record) != true
    }
    return (notifications, pruning?.pruned ?? PrunedNotifications())
  }

  /// What the builder may show of the records of a person that are read.
  private func notifications(
    of person: Person, for builder: DigestBuilder,
    where isRead: (ExportIndex.Record, Person.Part) -> Bool
  ) throws(Fault) -> [Notification] {
    var notifications: [Notification] = []
    for part in person.parts {
      let mailbox = try reading.index.mailbox(
        of: part.place, language: person.words.language
      ) { record in
        isRead(record, part)
      } keeping: { notification in
        builder.needs(notification, at: now)
      }
      // Most people have one part: what was read is handed on, not copied.
      if notifications.isEmpty { notifications = mailbox } else { notifications += mailbox }
    }
    return notifications
  }

  var now: Instant { reading.place.now }

  /// The index's recipient whose notifications a part is of.
  func recipient(of part: Person.Part) -> RecipientID { reading.index.recipient(at: part.place) }

  /// Hands the records that a person's digest may be made of to `body`, as their inputs hold them; the
  /// bytes of those that `isKnown` knows are empty.
  func forEachRecord(
    of person: Person, where isShown: (ExportIndex.Record) -> Bool = { _ in true },
    knowing isKnown: (ExportIndex.Record) -> Bool,
    _ body: (TypeID, ExportIndex.Record, UnsafeRawBufferPointer, String?) -> Void
  ) throws(Fault) {
    let builder = builder(person)
    let latest = now.adding(seconds: max(0, builder.selection.skew))
    for part in person.parts {
      try reading.index.forEachRecord(of: part.place) { record in
        record.time <= latest && mayChoose(record, of: part, builder) && isShown(record)
      } knowing: {
        isKnown($0)
      } _: { record, bytes, key in
        body(types[record.type], record, bytes, key)
      }
    }
  }

  func mayChoose(
    _ record: ExportIndex.Record, of part: Person.Part, _ builder: DigestBuilder
  ) -> Bool {
    let profile = types[record.type].profile
    return reading.passes[record.type] && part.profiles?.contains(profile) ?? true
      && builder.mayChoose(RecordFacts(record), of: profile, at: reading.place.now)
  }

  /// What documents for a person are made with; they are theirs alone, so that nothing is redacted.
  package func context(for person: Person) -> DocumentContext {
    DocumentContext(
      words: person.words, zone: person.zone, now: reading.place.now,
      types: tables[person.words.tag.text]?.types ?? reading.context.types,
      recipient: person.recipient, app: reading.brand.name, showsImages: reading.showsImages,
      redacts: false)
  }

  private static func builder(of person: Person, _ reading: Reading) -> DigestBuilder {
    DigestBuilder(profiles: reading.present.rules(in: person.words), selection: reading.selection)
  }

  /// A person's newest notifications, at most `limit`, each as it is; decoded now.
  package func newest(_ limit: Int, for person: Person) throws(Fault) -> [Notification] {
    let builder = personalBuilder(person)
    let beginning = beginning(ofNewest: limit, for: person)
    let notifications = try notifications(of: person, for: builder) { record, part in
      record.time >= beginning && mayChoose(record, of: part, builder)
    }
    let newest = builder.newest(limit, of: notifications, at: now)
    links.count(newest.lazy.map(\.droppedLink))
    return newest
  }

  /// The time from which on a person's records may be among the newest, by the index alone.
  func beginning(ofNewest limit: Int, for person: Person) -> Instant {
    let count = person.parts.reduce(0) { $0 + reading.index.count(of: $1.place) }
    let builder = personalBuilder(person)
    if count <= limit || needsText(builder, for: person) { return Instant(microseconds: .min) }
    let latest = now.adding(seconds: max(0, builder.selection.skew))
    var times: [Instant] = []
    for part in person.parts {
      reading.index.fold(recipient: part.place, into: ()) { _, record in
        if record.time <= latest, isWanted(record, of: part, by: person, builder) {
          times.append(record.time)
        }
      }
    }
    if times.count <= limit { return Instant(microseconds: .min) }
    times.sort(by: >)
    return times[limit - 1]
  }
}

extension Preferences {
  /// Whether the recipient wants a notification: its type is not muted, it is urgent enough, and
  /// not too far away.
  func want(_ notification: Notification) -> Bool {
    guard want(notification.type, of: notification.profile, notification.priority) else {
      return false
    }
    guard let area, let place = notification.coordinates else { return true }
    return area.contains(place)
  }

  /// The same without the location.
  func want(_ type: TypeKey, of profile: ProfileName, _ priority: Priority) -> Bool {
    priority >= minimumPriority && !mutes(type, of: profile)
  }
}
