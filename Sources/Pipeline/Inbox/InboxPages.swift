internal import Delivery
internal import Digests
internal import Exports
internal import Languages
internal import Notifications
internal import Rendering

/// Makes the pages of a run; safe to be used from several tasks.
struct InboxPages: Sendable {
  private let reading: Reading
  private let renderer: InboxRenderer
  private let plan: InboxPlan
  /// What depends on the language alone, by tag.
  private let tables: [String: Tables]

  private struct Tables {
    var builder: DigestBuilder
    var types: TypeTable
  }

  init(_ reading: Reading, persons: [InboxPerson], renderer: InboxRenderer, plan: InboxPlan) {
    self.reading = reading
    self.renderer = renderer
    self.plan = plan
    var tables: [String: Tables] = [:]
    for person in persons where tables[person.words.tag.text] == nil {
      tables[person.words.tag.text] = Tables(
        builder: DigestBuilder(
          profiles: reading.vocabulary.rules(in: person.words.language),
          selection: reading.selection),
        types: reading.vocabulary.types(in: person.words))
    }
    self.tables = tables
  }

  /// What a person's page shows, decoded now.
  func digest(for person: InboxPerson) throws(ExportError) -> Digest {
    var notifications: [Notification] = []
    for part in person.parts {
      let mailbox = try reading.index.mailbox(of: part.place, language: person.words.language)
      if let profiles = part.profiles {
        notifications += mailbox.filter { profiles.contains($0.profile) }
      } else {
        notifications += mailbox
      }
    }
    var builder = builder(of: person)
    let (preferences, condition) = (person.recipient.preferences, reading.selection.condition)
    builder.selection.condition = { preferences.want($0) && condition?($0) ?? true }
    return builder.digest(
      of: notifications, for: person.recipient.id, at: reading.place.now,
      days: place(of: person).days)
  }

  /// The page of a digest.
  func page(of digest: Digest, for person: InboxPerson) -> [UInt8] {
    let context = DocumentContext(
      words: person.words, zone: person.zone, now: reading.place.now,
      types: tables[person.words.tag.text]?.types ?? reading.context.types,
      recipient: person.recipient, showsImages: plan.showsImages, redacts: false)
    // Not the file's name: marks stay with the page when that changes.
    let pageID = SipHash(key: .fixed).hash128(person.key.bytes).hexadecimal
    return renderer.page(of: digest, in: context, options: InboxOptions(pageID: pageID))
  }

  private func builder(of person: InboxPerson) -> DigestBuilder {
    if let tables = tables[person.words.tag.text] { return tables.builder }
    return DigestBuilder(
      profiles: reading.vocabulary.rules(in: person.words.language), selection: reading.selection)
  }

  private func place(of person: InboxPerson) -> Place {
    Place(now: reading.place.now, zone: person.zone, words: person.words)
  }

  /// Stands for what holds for all pages: templates and catalogues, profiles, looks.
  static func fingerprint(
    _ templates: TemplateCatalogue, _ reading: Reading, _ plan: InboxPlan
  ) -> [UInt8] {
    // Raised when the program makes other pages of the same content.
    var bytes = Array("tidings.inbox/1".utf8)
    func add(_ part: some Collection<UInt8>) {
      bytes += SipHash(key: .fixed).hash128(Array(part)).bytes
    }
    for path in templates.paths where path.hasPrefix("inbox/") || path.hasPrefix("catalogues/") {
      add(path.utf8)
      add(templates[path] ?? [])
    }
    for profile in reading.vocabulary.profiles.profiles { add(profile.source.utf8) }
    add("\(plan.accent.light) \(plan.accent.dark) \(plan.showsImages)".utf8)
    return SipHash(key: .fixed).hash128(bytes).bytes
  }
}
