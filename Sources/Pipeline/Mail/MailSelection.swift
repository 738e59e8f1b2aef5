internal import Digests
internal import Exports
internal import Notifications

/// Which notifications a mail holds: unread, due, not mailed before, wanted, and not too old.
struct MailSelection: Sendable {
  let preferences: Preferences
  let horizon: Horizon
  let delivered: Set<UInt64>
  /// Types that are digests themselves are never repeated in one.
  let digestTypes: Set<TypeIdentity>

  /// The selection for `DigestBuilder`: what is not yet due waits for the next run.
  var selection: Selection {
    var selection = Selection(since: horizon.from)
    selection.isUnread = true
    selection.skew = 0
    selection.limit = .max
    let rule = self
    selection.condition = { rule.wants($0) }
    return selection
  }

  private func wants(_ notification: Notification) -> Bool {
    if notification.wasMailed || notification.priority < preferences.minimumPriority {
      return false
    }
    if preferences.mutes(notification.type, of: notification.profile) { return false }
    if digestTypes.contains(TypeIdentity(notification.profile, notification.type)) { return false }
    if let area = preferences.area, let place = notification.coordinates, !area.contains(place) {
      return false
    }
    return delivered.isEmpty || !delivered.contains(notification.ledgerHash)
  }
}
