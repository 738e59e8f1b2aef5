package import CompiledMustache
package import Delivery
internal import Digests
package import Exports
internal import Notifications
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

  /// The page of one person.
  package func page(for person: Person) throws(ExportError) -> [UInt8] {
    let pages = InboxPages(reading, persons: [person], renderer: renderer, plan: plan)
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
    let persons = persons + gone(from: folder.list)
    let names = PageNames(persons, key: key)
    var list = PageList()
    for person in persons { list.insert(names[person], of: person.key) }
    let replaced = self.replaced(in: folder.list, by: list)
    var known = folder.list
    known.formUnion(list)
    try folder.keep(known)
    let pages = InboxPages(reading, persons: persons, renderer: renderer, plan: plan)
    var writer = InboxWriter(
      folder: folder, names: names, pages: pages,
      fingerprint: PageFingerprint(key: key ?? .fixed, base: base))
    let entries = try await writer.write(persons, sizes: sizes(of: persons), jobs: jobs)
    if plan.hasIndex { try writeIndex(entries, to: folder) }
    try folder.output.finish()
    for name in replaced { try folder.output.remove(name) }
    // A run for a few leaves the rest of the folder as it is.
    if !plan.hasIndex, reading.selection.recipients == nil { try removeIndex(from: folder) }
    known.remove(replaced)
    try folder.keep(known)
    writer.report.removed = replaced.count
    return writer.report
  }

  /// How many notifications each person has, whatever the selection.
  private func sizes(of persons: [Person]) -> [Int] {
    persons.map { $0.parts.reduce(0) { $0 + reading.index.count(of: $1.place) } }
  }

  /// Those who have a page from before and nothing in the exports: of a run for a few recipients only
  /// these, and nobody where the exports are incomplete.
  private func gone(from list: PageList) -> [Person] {
    if reading.index.isIncomplete { return [] }
    let known = Set(persons.map(\.key))
    return list.owners.filter { owner in
      !known.contains(owner) && reading.selection.recipients?.contains(owner.recipient) ?? true
    }.map { owner in
      Person(
        recipient: Recipient(id: owner.recipient), profile: owner.profile,
        zone: reading.place.zone, words: reading.place.words, parts: [], isGone: true)
    }
  }

  /// Names that the owners' pages had before.
  private func replaced(in old: PageList, by new: PageList) -> Set<String> {
    let current = Set(new.names.values.joined())
    return new.names.reduce(into: []) { replaced, entry in
      replaced.formUnion((old.names[entry.key] ?? []).subtracting(current))
    }
  }
}
