import Digests
internal import Exports
import Notifications
import Recipients

/// Chooses the notifications of a mail: unread, due, wanted, not mailed before and not too old.
struct MailSelection: Sendable {
  let preferences: Preferences
  let lookback: Lookback
  let delivered: Set<UInt64>
  /// Types that are digests themselves; a digest never repeats them.
  let digestTypes: TypeIndex
  /// The stream's only types; nil for all.
  let types: TypeFilter?
  /// The stream's only priorities; empty for all.
  let priorities: Set<Priority>
  /// Whether it is a mail of urgent ones, before the others are due.
  let onlyUrgent: Bool
  /// The hashes of an earlier mail's notifications, which alone are wanted; nil for a new mail.
  var earlier: Set<UInt64>?

  /// The selection for `DigestBuilder`, of notifications that no rule excludes. Those that are not due
  /// yet wait for the next run.
  var selection: Selection {
    var selection = Selection(since: lookback.from)
    if earlier == nil { selection.isUnread = true }
    selection.skew = 0
    selection.limit = .max
    return selection
  }

  /// The rule that excludes a notification that is unread, due and not too old.
  private func refusal(of notification: Notification) -> MailRule? {
    if let earlier { return earlier.contains(notification.ledgerHash) ? nil : .otherStream }
    if notification.wasMailed { return .mailedByApp }
    if digestTypes[notification.profile, notification.type] != nil { return .digestType }
    if let types, !types.includes(notification.profile, notification.type) { return .otherStream }
    if !priorities.isEmpty, !priorities.contains(notification.priority) { return .otherStream }
    if preferences.mutes(notification.type, of: notification.profile) { return .typeOff }
    if notification.priority < preferences.minimumPriority { return .lowPriority }
    if let area = preferences.area, let place = notification.coordinates, !area.contains(place) {
      return .tooFarAway
    }
    return nil
  }

  /// The rule that excludes a decoded notification; nil if the mail includes it.
  func rule(for notification: Notification) -> MailRule? {
    // Hashes nothing for recipients who have had no mail yet.
    if !delivered.isEmpty, delivered.contains(notification.ledgerHash) {
      return .alreadyHandedOver
    }
    return refusal(of: notification) ?? (notification.time < lookback.from ? .tooOld : nil)
  }

  /// The rule that excludes a record by what the index knows; nil if it has to be decoded to tell.
  ///
  /// - Parameter passes: whether it passes the stream's conditions on fields.
  static func rule(
    for record: ExportIndex.Record, passes: Bool, at now: Instant, retention: Int64?
  ) -> MailRule? {
    if !passes { return .otherStream }
    let facts = RecordFacts(record)
    switch facts.concealment(retention: retention, at: now) {
    case .deleted: return .deleted
    case .expired: return .expired
    case nil: break
    }
    if !facts.isUnread { return .read }
    return facts.time > now ? .notYetDue : nil
  }
}

extension RecordFacts {
  /// The facts that the index keeps about a notification.
  init(_ record: ExportIndex.Record) {
    self.init(
      time: record.time, expiry: record.expiry, priority: record.priority,
      isUnread: record.readState.countsAsUnread, isDeleted: record.isDeleted)
  }
}
