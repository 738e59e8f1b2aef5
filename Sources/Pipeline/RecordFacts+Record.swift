internal import Exports
internal import Notifications

extension RecordFacts {
  /// The facts that the index keeps about a notification.
  init(_ record: ExportIndex.Record) {
    self.init(
      time: record.time, expiry: record.expiry, priority: record.priority,
      isUnread: record.readState.countsAsUnread, isDeleted: record.isDeleted)
  }
}
