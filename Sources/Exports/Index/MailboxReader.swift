import ByteText
import Languages
import Notifications
import Synchronization

/// The contents of an index besides its reports. A class: copying its fields for each record took a
/// twentieth of a mail.
final class IndexContents: Sendable {
  let plan: ReadingPlan
  let files: [FileCheck]
  /// The inputs themselves, for rejected records.
  let inputs: RecordStores
  /// The stores that hold the entries' records.
  let stores: RecordStores
  /// Sorted by recipient, one copy of each notification.
  let table: EntryTable
  /// The numbers of the recipients, in the order of their bytes.
  let recipients: [UInt32]
  let types: [TypeRegister.Entry]
  /// Empty unless values of records come from around them.
  let origins: Origins
  /// Those that are idle.
  let readers = Mutex<[MailboxReader]>([])
  /// The start of each recipient's entries in the table, and the end of the last.
  private let starts: [UInt32]

  init(
    plan: ReadingPlan, files: [FileCheck], inputs: RecordStores, stores: RecordStores,
    table: EntryTable,
    recipients: [UInt32], types: [TypeRegister.Entry], origins: Origins
  ) {
    self.origins = origins
    self.plan = plan
    self.files = files
    self.inputs = inputs
    self.stores = stores
    self.table = table
    self.recipients = recipients
    self.types = types
    var starts = [UInt32](repeating: 0, count: recipients.count + 1)
    for entry in table.entries { starts[Int(entry.recipient) + 1] += 1 }
    for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
    self.starts = starts
  }

  /// The entries of a recipient, by the recipient's index in the order.
  func entries(of recipient: Int) -> UnsafeMutableBufferPointer<IndexEntry>.SubSequence {
    table.entries[Int(starts[recipient])..<Int(starts[recipient + 1])]
  }

  /// Whether an entry's record is long and may be for others, too.
  func isLongAndShared(_ entry: IndexEntry) -> Bool {
    entry.isLong && plan.records.isForSeveral[profile(of: entry)]
  }

  func profile(of entry: IndexEntry) -> Int { types[Int(entry.type)].profile }

  /// Whether an entry's bytes are one person's record of usual length, as they stand in the buffer.
  func isPlain(_ entry: IndexEntry) -> Bool {
    !entry.isRow && !entry.isKeyed && entry.length < 1 << 16 && !isLongAndShared(entry)
  }

  /// The record is no longer what it was when the index was built.
  func changed(_ entry: IndexEntry) -> Fault { .changed(stores.name(at: entry.offset)) }

  func recipient(at recipientIndex: Int) -> RecipientID {
    plan.recipients.recipient(recipients[recipientIndex])
  }
}

/// Reads a recipient's records again.
///
/// Eight are read, then walked, then decoded: a record runs through more code than a cache of
/// instructions holds, so that one at a time took a quarter more misses.
///
/// One task uses it at a time, so it may be passed from task to task.
final class MailboxReader: @unchecked Sendable {
  private let buffer: RecordBuffer
  private let notifications: NotificationReader
  private let context = RecordContext(recipient: RecipientID(""))
  /// Notifications of long records that others may have, too: of a record for thousands, each of whom
  /// it names, nobody but the first decodes it.
  @exclusivity(unchecked) private var shared: [SharedRecord: Notification] = [:]

  private struct SharedRecord: Hashable {
    let place: UInt64
    let language: LanguageTag
  }

  private static let mostShared = 1 << 12
  /// The records that were walked last, by their places, and where each begins in the buffer.
  @exclusivity(unchecked) private var round: [(entry: IndexEntry, start: Int)] = []

  /// - Parameter notifications: those of the contents' plan; nil to make new ones.
  init(_ contents: IndexContents, notifications: NotificationReader? = nil) {
    buffer = RecordBuffer(contents.stores, contents.plan.usage)
    self.notifications = notifications ?? NotificationReader(contents.plan)
  }

  /// Passes a recipient's notifications to `body`, one by one in the order of input.
  func forEachNotification(
    of recipientIndex: Int, in contents: IndexContents, language: Language,
    where isWanted: (ExportIndex.Record) -> Bool, _ body: (Notification) -> Void
  ) throws(Fault) {
    let marks = contents.plan.options.marks
    func give(_ notification: Notification, _ entry: IndexEntry) {
      var notification = notification
      if entry.distinction != 0 {
        notification.content.id = NotificationID(notification.id, toldBy: entry.distinction)
      }
      if !marks.isEmpty { marks.apply(to: &notification) }
      body(notification)
    }
    context.recipient = contents.recipient(at: recipientIndex)
    var following = following(recipientIndex, in: contents, where: isWanted)
    while let entry = following.first {
      if contents.isPlain(entry) {
        try readRound(&following)
        for (place, record) in round.enumerated() {
          let bytes = buffer.bytes(of: record.entry, at: record.start)
          let found = decode(bytes, of: record.entry, place: place, in: contents, language)
          guard let found else { throw contents.changed(record.entry) }
          give(found, record.entry)
        }
      } else {
        following.removeFirst()
        give(try notification(of: entry, before: following, language), entry)
      }
    }
    try buffer.checkUnchanged()
  }

  private static let longestRound = 8

  /// Reads the next plain records, as many as may be in the buffer at once, and walks over them.
  private func readRound(_ following: inout Following) throws(Fault) {
    let contents = following.contents
    round.removeAll(keepingCapacity: true)
    while round.count < Self.longestRound, let entry = following.first, contents.isPlain(entry) {
      var others = following
      others.removeFirst()
      guard let start = try buffer.hold(entry, before: others, mayForget: round.isEmpty)
      else { break }
      round.append((entry, start))
      following = others
    }
    for (place, record) in round.enumerated() {
      let bytes = buffer.bytes(of: record.entry, at: record.start)
      guard notifications.walk(bytes, profile: contents.profile(of: record.entry), place: place)
      else { throw contents.changed(record.entry) }
    }
  }

  /// The notification in a record that may be a row, stored under its id, or others' too.
  private func notification(
    of entry: IndexEntry, before following: Following, _ language: Language
  ) throws(Fault) -> Notification {
    let contents = following.contents
    let place = SharedRecord(place: entry.location, language: language.tag)
    if let known = shared[place] {
      return known.passedOn(to: context.recipient, isDeleted: entry.isDeleted)
    }
    let record = try buffer.record(of: entry, before: following)
    context.key = record.key
    defer { context.key = nil }
    guard notifications.walk(record.bytes, profile: contents.profile(of: entry), place: 0),
      let found = decode(record.bytes, of: entry, place: 0, in: contents, language)
    else { throw contents.changed(entry) }
    if contents.isLongAndShared(entry) {
      if shared.count >= Self.mostShared { shared.removeAll() }
      shared[place] = found
    }
    return found
  }

  /// The notification in a record that was walked at a place. It was one when the index was built; nil
  /// if it is none now.
  private func decode(
    _ record: UnsafeRawBufferPointer, of entry: IndexEntry, place: Int,
    in contents: IndexContents, _ language: Language
  ) -> Notification? {
    let profile = contents.profile(of: entry)
    if contents.plan.isSurrounded[profile] {
      notifications.origin = contents.origins.origin(at: entry.offset)
    }
    return try? notifications.decode(
      record, profile: profile, place: place, context: context, language: language)
  }

  /// Passes the bytes of a recipient's records to `body`; they are valid until it returns. Those that
  /// `isKnown` says are known are not read: their bytes are empty.
  func forEachRecord(
    of recipientIndex: Int, in contents: IndexContents,
    where isWanted: (ExportIndex.Record) -> Bool, knowing isKnown: (IndexEntry) -> Bool,
    _ body: (IndexEntry, (bytes: UnsafeRawBufferPointer, key: String?)) throws(Fault) -> Void
  ) throws(Fault) {
    var following = following(recipientIndex, in: contents, where: isWanted)
    while let entry = following.first {
      following.removeFirst()
      if isKnown(entry) {
        try body(entry, (UnsafeRawBufferPointer(start: nil, count: 0), nil))
      } else {
        try body(entry, try buffer.record(of: entry, before: following))
      }
    }
    try buffer.checkUnchanged()
  }

  /// A recipient's wanted entries, sorted by location, so that the disk is read in one direction.
  private func following(
    _ recipientIndex: Int, in contents: IndexContents,
    where isWanted: (ExportIndex.Record) -> Bool
  ) -> Following {
    let entries = contents.entries(of: recipientIndex)
    // Four bytes each: there may be a million.
    var wanted: [UInt32] = []
    for index in entries.indices
    where isWanted(ExportIndex.Record(entries[index], in: contents.table)) {
      wanted.append(UInt32(truncatingIfNeeded: index))
    }
    wanted.sort { entries[Int($0)].location < entries[Int($1)].location }
    buffer.begin(recipientIndex)
    return Following(left: wanted[...], entries: entries, contents: contents)
  }

  /// The entries that come next. As a sequence, those up to the next whose record others may have.
  private struct Following: Sequence, IteratorProtocol {
    var left: ArraySlice<UInt32>
    let entries: UnsafeMutableBufferPointer<IndexEntry>.SubSequence
    let contents: IndexContents

    var first: IndexEntry? { left.first.map { entries[Int($0)] } }

    mutating func removeFirst() { left.removeFirst() }

    mutating func next() -> IndexEntry? {
      guard let entry = first else { return nil }
      removeFirst()
      return contents.isLongAndShared(entry) ? nil : entry
    }
  }
}
