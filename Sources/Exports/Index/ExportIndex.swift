package import ByteText
package import Languages
package import Notifications
package import Profiles
import Synchronization

/// Everything found in the exports of a run. Notifications are read again when they are asked for.
package struct ExportIndex: Sendable {
  /// One per input, in their order.
  package let sources: [SourceReport]
  /// The first 100,000 of each input; `SourceReport.rejected` counts all.
  package let rejects: [Reject]
  package let warnings: ReadingWarnings
  /// Copies of notifications that were dropped.
  package let duplicates: Int
  /// What the user's own profiles found of their mappings; in a survey, what all profiles found.
  package let mappings: [MappingReport]
  /// What was assumed of the records because nothing in them tells it.
  package var guesses: [Guess] = []
  /// The labels that records give to types without one of the profile: of each type the first, which
  /// may have any content.
  package var typeLabels: [TypeID: String] = [:]
  let contents: IndexContents

  /// The profiles that were drafted, as no other knows an input.
  package var drafted: [Profile] { contents.plan.options.drafted }
  /// Until when marks put notifications off, in microseconds since 1970; such a time is not the record's.
  package var dues: Set<Int64> { contents.plan.options.marks.dues }

  /// Whether an input is incomplete.
  package var isIncomplete: Bool { sources.contains { !$0.incomplete.isEmpty } }
  /// Whether records were rejected or are missing.
  package var isPartial: Bool { sources.contains { $0.rejected > 0 } || isIncomplete }

  /// Whether there are marks, but none is for a notification here.
  package var fitsNoMark: Bool {
    !contents.plan.options.marks.isEmpty && warnings[.marked] == 0 && count > 0
  }

  /// Whether values of notifications come from around their records: from joins or a file's name.
  package var needsOutside: Bool {
    contents.types.contains { contents.plan.isSurrounded[$0.profile] }
  }

  /// The number of notifications.
  package var count: Int { contents.table.count }

  // MARK: Recipients

  /// The number of recipients. A recipient is known by the index in the order of their ids' bytes.
  package var recipientCount: Int { contents.recipients.count }

  package func recipient(at index: Int) -> RecipientID { contents.recipient(at: index) }

  /// Whether a recipient has notifications here.
  package func has(_ recipient: RecipientID) -> Bool { position(of: recipient) != nil }

  /// A recipient's index; nil without notifications here.
  package func position(of recipient: RecipientID) -> Int? {
    let index = (0..<recipientCount).partition { self.recipient(at: $0) < recipient }
    return index < recipientCount && self.recipient(at: index) == recipient ? index : nil
  }

  /// The recipient whose id is nearest to one without notifications, including recipients left out
  /// when the inputs were read; nil if none is near.
  package func nearest(to recipient: RecipientID) -> RecipientID? {
    var search = NearestName(recipient.text)
    for index in 0..<recipientCount { search.consider(self.recipient(at: index).text.utf8) }
    let leftOut = contents.plan.recipients.nearest(to: recipient.text)
    if let leftOut { search.consider(leftOut.utf8) }
    return search.nearest.map { RecipientID($0) }
  }

  /// The number of a recipient's notifications.
  package func count(of index: Int) -> Int { contents.entries(of: index).count }

  /// The profiles of a recipient's notifications, sorted by name.
  package func profiles(of index: Int) -> [ProfileName] {
    var found: [Int] = []
    for entry in contents.entries(of: index) {
      let profile = contents.types[Int(entry.type)].profile
      if !found.contains(profile) { found.append(profile) }
    }
    return found.map { contents.plan.records.profiles[$0].name }.sorted()
  }

  /// A recipient's notifications, in the order of input; text made by patterns is in `language`.
  ///
  /// Tasks may call it for different recipients at once. Past the memory budget, neighboring
  /// recipients share a region of the disk, so ask for them in order.
  ///
  /// - Parameters:
  ///   - isWanted: what of them to read, by what the index knows of it: of many a mailbox only what is
  ///     new is wanted.
  ///   - keeps: which of those that were read to keep. The others take no memory.
  package func mailbox(
    of index: Int, language: Language, where isWanted: (Record) -> Bool = { _ in true },
    keeping keeps: (Notification) -> Bool = { _ in true }
  ) throws(Fault) -> [Notification] {
    var mailbox: [Notification] = []
    try withReader { reader throws(Fault) in
      try reader.forEachNotification(
        of: index, in: contents, language: language, where: isWanted
      ) { notification in
        if keeps(notification) { mailbox.append(notification) }
      }
    }
    return mailbox
  }

  /// Passes a recipient's records to `body` as their inputs hold them, in the order of input.
  /// Passes the key too, of a record that is stored under its id. The bytes are valid until `body`
  /// returns.
  ///
  /// - Parameter isKnown: whether `body` knows the record without its bytes, which are empty then: one
  ///   record may be for thousands.
  package func forEachRecord(
    of index: Int, where isWanted: (Record) -> Bool,
    knowing isKnown: (Record) -> Bool = { _ in false },
    _ body: (Record, UnsafeRawBufferPointer, String?) -> Void
  ) throws(Fault) {
    try withReader { reader throws(Fault) in
      try reader.forEachRecord(
        of: index, in: contents, where: isWanted, knowing: { isKnown(record($0)) }
      ) { entry, bytes in
        body(record(entry), bytes.bytes, bytes.key)
      }
    }
  }

  private func record(_ entry: IndexEntry) -> Record {
    var record = Record(entry, in: contents.table)
    if contents.isLongAndShared(entry) { record.sharedPlace = entry.location }
    return record
  }

  private func withReader(_ body: (MailboxReader) throws(Fault) -> Void) throws(Fault) {
    let reader = contents.readers.withLock { $0.popLast() } ?? MailboxReader(contents)
    defer { contents.readers.withLock { $0.append(reader) } }
    try body(reader)
  }

  // MARK: Counting

  /// All types by profile, known ones in the profile's order, then unknown ones.
  package var types: [TypeID] {
    contents.types.map { TypeID(contents.plan.records.profiles[$0.profile].name, $0.key) }
  }

  /// Whether the records of each type pass a filter, by the type's number; all do without a filter,
  /// or with one that the reader was not given.
  package func passing(_ filter: FieldFilter?) -> [Bool] {
    let filters = contents.plan.filters.filters
    guard let filter, let number = filters.firstIndex(of: filter) else {
      return contents.types.map { _ in true }
    }
    return contents.types.map { $0.filtered.passes & 1 << UInt64(number) != 0 }
  }

  /// Whether the records of each type are their recipients' own actions, which the profile drops, by the
  /// type's number.
  package var areOwnActions: [Bool] { contents.types.map(\.filtered.isOwnAction) }

  /// The names of a filter that no record has a value of, not even one that was left out.
  package func namesWithoutValues(of filter: FieldFilter) -> [String] {
    let names = contents.plan.filters.names
    return filter.names.filter { name in
      guard let number = names.firstIndex(of: name) else { return false }
      return !contents.types.contains { $0.filtered.names & 1 << UInt64(number) != 0 }
    }
  }

  /// What is known of a notification without reading it again.
  package struct Record: Sendable {
    /// The recipient's index.
    package var recipient: Int
    /// An index into `types`.
    package var type: Int
    package var priority: Priority
    package var readState: ReadState
    package var isDeleted: Bool
    package var time: Instant
    package var expiry: Instant?
    /// Whether the text filter matched; false without a filter.
    package var isMatch: Bool
    /// Where its record is, if that is long and may be for others, too, so that it is worth
    /// remembering; nil otherwise.
    package var sharedPlace: UInt64?
    /// What tells it from an older one with its id; 0 for nothing.
    package var distinction: UInt32

    init(_ entry: IndexEntry, in table: EntryTable) {
      recipient = Int(entry.recipient)
      type = Int(entry.type)
      priority = entry.priority
      readState = entry.readState
      isDeleted = entry.isDeleted
      time = Instant(microseconds: entry.time)
      expiry = table.expiry(of: entry)
      isMatch = entry.isMatch
      distinction = entry.distinction
    }
  }

  /// Folds over all notifications, recipient by recipient.
  package func fold<Result>(
    into initial: Result, _ combine: (inout Result, Record) -> Void
  ) -> Result {
    fold(contents.table.entries[...], into: initial, combine)
  }

  private func fold<Result>(
    _ entries: UnsafeMutableBufferPointer<IndexEntry>.SubSequence, into initial: Result,
    _ combine: (inout Result, Record) -> Void
  ) -> Result {
    var result = initial
    for entry in entries { combine(&result, Record(entry, in: contents.table)) }
    return result
  }

  /// Folds with several workers, each of which begins with `initial`; the results are in the order
  /// of recipients.
  package func folds<Result: Sendable>(
    into initial: Result, _ combine: @escaping @Sendable (inout Result, Record) -> Void
  ) async -> [Result] {
    let jobs = max(contents.plan.options.jobs, 1)
    return await (0..<jobs).map(jobs: jobs) { job in
      let share = count * job / jobs..<count * (job + 1) / jobs
      return fold(contents.table.entries[share], into: initial, combine)
    }
  }

  /// Folds over one recipient's notifications.
  package func fold<Result>(
    recipient index: Int, into initial: Result, _ combine: (inout Result, Record) -> Void
  ) -> Result {
    fold(contents.entries(of: index), into: initial, combine)
  }

  // MARK: Inputs

  /// The bytes of a rejected record, as its input holds them; empty if it can no longer be read there.
  package func bytes(of reject: Reject) throws(Fault) -> [UInt8] {
    guard let base = contents.inputs.base(of: reject.file) else { return [] }
    var bytes = [UInt8](repeating: 0, count: reject.range.count)
    try bytes.withMutableRawBytes { target throws(Fault) in
      try contents.inputs.read(at: base + reject.range.lowerBound, into: target)
    }
    return bytes
  }

  /// The header line of a table, as its input holds it; nil for another format.
  package func header(of input: String) -> [UInt8]? { contents.inputs.header(of: input) }

  /// Bytes that differ if the inputs do: in their names, sizes, times of change or records.
  package var identity: [UInt8] {
    let lines = zip(sources, contents.files).map { source, file in
      let state = file.state.map { "\($0.size) \($0.seconds) \($0.nanoseconds)" } ?? "-"
      return "\(source.file)\0\(state) \(source.records) \(source.rejected)\n"
    }
    return Array(lines.joined().utf8)
  }

  /// Reads the plain bytes of an input from `offset` into `target`; returns how many there were.
  package func read(
    _ input: String, at offset: Int64, into target: UnsafeMutableRawBufferPointer
  ) throws(Fault) -> Int {
    try contents.inputs.read(input, at: offset, into: target)
  }

  /// The names of lists that may hold records.
  package var recordNames: [String] { contents.plan.names.records }
}
