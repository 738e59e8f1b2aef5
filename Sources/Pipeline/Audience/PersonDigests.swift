internal import Digests
internal import Exports
internal import Languages
internal import Notifications
internal import Rendering

/// Makes the digests of persons, each in their language and zone and by their wishes; safe to be used
/// from several tasks.
struct PersonDigests: Sendable {
  private let reading: Reading
  /// What depends on the language alone, by tag.
  private let tables: [String: Tables]

  private struct Tables {
    var builder: DigestBuilder
    var types: TypeTable
  }

  init(_ reading: Reading, persons: [Person]) {
    self.reading = reading
    var tables: [String: Tables] = [:]
    for person in persons where tables[person.words.tag.text] == nil {
      tables[person.words.tag.text] = Tables(
        builder: Self.builder(of: person, reading),
        types: reading.vocabulary.types(in: person.words))
    }
    self.tables = tables
  }

  /// A person's digest, decoded now.
  ///
  /// - Parameter days: how many of the person's civil days it looks at, today included; nil leaves it
  ///   to the selection.
  func digest(for person: Person, days: Int? = nil) throws(ExportError) -> Digest {
    var builder = tables[person.words.tag.text]?.builder ?? Self.builder(of: person, reading)
    let (preferences, condition) = (person.recipient.preferences, reading.selection.condition)
    builder.selection.condition = { preferences.want($0) && condition?($0) ?? true }
    let place = Place(now: reading.place.now, zone: person.zone, words: person.words)
    if let days {
      builder.selection.since = place.start(of: place.today.adding(days: 1 - days))
    }
    return builder.digest(
      of: try notifications(of: person, for: builder.selection), for: person.recipient.id,
      at: place.now, days: place.days)
  }

  /// What a selection may choose of a person's notifications: the others need not be made, which are
  /// most where somebody has very many.
  private func notifications(
    of person: Person, for selection: Selection
  ) throws(ExportError) -> [Notification] {
    let now = reading.place.now
    var notifications: [Notification] = []
    for part in person.parts {
      var mailbox = try reading.index.mailbox(of: part.place, language: person.words.language) {
        let concealment = Concealment.of(
          isDeleted: $0.isDeleted, expiry: $0.expiry, time: $0.time, retention: nil, at: now)
        return concealment == nil && selection.mayInclude($0)
      }
      if let profiles = part.profiles { mailbox.removeAll { !profiles.contains($0.profile) } }
      // Most people have one id: what was read is handed on, not copied.
      if notifications.isEmpty { notifications = mailbox } else { notifications += mailbox }
    }
    return notifications
  }

  /// What documents for a person are made with; they are theirs alone, so that nothing is redacted.
  func context(for person: Person) -> DocumentContext {
    DocumentContext(
      words: person.words, zone: person.zone, now: reading.place.now,
      types: tables[person.words.tag.text]?.types ?? reading.context.types,
      recipient: person.recipient, redacts: false)
  }

  private static func builder(of person: Person, _ reading: Reading) -> DigestBuilder {
    DigestBuilder(
      profiles: reading.vocabulary.rules(in: person.words.language), selection: reading.selection)
  }
}
