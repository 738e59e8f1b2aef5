import ByteText
package import Languages
package import Notifications

/// All that was found in the exports of a run; its notifications are read again when they are asked
/// for.
package struct ExportIndex: Sendable {
  /// One for each input, in their order.
  package let sources: [SourceReport]
  /// The first 100,000 of each input; `SourceReport.rejected` counts all.
  package let rejects: [Reject]
  package let warnings: ReadingWarnings
  /// Copies of notifications that were dropped.
  package let duplicates: Int
  /// What the user's own profiles found of what they map; in a survey, what all profiles found.
  package let mappings: [MappingReport]
  private let contents: IndexContents

  init(
    sources: [SourceReport], rejects: [Reject], warnings: ReadingWarnings, duplicates: Int,
    mappings: [MappingReport], contents: IndexContents
  ) {
    self.sources = sources
    self.rejects = rejects
    self.warnings = warnings
    self.duplicates = duplicates
    self.mappings = mappings
    self.contents = contents
  }

  /// Whether something is missing in one of the inputs.
  package var isIncomplete: Bool { sources.contains { !$0.incomplete.isEmpty } }

  /// How many notifications there are.
  package var count: Int { contents.table.count }

  // MARK: Recipients

  /// How many recipients there are; they are known by their place in the order of their ids' bytes.
  package var recipientCount: Int { contents.recipients.count }

  package func recipient(at place: Int) -> RecipientID { contents.recipient(at: place) }

  /// Whether a recipient has notifications here.
  package func has(_ recipient: RecipientID) -> Bool {
    var (low, high) = (0, recipientCount)
    while low < high {
      let middle = (low + high) / 2
      if self.recipient(at: middle) < recipient { low = middle + 1 } else { high = middle }
    }
    return low < recipientCount && self.recipient(at: low) == recipient
  }

  /// The recipient whose id is nearest to one that has no notifications, those included that were left
  /// out when the inputs were read; nil where none is near.
  package func nearest(to recipient: RecipientID) -> RecipientID? {
    var search = NearestName(recipient.text)
    for place in 0..<recipientCount { search.consider(self.recipient(at: place).text.utf8) }
    let leftOut = contents.plan.recipients.nearest(to: recipient.text)
    if let leftOut { search.consider(leftOut.utf8) }
    return search.nearest.map { RecipientID($0) }
  }

  /// How many notifications a recipient has.
  package func count(of place: Int) -> Int { contents.entries(of: place).count }

  /// The profiles of a recipient's notifications, in the order of their names.
  package func profiles(of place: Int) -> [ProfileName] {
    var found: [Int] = []
    for entry in contents.entries(of: place) {
      let profile = contents.types[Int(entry.type)].profile
      if !found.contains(profile) { found.append(profile) }
    }
    return found.map { contents.plan.records.profiles[$0].name }.sorted()
  }

  /// A recipient's notifications, in the order of input; words that patterns make are in `language`.
  ///
  /// May be called for different recipients at the same time. Past the memory budget, recipients who
  /// follow each other are read from one region of the disk: ask for them in their order.
  ///
  /// - Parameters:
  ///   - isWanted: what of them to read, by what the index knows of it: of many a mailbox only what is
  ///     new is wanted.
  ///   - keeps: which of those that were read to keep. The others take no memory.
  package func mailbox(
    of place: Int, language: Language, where isWanted: (Record) -> Bool = { _ in true },
    keeping keeps: (Notification) -> Bool = { _ in true }
  ) throws(ExportError) -> [Notification] {
    var mailbox: [Notification] = []
    try withReader { reader throws(ExportError) in
      try reader.forEachNotification(
        of: place, in: contents, language: language, where: isWanted
      ) { notification in
        if keeps(notification) { mailbox.append(notification) }
      }
    }
    return mailbox
  }

  /// Hands a recipient's records to `body` as their inputs hold them, in the order of input, with the
  /// name of one that is keyed by id. The bytes are valid until `body` returns.
  package func forEachRecord(
    of place: Int, where isWanted: (Record) -> Bool,
    _ body: (Record, UnsafeRawBufferPointer, String?) -> Void
  ) throws(ExportError) {
    try withReader { reader throws(ExportError) in
      try reader.forEachRecord(of: place, in: contents, where: isWanted) { entry, record in
        body(Record(entry, in: contents.table), record.bytes, record.key)
      }
    }
  }

  private func withReader(
    _ body: (MailboxReader) throws(ExportError) -> Void
  ) throws(ExportError) {
    let reader = contents.readers.take() ?? MailboxReader(contents)
    defer { contents.readers.give(reader) }
    try body(reader)
  }

  // MARK: Counting

  /// All types, by profile, then in the profile's order, then those that it does not know.
  package var types: [TypeID] {
    contents.types.map {
      TypeID(contents.plan.records.profiles[$0.profile].name, $0.key)
    }
  }

  /// What is known of a notification without reading it again.
  package struct Record: Sendable {
    /// The place in the order of recipients.
    package var recipient: Int
    /// An index into `types`.
    package var type: Int
    package var priority: Priority
    package var readState: ReadState
    package var isDeleted: Bool
    package var time: Instant
    package var expiry: Instant?
    /// The text filter matched; false without one.
    package var isMatch: Bool
  }

  /// Combines all notifications, recipient by recipient.
  package func fold<Result>(
    into initial: Result, _ combine: (inout Result, Record) -> Void
  ) -> Result {
    var result = initial
    let table = contents.table
    for entry in table.entries { combine(&result, Record(entry, in: table)) }
    return result
  }

  /// The same by several workers at once, each of which begins with `initial`; the order of their
  /// results is that of the recipients.
  package func folds<Result: Sendable>(
    into initial: Result, _ combine: @escaping @Sendable (inout Result, Record) -> Void
  ) async -> [Result] {
    let jobs = max(contents.plan.options.jobs, 1)
    let table = contents.table
    return await withTaskGroup(of: (Int, Result).self) { group in
      for job in 0..<jobs {
        let share = table.count * job / jobs..<table.count * (job + 1) / jobs
        group.addTask {
          var result = initial
          for entry in table.entries[share] { combine(&result, Record(entry, in: table)) }
          return (job, result)
        }
      }
      var results: [(Int, Result)] = []
      for await result in group { results.append(result) }
      return results.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// The same of one recipient.
  package func fold<Result>(
    recipient place: Int, into initial: Result, _ combine: (inout Result, Record) -> Void
  ) -> Result {
    var result = initial
    for entry in contents.entries(of: place) {
      combine(&result, Record(entry, in: contents.table))
    }
    return result
  }

  // MARK: Inputs

  /// The bytes of a rejected record, as they stand in its input.
  package func bytes(of reject: Reject) throws(ExportError) -> [UInt8] {
    try contents.bytes(of: reject)
  }

  /// Bytes that differ where the inputs do: their names, sizes, times of change and records.
  package var identity: [UInt8] {
    let lines = zip(sources, contents.files).map { source, file in
      let state = file.state.map { "\($0.size) \($0.seconds) \($0.nanoseconds)" } ?? "-"
      return "\(source.file)\0\(state) \(source.records) \(source.rejected)\n"
    }
    return Array(lines.joined().utf8)
  }

  /// Fills `target` with the plain bytes of an input from `offset` on; answers how many there were.
  func read(
    _ input: String, at offset: Int64, into target: UnsafeMutableRawBufferPointer
  ) throws(CompanionError) -> Int {
    do throws(ExportError) {
      return try contents.inputs.read(input, at: offset, into: target)
    } catch {
      guard case .unreadable(let code) = error.reason else {
        throw CompanionError(file: input, reason: .changed)
      }
      throw CompanionError(file: input, reason: .unreadable(code))
    }
  }

  /// The names of the lists under which the inputs may hold records.
  var recordNames: [String] { contents.plan.names.records }

  /// Fails where an input is no longer what it was when it was read.
  package func checkUnchanged() throws(ExportError) {
    for file in contents.files { try file.checkUnchanged() }
  }
}

extension ExportIndex.Record {
  init(_ entry: IndexEntry, in table: EntryTable) {
    recipient = Int(entry.recipient)
    type = Int(entry.type)
    priority = entry.priority
    readState = entry.readState
    isDeleted = entry.isDeleted
    time = Instant(microseconds: entry.time)
    expiry = table.expiry(of: entry)
    isMatch = entry.isMatch
  }
}
