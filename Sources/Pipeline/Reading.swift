package import ByteText
package import Digests
package import Exports
package import Languages
package import Notifications
package import Rendering

/// Exports that were read, to be counted or made into digests for a reader.
package struct Reading: Sendable {
  package let index: ExportIndex
  package let vocabulary: Vocabulary
  /// The same with the systems alone whose notifications were found.
  let present: Vocabulary
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
  /// The app as readers see it.
  package var brand = Brand(name: "")
  /// Whether documents load pictures; pages have a setting of their own.
  package var showsImages = true
  /// The bases of relative links.
  let baseURLs: BaseURLs
  /// The systems of which a time names no zone.
  let zoneless: Set<ProfileName>
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
  ) async throws(Fault) {
    var options = options
    options.recipients = selection.recipients
    let all = [selection.fields].compactMap(\.self) + filters
    options.filters = all.enumerated().filter { all.firstIndex(of: $1) == $0 }.map(\.element)
    options.readsAgain = !isSummary
    if isSummary && !selection.searches.isEmpty {
      var search = Selection()
      search.searches = selection.searches
      let condition = search
      options.textFilter = (
        language: place.words.language, matches: { condition.isFoundInText(of: $0) }
      )
    }
    index = try await ExportReader.index(inputs, options: options)
    let systems = Set(index.types.map(\.profile))
    let vocabulary = vocabulary.adding(index.drafted).addressing(readersOf: systems)
      .labeling(index.typeLabels)
    var place = place
    place.words = vocabulary.catalogues.localization(
      for: place.words.fellBackFrom ?? place.words.tag.text)
    self.vocabulary = vocabulary
    present = vocabulary.only(systems)
    self.place = place
    var selection = selection
    if !index.typeLabels.isEmpty {
      selection.labels = vocabulary.labels(in: place.words)
      selection.types = selection.types?.naming(selection.labels)
    }
    self.selection = selection
    passes = index.passing(selection.fields)
    baseURLs = options.baseURLs
    zoneless = Set(index.guesses.filter { $0.subject == .zone }.map(\.profile))
    builder = DigestBuilder(profiles: present.rules(in: place.words), selection: selection)
    types = present.types(in: place.words)
    owner = options.owner ?? .me
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
      types: types, recipient: recipient, app: brand.name)
  }

  /// The options of a page with this name in its reader's storage.
  package func pageOptions(pageID: String) -> InboxOptions {
    var options = InboxOptions(pageID: pageID)
    (options.zoneless, options.retentions) = (zoneless, vocabulary.retentions)
    return options
  }

  /// The context of documents for no recipient.
  package var context: DocumentContext { context(for: Recipient(id: RecipientID(""))) }

  /// A summary of the inputs, folded over the index without making notifications.
  package func summary() async -> Summary {
    let types = index.types
    let known = vocabulary.retentions
    let retentions = types.map { known[$0.profile] }
    let wanted = zip(types, passes).map {
      $1 && selection.types?.includes($0.profile, $0.key) ?? true
    }
    let labeled = types.map { !selection.searches.isEmpty && selection.isFoundInLabel(of: $0) }
    let areOwnActions = index.areOwnActions
    let folds = await index.folds(into: SummaryFold()) { fold, record in
      let facts = RecordFacts(record)
      guard wanted[record.type], selection.mayInclude(facts),
        selection.searches.isEmpty || record.isMatch || labeled[record.type]
      else { return }
      let concealment = facts.concealment(retention: retentions[record.type], at: place.now)
      let standing = SummaryStanding(
        isUnread: facts.isUnread, concealment: concealment, time: record.time, now: place.now)
      fold.add(
        recipient: record.recipient, type: record.type, day: place.dayNumber(of: record.time),
        priority: record.priority, standing: areOwnActions[record.type] ? .ownAction : standing)
    }
    let fold = folds.dropFirst().reduce(into: folds.first ?? SummaryFold()) { $0.merge($1) }
    var summary = fold.summary(
      types: types, recipient: { index.recipient(at: $0) },
      profiles: present.rules(in: place.words))
    summary.duplicates = index.duplicates
    summary.sources = index.sources.map(SummarySource.init)
    summary.from = selection.since
    summary.isNarrowed = selection.isNarrowed || selection.until != nil
    summary.rejected = index.rejects.map { RejectedRecord($0) }
    return summary
  }
}

/// The reader's time, zone and language.
package struct Place: Sendable {
  package var now: Instant
  package var zone: Zone
  package var words: Localization

  package init(now: Instant, zone: Zone, words: Localization) {
    self.now = now
    self.zone = zone
    self.words = words
  }

  /// The civil day of `now` in the zone.
  package var today: CivilDate { zone.civil(at: now.seconds).date }

  /// The start of yesterday, today and tomorrow in the zone.
  package var days: DayBoundaries {
    DayBoundaries(
      startOfYesterday: start(of: today.adding(days: -1)), startOfToday: start(of: today))
  }

  /// The first instant of a civil day in the zone.
  package func start(of date: CivilDate) -> Instant { Instant(seconds: zone.startOfDay(date)) }

  /// The civil day of an instant in the zone, in days since 1970-01-01.
  package func dayNumber(of instant: Instant) -> Int32 {
    Int32(clamping: zone.civil(at: instant.seconds).date.dayNumber)
  }
}

extension RejectedRecord {
  package init(_ reject: Reject) {
    self.init(
      file: reject.file, line: reject.place.line, record: reject.place.record,
      field: reject.field, reason: reject.reason.words)
  }
}

extension SummarySource {
  package init(_ report: SourceReport) {
    let profiles = [report.profile].compactMap(\.self) + report.strays.map(\.profile)
    self.init(
      file: report.file, format: report.format.rawValue,
      profile: profiles.map(\.text).joined(separator: ", "),
      records: report.records, rejected: report.rejected)
  }
}
