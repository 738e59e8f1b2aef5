internal import Delivery
internal import Digests
internal import Exports
internal import Languages
internal import Notifications
internal import Rendering

/// Makes the pages of a run; safe to be used from several tasks.
struct InboxPages: Sendable {
  private let digests: PersonDigests
  private let renderer: InboxRenderer
  private let plan: InboxPlan

  init(_ reading: Reading, persons: [Person], renderer: InboxRenderer, plan: InboxPlan) {
    digests = PersonDigests(reading, persons: persons)
    self.renderer = renderer
    self.plan = plan
  }

  /// What a person's page shows, decoded now.
  func digest(for person: Person) throws(ExportError) -> Digest {
    try digests.digest(for: person)
  }

  /// The page of a digest.
  func page(of digest: Digest, for person: Person) -> [UInt8] {
    var context = digests.context(for: person)
    context.showsImages = plan.showsImages
    // Not the file's name: marks stay with the page when that changes.
    let pageID = SipHash(key: .fixed).hash128(person.key.bytes).hexadecimal
    return renderer.page(of: digest, in: context, options: InboxOptions(pageID: pageID))
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
