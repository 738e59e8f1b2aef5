internal import Digests
internal import Exports
internal import Notifications

/// Which notifications a mail holds: unread, due, not mailed before, wanted, and not too old.
struct MailSelection: Sendable {
  let preferences: Preferences
  let horizon: Horizon
  let delivered: Set<UInt64>
  /// Types that are digests themselves are never repeated in one.
  let digestTypes: TypeIndex
  /// The only ones that the stream holds; nil: all.
  let types: TypeFilter?
  let priorities: Set<Priority>?

  /// The selection for `DigestBuilder`: what is not yet due waits for the next run.
  var selection: Selection {
    var selection = Selection(since: horizon.from)
    selection.isUnread = true
    selection.skew = 0
    selection.limit = .max
    let rule = self
    selection.condition = { rule.refusal(of: $0) == nil }
    return selection
  }

  /// The rule that keeps a notification out that is unread, due and not too old.
  private func refusal(of notification: Notification) -> MailRule? {
    if notification.wasMailed { return .mailedByApp }
    if digestTypes[notification.profile, notification.type] != nil {
      return .digestType
    }
    if let types, !types.includes(notification.profile, notification.type) { return .otherStream }
    if let priorities, !priorities.contains(notification.priority) { return .otherStream }
    if preferences.mutes(notification.type, of: notification.profile) { return .typeOff }
    if notification.priority < preferences.minimumPriority { return .lowPriority }
    if let area = preferences.area, let place = notification.coordinates, !area.contains(place) {
      return .tooFarAway
    }
    return wasHandedOver(notification) ? .alreadyHandedOver : nil
  }

  /// The rule that keeps a notification out of which only this much is known; nil where it has to be
  /// read to tell.
  static func rule(for facts: RecordFacts, at now: Instant, retention: Int64?) -> MailRule? {
    switch facts.concealment(retention: retention, at: now) {
    case .deleted: return .deleted
    case .expired: return .expired
    case nil: break
    }
    if !facts.isUnread { return .read }
    return facts.time > now ? .notYetDue : nil
  }

  /// The rule that keeps a notification out of which the index alone could not tell; nil for one that
  /// the mail holds.
  func rule(for notification: Notification) -> MailRule? {
    if wasHandedOver(notification) { return .alreadyHandedOver }
    return refusal(of: notification) ?? (notification.time < horizon.from ? .tooOld : nil)
  }

  /// Asks for no hash where a recipient has had no mail yet.
  private func wasHandedOver(_ notification: Notification) -> Bool {
    !delivered.isEmpty && delivered.contains(notification.ledgerHash)
  }
}
