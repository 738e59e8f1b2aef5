package import ByteText
internal import Digests
internal import Exports
internal import Languages
internal import Notifications
import Profiles
package import Rendering

/// What the feeds of a run hold besides notifications, and how their files are named.
package struct FeedPlan: Equatable, Sendable {
  package var folder = ""
  /// Names files after their recipients, so that anyone who knows an id can read the feed; otherwise
  /// their names cannot be guessed.
  package var hasPlainNames = false
  /// The URL at which the folder is served; nil if nobody said.
  package var url: String?

  package init() {}
}

/// A run of feeds: an Atom feed and a JSON Feed for each recipient, written only where something
/// changed.
///
/// A class, because it is large: the code that copies one had 50 KB.
package final class FeedRun: PersonFolderRun {
  package let kind = FolderKind.feeds
  package let reading: Reading
  package let persons: PersonList
  package var hasPlainNames: Bool { plan.hasPlainNames }
  package var droppedLinks: DroppedLinks { links.value }
  private let plan: FeedPlan
  private let inboxURL: InboxAddress?
  private let base: [UInt8]
  private let links = DroppedLinkCount()

  /// - Parameters:
  ///   - templates: those with the catalogues that name the feeds.
  ///   - inboxURL: where the pages are, to which feeds lead.
  package init(
    _ reading: Reading, persons: PersonList, templates: TemplateCatalogue = TemplateCatalogue(),
    plan: FeedPlan, inboxURL: InboxAddress?
  ) {
    self.reading = reading
    self.persons = persons
    self.plan = plan
    self.inboxURL = inboxURL
    base = Self.fingerprint(templates, reading, plan: plan)
  }

  package func maker(key: SipHash.Key) -> FileMaker {
    let maker = feeds(of: persons, key: key)
    return { (person, files) throws(Fault) in try maker.made(for: person, files) }
  }

  /// The feed of one person as blocks of HTML, as a reader's program shows it.
  package func preview(for person: Person) throws(Fault) -> [UInt8] {
    try feeds(of: PersonList([person]), key: .fixed).preview(for: person)
  }

  private func feeds(of persons: PersonList, key: SipHash.Key) -> FeedMaker {
    FeedMaker(
      digests: PersonDigests(reading, persons: persons, counting: links), plan: plan,
      inboxURL: inboxURL, hash: SipHash(key: key),
      records: RecordFingerprint(key: key, base: base, reading))
  }

  package func writeOwnFiles(_ folder: PersonFolder) {}

  package func foreignOwnFile(in path: String) -> String? { nil }

  /// Stands for what holds for all feeds: catalogues, profiles, addresses.
  private static func fingerprint(
    _ templates: TemplateCatalogue, _ reading: Reading, plan: FeedPlan
  ) -> [UInt8] {
    var parts = HashedParts()
    parts.add(Feed.version)
    for path in templates.paths where path.hasPrefix("catalogues/") {
      parts.add(path)
      parts.add(bytes: templates[path] ?? [])
    }
    for profile in reading.vocabulary.profiles.profiles { parts.add(profile.source) }
    parts.add(reading.index.typeLabels)
    parts.add(plan.url)
    parts.add(reading.brand.name)
    parts.add("\(reading.showsImages)")
    return SipHash(key: .fixed).hash128(parts.bytes).bytes
  }
}

/// Makes feeds; safe to be used from several tasks.
private struct FeedMaker: Sendable {
  let digests: PersonDigests
  let plan: FeedPlan
  let inboxURL: InboxAddress?
  let hash: SipHash
  /// Nil where only the feed itself can tell whether it changed.
  let records: RecordFingerprint?

  /// Makes a person's feeds unless they are there.
  func made(for person: Person, _ files: KnownFiles) throws(Fault) -> MadeFiles {
    func areThere(_ content: Hash128) -> [Bool] {
      zip(FolderKind.feeds.marks, files.beginnings).map { $0.isIn($1, content) }
    }
    let page = page(of: person)
    let records = try hashedRecords(of: person, page: page)
    if let known = files.written, let records, known.records == records,
      areThere(known.content).allSatisfy({ $0 })
    {
      return MadeFiles(written: known, files: [nil, nil])
    }
    let notifications = try digests.newest(Feed.limit, for: person)
    let (feed, context) = feed(of: notifications, for: person, at: files.stem, page: page)
    let (atom, json) = FeedDocuments.documents(feed, in: context)
    // One tells all that the other does.
    let content = hash.hash128(atom + json)
    let tally = Tally(total: notifications.count, unread: notifications.count { $0.isUnread })
    return MadeFiles(
      written: WrittenFile(records: records, content: content, tally: tally),
      files: zip(zip(FolderKind.feeds.marks, [atom, json]), areThere(content)).map {
        file, isThere in
        isThere ? nil : file.0.mark(file.1, with: content)
      })
  }

  func preview(for person: Person) throws(Fault) -> [UInt8] {
    let notifications = try digests.newest(Feed.limit, for: person)
    let (feed, context) = feed(of: notifications, for: person, at: "", page: page(of: person))
    return FeedDocuments.preview(feed, in: context)
  }

  private func page(of person: Person) -> String? {
    inboxURL?.url(of: person.recipient.id, person.profile)
  }

  private func hashedRecords(of person: Person, page: String?) throws(Fault) -> Hash128? {
    guard let records else { return nil }
    let beginning = digests.beginning(ofNewest: Feed.limit, for: person)
    let hashed = try records.hash(of: person, in: digests, on: nil) { $0.time >= beginning }
    var parts = HashedParts()
    parts.bytes += hashed.bytes
    parts.add(page)
    return hash.hash128(parts.bytes)
  }

  private func feed(
    of notifications: [Notification], for person: Person, at stem: String, page: String?
  ) -> (Feed, DocumentContext) {
    var context = digests.context(for: person)
    context.inboxURL = page
    // Other people's services read feeds.
    context.redacts = true
    let address = plan.url.map { ($0.hasSuffix("/") ? $0 : $0 + "/") + stem }
    let suffixes = FolderKind.feeds.suffixes
    let feed = Feed(
      notifications, of: person.key, atomURL: address.map { $0 + suffixes[0] },
      jsonURL: address.map { $0 + suffixes[1] })
    return (feed, context)
  }
}
