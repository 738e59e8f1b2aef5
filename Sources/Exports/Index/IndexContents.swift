import ByteText
import Notifications
import Synchronization

/// What an index holds besides its reports.
struct IndexContents: Sendable {
  let plan: ReadingPlan
  let files: [FileCheck]
  /// The inputs themselves, for what was rejected.
  let inputs: RecordStores
  /// Where the records of entries are.
  let stores: RecordStores
  /// Sorted by recipient, one copy of each notification.
  let table: EntryTable
  /// The numbers of the recipients, in the order of their bytes.
  let recipients: [UInt32]
  let types: [TypeRegister.Entry]
  let readers = MailboxReaders()
  /// Where each recipient's entries begin in the table, and where the last one's end.
  private let starts: [UInt32]

  init(
    plan: ReadingPlan, files: [FileCheck], inputs: RecordStores, stores: RecordStores,
    table: EntryTable,
    recipients: [UInt32], types: [TypeRegister.Entry]
  ) {
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

  /// The entries of a recipient, by place in the order.
  func entries(of recipient: Int) -> UnsafeMutableBufferPointer<IndexEntry>.SubSequence {
    table.entries[Int(starts[recipient])..<Int(starts[recipient + 1])]
  }

  func recipient(at place: Int) -> RecipientID {
    RecipientID(String(decoding: plan.recipients.bytes(of: recipients[place]), as: UTF8.self))
  }
}

/// Readers of mailboxes that no task uses at the moment.
final class MailboxReaders: Sendable {
  private let idle = Mutex<[MailboxReader]>([])

  func take() -> MailboxReader? { idle.withLock { $0.popLast() } }

  func give(_ reader: MailboxReader) { idle.withLock { $0.append(reader) } }
}

extension IndexContents {
  /// The bytes of a rejected record; none where its input can no longer be read there.
  func bytes(of reject: Reject) throws(ExportError) -> [UInt8] {
    guard let base = inputs.base(of: reject.file) else { return [] }
    var bytes = [UInt8](repeating: 0, count: reject.range.count)
    try bytes.withMutableRawBytes { target throws(ExportError) in
      try inputs.read(at: base + reject.range.lowerBound, into: target)
    }
    return bytes
  }
}
