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
  package let persons: PersonList
  package let plan: InboxPlan
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
    self.reading = reading
    self.persons = persons
    self.plan = plan
    let theme = try InboxTheme(templates)
    renderer = InboxRenderer(theme: theme, accent: plan.accent)
    index = InboxIndexRenderer(theme: try InboxIndexTheme(templates), accent: plan.accent)
    base = InboxPages.fingerprint(templates, reading, plan: plan)
  }

  /// Whose pages an earlier run has left in a folder; nobody's where there is none.
  package static func recipients(of path: String) throws -> [RecipientID] {
    guard let list = try InboxFolder.list(in: path) else { return [] }
    return (0..<list.count).map { list.owner(of: $0).recipient }
  }

  /// What files the run may write to a folder, whatever it does with each; those that nobody can
  /// guess are new to everybody.
  package func fileNames(in path: String) throws -> [String] {
    var names = InboxFolder.ownNames + [PageNames.index]
    if plan.hasPlainNames {
      let everybody = everybody(with: try InboxFolder.list(in: path) ?? PageList())
      let pages = PageNames(everybody, key: nil)
      names += everybody.map { pages[$0].name }
    }
    return names
  }

  /// What became of the links of the pages made so far.
  package var droppedLinks: DroppedLinks { links.value }

  /// The page of one person.
  package func page(for person: Person) throws(ExportError) -> [UInt8] {
    let pages = InboxPages(
      reading, persons: PersonList([person]), renderer: renderer, plan: plan,
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
    let everybody = everybody(with: folder.list)
    let numbers = folder.name(everybody, PageNames(everybody, key: key))
    let renamed = numbers.filter { !folder.list.earlierNames(of: $0).isEmpty }
    try folder.keepList()
    let pages = InboxPages(
      reading, persons: persons, renderer: renderer, plan: plan,
      fingerprints: InboxPages.Fingerprints(key: key ?? .fixed, base: base, reading),
      counting: links)
    var writer = InboxWriter(folder: folder, numbers: numbers, pages: pages, jobs: jobs)
    try await writer.write(everybody)
    if plan.hasIndex { try writeIndex(entries(folder, numbers), to: folder) }
    try folder.output.finish()
    writer.report.removed = try removeEarlierFiles(of: renamed, numbers, from: folder)
    // A run for a few leaves the rest of the folder as it is.
    if !plan.hasIndex, reading.selection.recipients == nil { try removeIndex(from: folder) }
    try folder.keepList()
    try folder.keepRun(at: reading.place.now)
    return writer.report
  }

  /// The pages of persons who have nothing in the exports any more: in a run for a few recipients only
  /// theirs, and none if the exports are incomplete.
  func gonePages(of list: PageList) -> [Int] {
    if reading.index.isIncomplete || list.count == 0 { return [] }
    var isGone = [Bool](repeating: true, count: list.count)
    for person in persons {
      if let page = list.number(of: person.key) { isGone[page] = false }
    }
    let asked = reading.selection.recipients
    return list.inOrder.filter {
      isGone[$0] && asked?.contains(list.owner(of: $0).recipient) ?? true
    }
  }

  /// The persons of the run, then those whose pages become empty.
  private func everybody(with list: PageList) -> PersonList {
    let gone = gonePages(of: list).map { page in
      let owner = list.owner(of: page)
      return Person(
        recipient: Recipient(id: owner.recipient), profile: owner.profile,
        zone: reading.place.zone, words: reading.place.words, parts: [], isGone: true)
    }
    return persons.followed(by: gone)
  }

  /// Removes the files with earlier names of renamed pages and returns how many there were.
  private func removeEarlierFiles(
    of renamed: [Int], _ numbers: [Int], from folder: InboxFolder
  ) throws -> Int {
    if renamed.isEmpty { return 0 }
    let current = Set(numbers.map { folder.list.file(of: $0).name })
    return try renamed.reduce(0) { count, page in
      count + (try folder.removeEarlierFiles(of: page, but: current))
    }
  }

  /// What the index says of each page.
  private func entries(_ folder: InboxFolder, _ numbers: [Int]) -> [InboxIndexEntry] {
    zip(persons, numbers).map { person, page in
      InboxIndexEntry(
        href: folder.list.file(of: page).name, name: person.recipient.name,
        id: person.recipient.id.text, tally: folder.list.written(page)?.tally ?? Tally())
    }
  }
}
