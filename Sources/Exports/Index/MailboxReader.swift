import Languages
import Notifications

/// Reads a recipient's notifications again, whole.
///
/// Used by one task at a time, never by two, which is why it may be handed from one to the next.
final class MailboxReader: @unchecked Sendable {
  private let buffer: RecordBuffer
  private let notifications: NotificationReader

  init(_ contents: IndexContents) {
    buffer = RecordBuffer(contents.stores)
    notifications = NotificationReader(contents.plan)
  }

  /// The notifications of a recipient, in the order of input.
  func notifications(
    of place: Int, in contents: IndexContents, language: Language,
    where isWanted: (ExportIndex.Record) -> Bool
  ) throws(ExportError) -> [Notification] {
    // By place, so that the disk is read in one direction.
    let entries = contents.entries(of: place)
      .filter { isWanted(ExportIndex.Record($0, in: contents.table)) }
      .sorted { $0.place < $1.place }
    let recipient = contents.recipient(at: place)
    let marks = contents.plan.options.marks
    var mailbox: [Notification] = []
    mailbox.reserveCapacity(entries.count)
    for (number, entry) in entries.enumerated() {
      let record = try buffer.record(of: entry, before: entries[(number + 1)...])
      let found = try? notifications.notification(
        record.bytes, profile: contents.types[Int(entry.type)].profile,
        context: RecordContext(recipient: recipient, key: record.key), language: language)
      // It was a notification when the index was made.
      guard let notification = found else {
        throw ExportError(file: contents.stores.name(at: entry.offset), reason: .changed)
      }
      mailbox.append(notification)
      if !marks.isEmpty { marks.apply(to: &mailbox[number]) }
    }
    return mailbox
  }
}
