package import ByteText
import CompiledMustache
internal import Delivery
internal import Digests
import Exports
package import Languages
internal import Notifications
package import Rendering

/// A run of inbox pages: one file for each recipient, written only where something changed.
///
///     let run = try InboxRun(reading, persons: PersonList(reading), plan: InboxPlan())
///     let page = try run.page(for: person)
///
/// A class, because it is large: the code that copies one had 50 KB.
package final class InboxRun: PersonFolderRun {
  package let kind = FolderKind.pages
  package let reading: Reading
  package let persons: PersonList
  package var hasPlainNames: Bool { plan.hasPlainNames }
  package var droppedLinks: DroppedLinks { links.value }
  package let plan: InboxPlan
  let renderer: InboxRenderer
  let index: InboxIndexRenderer
  let base: [UInt8]
  let muting: SignedLink?
  let links = DroppedLinkCount()

  /// - Parameters:
  ///   - templates: the bundled ones and one's own.
  ///   - muting: makes the links by which readers mute a type.
  /// - Throws: a fault for whatever is wrong in the templates of the page.
  package init(
    _ reading: Reading, persons: PersonList, templates: TemplateCatalogue = TemplateCatalogue(),
    plan: InboxPlan, muting: SignedLink? = nil
  ) throws(Fault) {
    self.reading = reading
    self.persons = persons
    self.plan = plan
    self.muting = muting
    renderer = try InboxRenderer(templates, accent: reading.brand.accent)
    index = try InboxIndexRenderer(templates, accent: reading.brand.accent)
    base = InboxPages.fingerprint(templates, reading, plan: plan, muting: muting)
  }

  static let indexName = PersonFileNames.index + FolderKind.pages.suffixes[0]

  /// The page of one person.
  package func page(for person: Person) throws(Fault) -> [UInt8] {
    let pages = InboxPages(self, persons: PersonList([person]), key: .fixed)
    return pages.page(of: try pages.digest(for: person), for: person)
  }

  package func maker(key: SipHash.Key) -> FileMaker {
    let pages = InboxPages(self, persons: persons, key: key)
    return { (person, files) throws(Fault) in try pages.made(for: person, files) }
  }

  /// Writes the index, or takes away one that is no longer asked for; a run for a few leaves it.
  package func writeOwnFiles(_ folder: PersonFolder) throws {
    if plan.hasIndex {
      try writeIndex(try entries(folder), to: folder)
    } else if reading.selection.recipients == nil {
      try removeIndex(from: folder)
    }
  }

  /// What the index says of each page.
  private func entries(_ folder: PersonFolder) throws -> [InboxIndexEntry] {
    let ambiguous = ambiguousIDs
    return try persons.compactMap { person in
      guard let entry = try folder.list[person.key] else { return nil }
      let id = person.recipient.id
      return (
        href: entry.stem + FolderKind.pages.suffixes[0], name: person.recipient.name,
        id: ambiguous.contains(id) ? "\(id.text) · \(person.profile.text)" : id.text,
        tally: entry.written?.tally ?? Tally(), urgent: entry.written?.urgent ?? 0,
        newest: entry.written?.newest ?? 0
      )
    }
  }

  /// Ids that are people's of several systems.
  private var ambiguousIDs: Set<RecipientID> {
    var known: Set<RecipientID> = []
    return Set(persons.map(\.recipient.id).filter { !known.insert($0).inserted })
  }

  /// Those with most that is urgent first, then most unread; equal ones in the order of the people.
  private static func sorted(_ entries: [InboxIndexEntry]) -> [InboxIndexEntry] {
    entries.indices.sorted {
      let (one, other) = (entries[$0], entries[$1])
      return (one.urgent, one.tally.unread, $1) > (other.urgent, other.tally.unread, $0)
    }
    .map { entries[$0] }
  }

  // MARK: The page that lists all pages.

  /// Ends every index, whatever its template, so that no other file is mistaken for one.
  private static let mark = Array("<!-- tidings.index/1 -->\n".utf8)

  /// What the list of all pages says of a person's page at an address.
  package func entry(of person: Person, at href: String) throws(Fault) -> InboxIndexEntry {
    let pages = InboxPages(self, persons: PersonList([person]), key: .fixed)
    let digest = try pages.digest(for: person)
    return (
      href: href, name: person.recipient.name, id: person.recipient.id.text,
      tally: digest.counts.all, urgent: digest.urgentCount, newest: digest.newest
    )
  }

  /// The list of pages in any order.
  package func list(of entries: [InboxIndexEntry], in words: Localization) -> [UInt8] {
    var context = reading.context
    context.words = words
    return index.page(of: Self.sorted(entries), in: context)
  }

  private func writeIndex(_ entries: [InboxIndexEntry], to folder: PersonFolder) throws {
    let page = list(of: entries, in: reading.place.words) + Self.mark
    if try folder.output?.contents(of: Self.indexName) != page {
      try folder.output?.writeDocument(page, as: Self.indexName)
    }
  }

  /// Removes the index of an earlier run: it lists all recipients and was not asked for.
  private func removeIndex(from folder: PersonFolder) throws {
    // What is no file was never written by a run.
    guard try folder.output?.holdsFile(Self.indexName) ?? false,
      let page = try folder.output?.contents(of: Self.indexName), Self.isIndex(page)
    else { return }
    try folder.output?.remove(Self.indexName)
  }

  private static func isIndex(_ page: [UInt8]) -> Bool {
    page.suffix(mark.count).elementsEqual(mark)
  }

  package func foreignOwnFile(in path: String) throws -> String? {
    guard plan.hasIndex, let page = try OutputFolder.contents(of: Self.indexName, in: path)
    else { return nil }
    return Self.isIndex(page) ? nil : Self.indexName
  }
}

/// How the inbox pages of a run look, and how their files are named.
package struct InboxPlan: Equatable, Sendable {
  package var folder = ""
  /// Names files after their recipients, so that anyone who knows an id can open the page; otherwise
  /// their names cannot be guessed.
  package var hasPlainNames = false
  /// Also writes a page that lists all pages.
  package var hasIndex = false
  /// Lets pages load thumbnails and avatars from the web.
  package var showsImages = false

  package init() {}

  /// The default for lines per page: a browser still filters them within a tenth of a second, in a
  /// file of at most 8 MB.
  package static let defaultLimit = 10_000
}
