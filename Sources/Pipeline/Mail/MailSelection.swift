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

  /// What is not among the chosen ones, by the rule that kept it out.
  ///
  /// - Parameter retention: of the profile, in seconds.
  func leftOut(
    of chosen: SelectedNotifications, at now: Instant, retention: (ProfileName) -> Int64?
  ) -> LeftOut {
    var leftOut = LeftOut()
    var indices = chosen.indices[...]
    for (index, notification) in chosen.all.enumerated() {
      if indices.first == index {
        indices.removeFirst()
      } else {
        leftOut.count(
          rule(for: notification, at: now, retention: retention(notification.profile)))
      }
    }
    return leftOut
  }

  /// The rule that keeps a notification out of which only this much is known; nil where it has to be
  /// read to tell.
  static func rule(for facts: KnownFacts, at now: Instant, retention: Int64?) -> MailRule? {
    let concealment = Concealment.of(
      isDeleted: facts.isDeleted, expiry: facts.expiry, time: facts.time, retention: retention,
      at: now)
    switch concealment {
    case .deleted: return .deleted
    case .expired: return .expired
    case nil: return facts.isUnread ? nil : .read
    }
  }

  private func rule(
    for notification: Notification, at now: Instant, retention: Int64?
  ) -> MailRule {
    let known = Self.rule(for: KnownFacts(notification), at: now, retention: retention)
    if let known { return known }
    if notification.time > now { return .notYetDue }
    if wasHandedOver(notification) { return .alreadyHandedOver }
    return refusal(of: notification) ?? .tooOld
  }

  /// Asks for no hash where a recipient has had no mail yet.
  private func wasHandedOver(_ notification: Notification) -> Bool {
    !delivered.isEmpty && delivered.contains(notification.ledgerHash)
  }
}
