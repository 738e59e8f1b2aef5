package import Digests
package import Exports
package import Languages
package import Notifications
package import Rendering

/// Exports that were read, ready to be counted or made into digests for a reader at a place.
package struct Reading: Sendable {
  package let index: ExportIndex
  package let vocabulary: Vocabulary
  package let place: Place
  package let selection: Selection

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
  }

  /// What documents for a recipient are made with.
  package func context(for recipient: Recipient) -> DocumentContext {
    DocumentContext(
      words: place.words, zone: place.zone, now: place.now,
      types: vocabulary.types(in: place.words), recipient: recipient)
  }

  /// The context of documents that are for no recipient.
  package var context: DocumentContext { context(for: Recipient(id: RecipientID(""))) }

  /// What is wrong with the inputs as a whole: why they are not complete, in order.
  package var incompleteness: [SourceReport] { index.sources.filter { !$0.isComplete } }
}
