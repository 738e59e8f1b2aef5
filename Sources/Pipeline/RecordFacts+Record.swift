internal import Exports
internal import Notifications

extension RecordFacts {
  /// What the index knows of a notification.
  init(_ record: ExportIndex.Record) {
    self.init(
      time: record.time, expiry: record.expiry, priority: record.priority,
      isUnread: record.readState.countsAsUnread, isDeleted: record.isDeleted)
  }
}
