package import ByteText
package import CompiledMustache
internal import Delivery
internal import Digests
package import Exports
package import Notifications
package import Rendering

/// A run of inbox pages: one file for each recipient, written only where something changed.
///
///     let run = try InboxRun(reading, persons: Persons.all(in: reading), plan: InboxPlan())
///     let report = try await run.write(to: "pages", newKey: key, jobs: 2)
///
/// A class, because it is large: the code that copies one had 50 KB.
package final class InboxRun: Sendable {
  package var reading: Reading { folders.reading }
  package var persons: PersonList { folders.persons }
  package let plan: InboxPlan
  private let folders: PersonFolderRun
  private let renderer: InboxRenderer
  let index: InboxIndexRenderer
  private let base: [UInt8]
  private let links = DroppedLinkCount()

  /// - Parameter templates: the bundled ones and one's own.
  /// - Throws: a `TemplateError` for whatever is wrong in the templates of the page.
  package init(
    _ reading: Reading, persons: PersonList, templates: TemplateCatalogue = TemplateCatalogue(),
    plan: InboxPlan
  ) throws(TemplateError) {
    folders = PersonFolderRun(
      kind: .pages, reading: reading, persons: persons, hasPlainNames: plan.hasPlainNames)
    self.plan = plan
    let theme = try InboxTheme(templates)
    renderer = InboxRenderer(theme: theme, accent: plan.accent)
    index = InboxIndexRenderer(theme: try InboxIndexTheme(templates), accent: plan.accent)
    base = InboxPages.fingerprint(templates, reading, plan: plan)
  }

  /// Whose pages an earlier run has left in a folder; nobody's where there is none.
  package static func recipients(of path: String) throws -> [RecipientID] {
    try PersonFolderRun.recipients(of: .pages, in: path)
  }

  /// What files the run may write to a folder, whatever it does with each; those that nobody can
  /// guess are new to everybody.
  package func fileNames(in path: String) throws -> [String] {
    try folders.fileNames(in: path) + [Self.indexName]
  }

  /// The page that lists all pages.
  static let indexName = PersonFileNames.index + FolderKind.pages.suffix

  /// Why the run may not write any page; see `PersonFolderRun.refusal`.
  package func refusal(
    in path: String, maxAhead: Int64?, clock: Instant
  ) throws -> MailRefusal? {
    try folders.refusal(in: path, maxAhead: maxAhead, clock: clock)
  }

  /// What became of the links of the pages made so far.
  package var droppedLinks: DroppedLinks { links.value }

  /// The page of one person.
  package func page(for person: Person) throws(ExportError) -> [UInt8] {
    let pages = pages(of: PersonList([person]), key: .fixed)
    return pages.page(of: try pages.digest(for: person), for: person)
  }

  private func pages(of persons: PersonList, key: SipHash.Key) -> InboxPages {
    InboxPages(
      reading, persons: persons, renderer: renderer, plan: plan,
      fingerprints: InboxPages.Fingerprints(key: key, base: base, reading), counting: links)
  }

  /// Writes the changed pages into a folder, each whole or not at all, in the order of the persons.
  /// Empties the page of a recipient who has nothing any more. Removes the files of pages that have
  /// another name now, and an index that is no longer asked for.
  ///
  /// - Parameters:
  ///   - newKey: a random key for the names, used where the folder has none yet.
  ///   - isDryRun: makes the documents, and writes none.
  ///   - jobs: how many pages are made at a time; the result is the same.
  ///   - progress: called with the number of recipients done and their total.
  /// - Throws: an `ExportError`, a `DeliveryError`, a `PersonFolderError`.
  package func write(
    to path: String, newKey: SipHash.Key, isDryRun: Bool = false, jobs: Int,
    progress: (Int, Int) -> Void = { _, _ in }
  ) async throws -> PersonFolderReport {
    let update = try folders.begin(path, newKey: newKey, isDryRun: isDryRun)
    let pages = pages(of: persons, key: update.key ?? .fixed)
    var report = try await update.write(jobs: jobs, progress: progress) {
      person, known, beginnings throws(ExportError) in
      try pages.made(for: person, known: known, beginning: beginnings[0])
    }
    if plan.hasIndex { try writeIndex(entries(update), to: update.folder) }
    report.folder = path
    report.removed = try update.finishDocuments()
    // A run for a few leaves the rest of the folder as it is.
    if !plan.hasIndex, reading.selection.recipients == nil { try removeIndex(from: update.folder) }
    try update.finish(at: reading.place.now)
    return report
  }

  /// What the index says of each page.
  private func entries(_ update: PersonFolderUpdate) -> [InboxIndexEntry] {
    let list = update.folder.list
    return zip(persons, update.numbers).map { person, number in
      InboxIndexEntry(
        href: list.file(of: number).stem + FolderKind.pages.suffix, name: person.recipient.name,
        id: person.recipient.id.text, tally: list.written(number)?.tally ?? Tally())
    }
  }
}

/// The page that lists all pages.
extension InboxRun {
  /// Ends every index, whatever its template, so that no other file is mistaken for one.
  private static let mark = Array("<!-- tidings.index/1 -->\n".utf8)

  func writeIndex(_ entries: [InboxIndexEntry], to folder: PersonFolder) throws {
    let page = index.page(of: entries, in: reading.context) + Self.mark
    if try folder.output?.contents(of: Self.indexName) != page {
      try folder.output?.write(page, as: Self.indexName)
    }
  }

  /// Removes the index of an earlier run: it lists all recipients and was not asked for.
  func removeIndex(from folder: PersonFolder) throws {
    let page: [UInt8]?
    do throws(DeliveryError) {
      page = try folder.output?.contents(of: Self.indexName)
    } catch .symbolicLink, .notA {
      // Never written by a run.
      return
    }
    guard let page, page.suffix(Self.mark.count).elementsEqual(Self.mark) else { return }
    try folder.output?.remove(Self.indexName)
  }
}

/// How the inbox pages of a run look, and how their files are named.
package struct InboxPlan: Sendable {
  /// Names files after their recipients; otherwise their names cannot be guessed.
  package var hasPlainNames: Bool
  /// Also writes a page that lists all pages.
  package var hasIndex: Bool
  /// Lets pages load thumbnails and avatars from the web.
  package var showsImages: Bool
  package var accent: Accent

  package init(
    hasPlainNames: Bool = false, hasIndex: Bool = false, showsImages: Bool = false,
    accent: Accent = .standard
  ) {
    self.hasPlainNames = hasPlainNames
    self.hasIndex = hasIndex
    self.showsImages = showsImages
    self.accent = accent
  }

  /// The default for lines per page: a browser still filters them within a tenth of a second, in a
  /// file of at most 8 MB.
  package static let defaultLimit = 10_000
}
