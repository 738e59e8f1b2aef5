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
  package let selection: Selection
  private let builder: DigestBuilder

  /// Reads the inputs once; `mailboxes` decodes them again, a recipient at a time.
  package init(
    _ inputs: [ExportInput], options: ReadingOptions, vocabulary: Vocabulary, place: Place,
    selection: Selection
  ) async throws(ExportError) {
    var options = options
    options.recipients = selection.recipients
    if !selection.searches.isEmpty {
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
    builder = DigestBuilder(
      profiles: vocabulary.rules(in: place.words.language), selection: selection)
  }

  /// How many recipients have notifications; they are known by their place in the order of their
  /// ids' bytes.
  package var recipientCount: Int { index.recipientCount }

  package func recipient(at place: Int) -> RecipientID { index.recipient(at: place) }

  /// The digest of the recipient at a place, decoded now.
  package func digest(at place: Int) throws(ExportError) -> Digest {
    let notifications = try index.mailbox(of: place, language: self.place.words.language)
    return digest(of: notifications, for: index.recipient(at: place))
  }

  /// The digest of a recipient for whom there is nothing.
  package func emptyDigest(for recipient: RecipientID) -> Digest { digest(of: [], for: recipient) }

  private func digest(of notifications: [Notification], for recipient: RecipientID) -> Digest {
    builder.digest(of: notifications, for: recipient, at: place.now, days: place.days)
  }

  /// What documents for a recipient are made with.
  package func context(for recipient: Recipient) -> DocumentContext {
    DocumentContext(
      words: place.words, zone: place.zone, now: place.now,
      types: vocabulary.types(in: place.words), recipient: recipient)
  }

  /// The context of documents that are for no recipient.
  package var context: DocumentContext { context(for: Recipient(id: RecipientID(""))) }
}
