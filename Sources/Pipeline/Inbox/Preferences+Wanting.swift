internal import Exports
internal import Notifications

extension Preferences {
  /// Whether the recipient wants to hear of a notification at all: its type is not off, it is urgent
  /// enough, and not too far away.
  func want(_ notification: Notification) -> Bool {
    if notification.priority < minimumPriority { return false }
    if mutes(notification.type, of: notification.profile) { return false }
    guard let area, let place = notification.coordinates else { return true }
    return area.contains(place)
  }
}
