internal import ByteText
internal import Delivery
internal import Digests
internal import Exports
internal import Languages
internal import Notifications
import Profiles
internal import Rendering

/// Makes the pages of a run; safe to be used from several tasks.
struct InboxPages: Sendable {
  private let run: InboxRun
  private let digests: PersonDigests
  /// What tells whether a page is as it was.
  private let fingerprint: PageFingerprint
  /// Nil where only the page itself can tell.
  private let records: RecordFingerprint?
  private let options: InboxOptions

  init(_ run: InboxRun, persons: PersonList, key: SipHash.Key) {
    self.run = run
    digests = PersonDigests(run.reading, persons: persons, counting: run.links)
    fingerprint = PageFingerprint(key: key, base: run.base)
    records = RecordFingerprint(key: key, base: run.base, run.reading)
    options = run.reading.pageOptions(pageID: "")
  }

  /// Makes a person's page unless it is there.
  func made(for person: Person, _ files: KnownFiles) throws(Fault) -> MadeFiles {
    let records = try self.records?.hash(
      of: person, in: digests, on: person.isGone ? nil : digests.now)
    if let known = files.written, let records, known.records == records,
      FingerprintMark.page.isIn(files.beginnings[0], known.content)
    {
      return MadeFiles(written: known, files: [nil])
    }
    let digest = try digests.digest(for: person)
    var fingerprint = fingerprint
    let content = fingerprint.hash(of: digest, for: person)
    let isThere = FingerprintMark.page.isIn(files.beginnings[0], content)
    return MadeFiles(
      written: WrittenFile(
        records: records, content: content, tally: digest.counts.all, urgent: digest.urgentCount,
        newest: digest.newest),
      files: [
        isThere ? nil : FingerprintMark.page.mark(page(of: digest, for: person), with: content)
      ])
  }

  func digest(for person: Person) throws(Fault) -> Digest { try digests.digest(for: person) }

  func page(of digest: Digest, for person: Person) -> [UInt8] {
    var context = digests.context(for: person)
    context.showsImages = run.plan.showsImages
    if let muting = run.muting {
      let recipient = person.recipient.id
      context.links.mute = { muting.url(for: recipient, type: $0) }
    }
    var options = options
    options.pageID = person.pageID
    return run.renderer.page(of: digest, in: context, options: options)
  }

  /// Stands for what holds for all pages: templates and catalogues, profiles, looks, labels of types,
  /// links.
  static func fingerprint(
    _ templates: TemplateCatalogue, _ reading: Reading, plan: InboxPlan, muting: SignedLink?
  ) -> [UInt8] {
    // Raised when the program makes other pages of the same content.
    var bytes = Array("tidings.inbox/5".utf8)
    func addBytes(_ part: some Collection<UInt8>) {
      bytes += SipHash(key: .fixed).hash128(Array(part)).bytes
    }
    for path in templates.paths where path.hasPrefix("inbox/") || path.hasPrefix("catalogues/") {
      addBytes(path.utf8)
      addBytes(templates[path] ?? [])
    }
    for profile in reading.vocabulary.profiles.profiles { addBytes(profile.source.utf8) }
    addBytes("\(reading.brand.accent.light) \(reading.brand.accent.dark) \(plan.showsImages)".utf8)
    addBytes(reading.brand.name.utf8)
    var labels = HashedParts()
    labels.add(reading.index.typeLabels)
    addBytes(labels.bytes)
    // Another address or another secret makes other links.
    if let link = muting?.url(for: RecipientID(""), type: TypeKey(normalizing: "")) {
      addBytes(link.utf8)
    }
    for profile in reading.zoneless.sorted() { addBytes(profile.text.utf8) }
    // What was rejected may be anybody's, and no page says then that all is read.
    if reading.index.isPartial { addBytes("partial".utf8) }
    return SipHash(key: .fixed).hash128(bytes).bytes
  }
}

extension Person {
  /// The name of the person's page in a browser's storage. It is not the file's name: marks stay with
  /// the page when that changes.
  package var pageID: String { SipHash(key: .fixed).hash128(key.bytes).hexadecimal }
}

extension Digest {
  /// The time of its newest notification, in seconds since 1970; 0 if there is none.
  var newest: Int64 {
    sections.lazy.flatMap(\.items).map(\.notification.time.seconds).max() ?? 0
  }
}
