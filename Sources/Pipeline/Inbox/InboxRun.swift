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
package struct InboxRun: Sendable {
  package let reading: Reading
  package let persons: [Person]
  package let plan: InboxPlan
  private let renderer: InboxRenderer
  let index: InboxIndexRenderer
  private let base: [UInt8]
  private let links = DroppedLinkCount()

  /// - Parameter templates: the bundled ones and one's own.
  /// - Throws: a `TemplateError` for whatever is wrong in the templates of the page.
  package init(
    _ reading: Reading, persons: [Person], templates: TemplateCatalogue = TemplateCatalogue(),
    plan: InboxPlan
  ) throws(TemplateError) {
    self.reading = reading
    self.persons = persons
    self.plan = plan
    let theme = try InboxTheme(templates)
    renderer = InboxRenderer(theme: theme, accent: plan.accent)
    index = InboxIndexRenderer(theme: try InboxIndexTheme(templates), accent: plan.accent)
    base = InboxPages.fingerprint(templates, reading, plan)
  }

  /// Whose pages an earlier run has left in a folder; nobody's where there is none.
  package static func recipients(of path: String) throws -> [RecipientID] {
    try InboxFolder.owners(of: path).map(\.recipient)
  }

  /// What files the run may write to a folder, whatever it does with each; those that nobody can
  /// guess are new to everybody.
  package func fileNames(in path: String) throws -> [String] {
    var names = InboxFolder.ownNames + [PageNames.index]
    if plan.hasPlainNames {
      let everybody = [persons, gone(among: try InboxFolder.owners(of: path))].joined()
      let pages = PageNames(everybody, key: nil)
      names += everybody.map { pages[$0] }
    }
    return names
  }

  /// What became of the links of the pages made so far.
  package var droppedLinks: DroppedLinks { links.value }

  /// The page of one person.
  package func page(for person: Person) throws(ExportError) -> [UInt8] {
    let pages = InboxPages(
      reading, persons: [person], renderer: renderer, plan: plan,
      fingerprints: InboxPages.Fingerprints(key: .fixed, base: base, reading), counting: links)
    return pages.page(of: try pages.digest(for: person), for: person)
  }

  /// Writes the pages that changed into a folder, each whole or not at all, in the order of the
  /// persons; what is no longer right is made right: the page of a recipient who has nothing any more
  /// becomes empty, a file whose page has another name now is taken away, and so is an index that is
  /// no longer asked for.
  ///
  /// - Parameters:
  ///   - newKey: a random key for the names, used where the folder has none yet.
  ///   - jobs: how many pages are made at a time; the result is the same.
  /// - Throws: an `ExportError`, a `DeliveryError`, an `InboxFolderError`.
  package func write(
    to path: String, newKey: SipHash.Key, jobs: Int
  ) async throws -> InboxReport {
    let folder = try InboxFolder(path: path)
    let key = plan.hasPlainNames ? nil : try folder.key(new: newKey)
    let gone = gone(among: folder.owners)
    let everybody = [persons, gone].joined()
    let names = PageNames(everybody, key: key)
    let renamed = everybody.filter { folder.name(names[$0], of: $0.key) }
    try folder.keepList()
    let pages = InboxPages(
      reading, persons: persons, renderer: renderer, plan: plan,
      fingerprints: InboxPages.Fingerprints(key: key ?? .fixed, base: base, reading),
      counting: links)
    var writer = InboxWriter(folder: folder, names: names, pages: pages, jobs: jobs)
    for part in [persons, gone] {
      try await writer.write(part) { person in
        person.parts.reduce(0) { $0 + reading.index.count(of: $1.place) }
      }
    }
    if plan.hasIndex { try writeIndex(entries(folder, names), to: folder) }
    try folder.output.finish()
    writer.report.removed = try removeEarlierPages(of: renamed, names, from: folder)
    // A run for a few leaves the rest of the folder as it is.
    if !plan.hasIndex, reading.selection.recipients == nil { try removeIndex(from: folder) }
    try folder.keepList()
    try folder.keepRun(at: reading.place.now)
    return writer.report
  }

  /// Those who have a page from before and nothing in the exports: of a run for a few recipients only
  /// these, and nobody where the exports are incomplete.
  private func gone(among owners: some Collection<PersonID>) -> [Person] {
    goneOwners(among: owners).sorted().map { owner in
      Person(
        recipient: Recipient(id: owner.recipient), profile: owner.profile,
        zone: reading.place.zone, words: reading.place.words, parts: [], isGone: true)
    }
  }

  func goneOwners(among owners: some Collection<PersonID>) -> [PersonID] {
    if reading.index.isIncomplete || owners.isEmpty { return [] }
    let known = Set(persons.map(\.key))
    return owners.filter { owner in
      !known.contains(owner) && reading.selection.recipients?.contains(owner.recipient) ?? true
    }
  }

  /// Takes away the files that pages were before they got their names; answers how many.
  private func removeEarlierPages(
    of renamed: [Person], _ names: PageNames, from folder: InboxFolder
  ) throws -> Int {
    if renamed.isEmpty { return 0 }
    let current = Set(persons.map { names[$0] } + renamed.map { names[$0] })
    return try renamed.reduce(0) { count, person in
      count + (try folder.removeEarlierPages(of: person.key, but: current))
    }
  }

  /// What the index says of each page.
  private func entries(_ folder: InboxFolder, _ names: PageNames) -> [InboxIndexEntry] {
    persons.map { person in
      InboxIndexEntry(
        href: names[person], name: person.recipient.name, id: person.recipient.id.text,
        tally: folder.written(of: person.key)?.tally ?? Tally())
    }
  }
}
