package import Digests
package import Exports
internal import Languages
package import Notifications
package import Rendering

/// Exports that were read, to be counted or made into digests for a reader.
package struct Reading: Sendable {
  package let index: ExportIndex
  package let vocabulary: Vocabulary
  package let place: Place
  package private(set) var selection: Selection {
    didSet { passes = index.passing(selection.fields) }
  }
  /// Whether the records of each type pass the selection's conditions on fields, by the type's number.
  private(set) var passes: [Bool]
  /// The recipient of records that name none.
  package let owner: RecipientID
  /// All mailboxes, in byte order of their ids.
  package var mailboxes: MailboxPlaces { MailboxPlaces(of: index, owner: owner) }
  /// The base of relative links.
  let baseURL: String?
  private(set) var builder: DigestBuilder
  private let types: TypeTable

  /// Reads the inputs once; digests decode them again, one mailbox at a time.
  ///
  /// - Parameters:
  ///   - filters: further conditions on fields, such as those of streams, that the index is to know.
  ///   - isSummary: whether records are only counted, so that searches look at the text during this
  ///     reading.
  package init(
    _ inputs: [ExportInput], options: ReadingOptions, vocabulary: Vocabulary, place: Place,
    selection: Selection, filters: [FieldFilter] = [], isSummary: Bool
  ) async throws(ExportError) {
    var options = options
    options.recipients = selection.recipients
    let all = [selection.fields].compactMap(\.self) + filters
    options.filters = all.enumerated().filter { all.firstIndex(of: $1) == $0 }.map(\.element)
    options.readsAgain = !isSummary
    if isSummary && !selection.searches.isEmpty {
      var search = Selection()
      search.searches = selection.searches
      search.labels = selection.labels
      let condition = search
      options.textFilter = TextFilter(language: place.words.language) { condition.includes($0) }
    }
    index = try await ExportReader.index(inputs, options: options)
    let vocabulary = vocabulary.addressing(readersOf: Set(index.types.map(\.profile)))
      .labeling(index.typeLabels)
    var place = place
    place.words = vocabulary.catalogues.localization(
      for: place.words.fellBackFrom ?? place.words.tag.text)
    self.vocabulary = vocabulary
    self.place = place
    var selection = selection
    if !index.typeLabels.isEmpty {
      selection.labels = vocabulary.labels(in: place.words)
      selection.types = selection.types?.naming(selection.labels)
    }
    self.selection = selection
    passes = index.passing(selection.fields)
    baseURL = options.baseURL
    builder = DigestBuilder(
      profiles: vocabulary.rules(in: place.words), selection: selection)
    types = vocabulary.types(in: place.words)
    owner = options.owner ?? RecipientID("me")
  }

  /// Another selection of the same recipients, without reading the exports again.
  package func selecting(_ selection: Selection) -> Reading {
    var reading = self
    reading.selection = selection
    reading.selection.recipients = self.selection.recipients
    reading.builder.selection = reading.selection
    return reading
  }

  /// The time of the newest notification that is not in the future; nil if there is none.
  package var newest: Instant? { SendLimits.newest(of: index, at: place.now) }

  /// The recipient with the most notifications; nil if there are none.
  package var busiestRecipient: RecipientID? {
    (0..<index.recipientCount).max { index.count(of: $0) < index.count(of: $1) }
      .map { index.recipient(at: $0) }
  }

  /// The context of documents for a recipient.
  package func context(for recipient: Recipient) -> DocumentContext {
    DocumentContext(
      words: place.words, zone: place.zone, now: place.now,
      types: types, recipient: recipient)
  }

  /// The context of documents for no recipient.
  package var context: DocumentContext { context(for: Recipient(id: RecipientID(""))) }
}
