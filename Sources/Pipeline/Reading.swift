package import Digests
package import Exports
internal import Languages
package import Notifications
package import Rendering

/// Exports that were read, ready to be counted or made into digests for a reader at a place.
package struct Reading: Sendable {
  package let index: ExportIndex
  package let vocabulary: Vocabulary
  package let place: Place
  package private(set) var selection: Selection
  /// Whose the records are that name nobody.
  package let owner: RecipientID
  /// Whose digests can be made, in the order of their ids' bytes.
  ///
  /// Made each time it is asked for: a summary never does, and there may be millions.
  package var mailboxes: [MailboxPlace] { MailboxPlace.all(in: index, owner: owner) }
  /// Where relative links lead.
  let baseURL: String?
  private(set) var builder: DigestBuilder
  private let types: TypeTable

  /// Reads the inputs once; digests decode them again, a mailbox at a time.
  ///
  /// - Parameter isSummary: whether records are only counted, so that a text is searched for while
  ///   they are read.
  package init(
    _ inputs: [ExportInput], options: ReadingOptions, vocabulary: Vocabulary, place: Place,
    selection: Selection, isSummary: Bool
  ) async throws(ExportError) {
    var options = options
    options.recipients = selection.recipients
    options.readsAgain = !isSummary
    if isSummary && !selection.searches.isEmpty {
      var search = Selection()
      search.searches = selection.searches
      search.labels = selection.labels
      let condition = search
      options.textFilter = TextFilter(language: place.words.language) { condition.includes($0) }
    }
    index = try await ExportReader.index(inputs, options: options)
    self.vocabulary = vocabulary
    self.place = place
    self.selection = selection
    baseURL = options.baseURL
    builder = DigestBuilder(
      profiles: vocabulary.rules(in: place.words.language), selection: selection)
    types = vocabulary.types(in: place.words)
    owner = options.owner ?? RecipientID("me")
  }

  /// The same exports, which are not read again, for another selection of the same recipients.
  package func selecting(_ selection: Selection) -> Reading {
    var reading = self
    reading.selection = selection
    reading.selection.recipients = self.selection.recipients
    reading.builder.selection = reading.selection
    return reading
  }

  /// What documents for a recipient are made with.
  package func context(for recipient: Recipient) -> DocumentContext {
    DocumentContext(
      words: place.words, zone: place.zone, now: place.now,
      types: types, recipient: recipient)
  }

  /// The context of documents that are for no recipient.
  package var context: DocumentContext { context(for: Recipient(id: RecipientID(""))) }
}
