import Languages
import Notifications

/// Reads a recipient's records again, one by one.
///
/// Used by one task at a time, never by two, which is why it may be handed from one to the next.
final class MailboxReader: @unchecked Sendable {
  private let buffer: RecordBuffer
  private let notifications: NotificationReader

  init(_ contents: IndexContents) {
    buffer = RecordBuffer(contents.stores)
    notifications = NotificationReader(contents.plan)
  }

  /// Hands the notifications of a recipient to `body`, one by one in the order of input.
  func forEachNotification(
    of place: Int, in contents: IndexContents, language: Language,
    where isWanted: (ExportIndex.Record) -> Bool, _ body: (Notification) -> Void
  ) throws(ExportError) {
    let recipient = contents.recipient(at: place)
    let marks = contents.plan.options.marks
    try forEachRecord(of: place, in: contents, where: isWanted) {
      (entry, record) throws(ExportError) in
      let found = try? notifications.notification(
        record.bytes, profile: contents.types[Int(entry.type)].profile,
        context: RecordContext(recipient: recipient, key: record.key), language: language)
      // It was a notification when the index was made.
      guard var notification = found else {
        throw ExportError(file: contents.stores.name(at: entry.offset), reason: .changed)
      }
      if !marks.isEmpty { marks.apply(to: &notification) }
      body(notification)
    }
  }

  /// Hands the bytes of a recipient's records to `body`, which are valid until it returns.
  func forEachRecord(
    of place: Int, in contents: IndexContents, where isWanted: (ExportIndex.Record) -> Bool,
    _ body: (IndexEntry, (bytes: UnsafeRawBufferPointer, key: String?)) throws(ExportError) -> Void
  ) throws(ExportError) {
    let entries = contents.entries(of: place)
    // By place, so that the disk is read in one direction. Four bytes each: there may be a million.
    var wanted: [UInt32] = []
    for index in entries.indices
    where isWanted(ExportIndex.Record(entries[index], in: contents.table)) {
      wanted.append(UInt32(truncatingIfNeeded: index))
    }
    wanted.sort { entries[Int($0)].place < entries[Int($1)].place }
    for (number, index) in wanted.enumerated() {
      let entry = entries[Int(index)]
      let following = wanted[(number + 1)...].lazy.map { entries[Int($0)] }
      try body(entry, try buffer.record(of: entry, before: following))
    }
  }
}
