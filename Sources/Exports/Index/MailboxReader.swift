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
  let readers = MailboxReaders()
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
    entry.isLong && plan.records.isForSeveral[types[Int(entry.type)].profile]
  }

  func recipient(at recipientIndex: Int) -> RecipientID {
    RecipientID(
      String(decoding: plan.recipients.bytes(of: recipients[recipientIndex]), as: UTF8.self))
  }
}

/// Idle readers of mailboxes.
final class MailboxReaders: Sendable {
  private let idle = Mutex<[MailboxReader]>([])

  func take() -> MailboxReader? { idle.withLock { $0.popLast() } }

  func give(_ reader: MailboxReader) { idle.withLock { $0.append(reader) } }
}

extension IndexContents {
  /// The bytes of a rejected record; empty if its input can no longer be read there.
  func bytes(of reject: Reject) throws(Fault) -> [UInt8] {
    guard let base = inputs.base(of: reject.file) else { return [] }
    var bytes = [UInt8](repeating: 0, count: reject.range.count)
    try bytes.withMutableRawBytes { target throws(Fault) in
      try inputs.read(at: base + reject.range.lowerBound, into: target)
    }
    return bytes
  }
}

/// Reads a recipient's records again, one by one.
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
    let recipient = contents.recipient(at: recipientIndex)
    let marks = contents.plan.options.marks
    context.recipient = recipient
    func shared(_ entry: IndexEntry) -> Notification? {
      self.shared.isEmpty
        ? nil : self.shared[SharedRecord(place: entry.location, language: language.tag)]
    }
    func isKnown(_ entry: IndexEntry) -> Bool { shared(entry) != nil }
    try forEachRecord(of: recipientIndex, in: contents, where: isWanted, knowing: isKnown) {
      (entry, record) throws(Fault) in
      var notification: Notification
      if let known = shared(entry) {
        notification = known.passedOn(to: recipient, isDeleted: entry.isDeleted)
      } else {
        notification = try self.notification(
          record, of: entry, in: contents, language: language)
        keep(notification, of: entry, in: contents, language)
      }
      if entry.distinction != 0 {
        notification.content.id = NotificationID(notification.id, toldBy: entry.distinction)
      }
      if !marks.isEmpty { marks.apply(to: &notification) }
      body(notification)
    }
  }

  private func notification(
    _ record: (bytes: UnsafeRawBufferPointer, key: String?), of entry: IndexEntry,
    in contents: IndexContents, language: Language
  ) throws(Fault) -> Notification {
    let profile = contents.types[Int(entry.type)].profile
    if contents.plan.isSurrounded[profile] {
      notifications.take(contents.origins.origin(at: entry.offset))
    }
    if record.key != nil || context.key != nil { context.key = record.key }
    let found = try? notifications.notification(
      record.bytes, profile: profile, context: context, language: language)
    // It was a notification when the index was built.
    guard let found else { throw .changed(contents.stores.name(at: entry.offset)) }
    return found
  }

  private func keep(
    _ notification: Notification, of entry: IndexEntry, in contents: IndexContents,
    _ language: Language
  ) {
    guard contents.isLongAndShared(entry) else { return }
    if shared.count >= Self.mostShared { shared.removeAll() }
    shared[SharedRecord(place: entry.location, language: language.tag)] = notification
  }

  /// Passes the bytes of a recipient's records to `body`; they are valid until it returns. Those that
  /// `isKnown` says are known are not read: their bytes are empty.
  func forEachRecord(
    of recipientIndex: Int, in contents: IndexContents,
    where isWanted: (ExportIndex.Record) -> Bool, knowing isKnown: (IndexEntry) -> Bool,
    _ body: (IndexEntry, (bytes: UnsafeRawBufferPointer, key: String?)) throws(Fault) -> Void
  ) throws(Fault) {
    let entries = contents.entries(of: recipientIndex)
    // Sorted by location, so that the disk is read in one direction. Four bytes each: there may be
    // a million.
    var wanted: [UInt32] = []
    for index in entries.indices
    where isWanted(ExportIndex.Record(entries[index], in: contents.table)) {
      wanted.append(UInt32(truncatingIfNeeded: index))
    }
    wanted.sort { entries[Int($0)].location < entries[Int($1)].location }
    buffer.begin(recipientIndex)
    for (number, index) in wanted.enumerated() {
      let entry = entries[Int(index)]
      if isKnown(entry) {
        try body(entry, (UnsafeRawBufferPointer(start: nil, count: 0), nil))
        continue
      }
      let following = Following(
        left: wanted[(number + 1)...], entries: entries, contents: contents)
      try body(entry, try buffer.record(of: entry, before: following))
    }
  }

  /// The entries after one, up to the next whose record others may have.
  private struct Following: Sequence, IteratorProtocol {
    var left: ArraySlice<UInt32>
    let entries: UnsafeMutableBufferPointer<IndexEntry>.SubSequence
    let contents: IndexContents

    mutating func next() -> IndexEntry? {
      guard let index = left.popFirst() else { return nil }
      let entry = entries[Int(index)]
      return contents.isLongAndShared(entry) ? nil : entry
    }
  }
}

/// Turns records into whole notifications; for one thread.
final class NotificationReader {
  /// What reads the records of one profile.
  private final class Tools {
    let decoder: NotificationDecoder
    let walker: RecordWalker
    let derived = DerivedValues()
    @exclusivity(unchecked) var types: TypeSpellings

    init(_ decoder: NotificationDecoder) {
      self.decoder = decoder
      walker = RecordWalker(decoder.paths)
      types = TypeSpellings(decoder.profile)
    }
  }

  private let decoders: NotificationDecoders
  @exclusivity(unchecked) private var tools: [Tools?]
  /// What is around the record that is read next.
  var surroundings = Surroundings.none
  var outerKey: String?

  init(_ plan: ReadingPlan) {
    decoders = plan.decoders
    tools = Array(repeating: nil, count: decoders.count)
  }

  /// Takes what is around the record that is read next.
  func take(_ origin: Origins.Origin?) {
    surroundings = origin?.surroundings ?? .none
    outerKey = origin?.outerKey
  }

  /// The notification in a record of a profile; nil if the bytes are not a record.
  ///
  /// The slack of a walk must be readable behind the bytes.
  func notification(
    _ record: UnsafeRawBufferPointer, profile index: Int, context: RecordContext,
    language: Language
  ) throws(MappingRejection) -> Notification? {
    let tools = self.tools[index] ?? Tools(decoders[index])
    if self.tools[index] == nil { self.tools[index] = tools }
    let decoder = tools.decoder
    guard tools.walker.walk(record, collectingMembers: true) == nil else { return nil }
    if decoder.derivations?.needsOutside == true {
      (tools.derived.surroundings, tools.derived.outerKey) = (surroundings, outerKey)
    }
    let fields = tools.walker.fields
    guard let plain = decoder.rewritten(fields, record: record) else {
      return try decoder.notification(
        fields, context: context, language: language, types: &tools.types,
        derived: tools.derived)
    }
    return try plain.withSlack { record throws(MappingRejection) in
      guard tools.walker.walk(record, collectingMembers: true) == nil else { return nil }
      return try decoder.notification(
        tools.walker.fields, context: context, language: language, types: &tools.types,
        derived: tools.derived)
    }
  }
}
