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

extension MailSelection {
  /// The rule that excludes a record by what the index knows; nil if it has to be decoded to tell.
  ///
  /// - Parameter passes: whether it passes the stream's conditions on fields.
  static func rule(
    for record: ExportIndex.Record, passes: Bool, at now: Instant, retention: Int64?
  ) -> MailRule? {
    passes ? rule(for: RecordFacts(record), at: now, retention: retention) : .otherStream
  }
}
