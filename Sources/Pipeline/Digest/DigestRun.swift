package import ByteText
internal import Delivery
internal import Digests
import Exports
internal import Notifications
package import Rendering

/// A run of digests: one file per person, each replaced as a whole.
///
///     let run = DigestRun(reading, persons: persons, documents: documents, form: .html)
///     let written = try await run.write(to: "digests", jobs: 2)
///
/// A class, because it is large: the code that copies one had 50 KB.
package final class DigestRun: Sendable {
  package let persons: PersonList
  private let digests: PersonDigests
  private let isForAll: Bool
  private let links = DroppedLinkCount()
  private let documents: DigestDocuments
  private let form: DigestFormat
  private let style: TerminalStyle
  private let textColumns: Int
  private let inboxURL: InboxAddress?
  /// The civil days that a digest looks at; nil for the selection's window.
  private let days: Int?

  package init(
    _ reading: Reading, persons: PersonList, documents: DigestDocuments, form: DigestFormat,
    style: TerminalStyle = TerminalStyle(), textColumns: Int = DigestDocuments.textColumns,
    days: Int? = nil, inboxURL: InboxAddress? = nil
  ) {
    self.persons = persons
    digests = PersonDigests(reading, persons: persons, counting: links)
    isForAll = reading.selection.recipients == nil
    self.documents = documents
    self.form = form
    self.style = style
    self.textColumns = textColumns
    self.days = days
    self.inboxURL = inboxURL
  }

  /// The dropped links of the digests made so far.
  package var droppedLinks: DroppedLinks { links.value }

  /// The names of the files, in the order of the people.
  package var fileNames: [String] {
    var holders: [RecipientID: Int] = [:]
    for person in persons { holders[person.recipient.id, default: 0] += 1 }
    return persons.map { person in
      let isShared = holders[person.recipient.id] != 1
      let name = isShared ? "\(person.profile)-\(person.recipient.id)" : person.recipient.id.text
      return FileName.plain(Array(name.utf8), suffix: form.suffix)
    }
  }

  /// Digests in a folder that this run for everyone did not make, left by an earlier run.
  package func otherFiles(in folder: String) throws -> [String] {
    guard isForAll else { return [] }
    let own = Set(fileNames)
    return try OutputFolder.names(in: folder).filter {
      $0.hasSuffix(form.suffix) && !own.contains($0)
    }
  }

  private static let batch = 256

  /// Writes all digests into a folder that only its owner can read, and returns their number.
  ///
  /// - Parameters:
  ///   - isDryRun: makes the digests, and writes none.
  ///   - progress: called with the number of digests made and their total.
  /// - Throws: a `Fault` if the exports cannot be read again or the output cannot be written.
  package func write(
    to folder: String, isDryRun: Bool = false, jobs: Int, progress: (Int, Int) -> Void = { _, _ in }
  ) async throws -> Int {
    let output =
      isDryRun
      ? try OutputFolder(dryRun: folder) : try OutputFolder(path: folder, permissions: .owner)
    let names = fileNames
    for part in persons.parts(of: Self.batch) {
      for (name, bytes) in zip(names[part.indices], try await documents(of: part, jobs: jobs)) {
        try output?.writeDocument(bytes, as: name)
      }
      progress(part.endIndex, persons.count)
      try Task.checkCancellation()
    }
    try output?.finish()
    return persons.count
  }

  /// Makes documents on several tasks; returns them in the order of the people.
  private func documents(of persons: PersonList.SubSequence, jobs: Int) async throws -> [[UInt8]] {
    let share = (persons.count + jobs - 1) / max(jobs, 1)
    return try await persons.parts(of: share).map(jobs: jobs) { part in
      Result { try part.map { try self.document(of: $0) } }
    }.flatMap { try $0.get() }
  }

  /// Decodes a person's notifications and makes their document.
  ///
  /// - Parameter layout: the layout of JSON.
  package func document(of person: Person, layout: JSONLayout = .pretty) throws(Fault) -> [UInt8] {
    let digest = try digests.digest(for: person, days: days, joinsDays: form != .json)
    var context = digests.context(for: person)
    context.inboxURL = inboxURL?.url(of: person.recipient.id, person.profile)
    switch form {
    case .terminal: return TerminalDocument.digest(digest, in: context, style: style)
    case .json: return JSONDocument.digest(digest, in: context, layout: layout)
    case .html: return documents.html(digest, in: context)
    case .text: return documents.text(digest, in: context, columns: textColumns)
    case .markdown: return documents.markdown(digest, in: context)
    }
  }
}
