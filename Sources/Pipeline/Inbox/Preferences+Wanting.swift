internal import Notifications
import Recipients

extension Preferences {
  /// Whether the recipient wants a notification: its type is not muted, it is urgent enough, and
  /// not too far away.
  func want(_ notification: Notification) -> Bool {
    guard want(notification.type, of: notification.profile, notification.priority) else {
      return false
    }
    guard let area, let place = notification.coordinates else { return true }
    return area.contains(place)
  }

  /// The same without the location.
  func want(_ type: TypeKey, of profile: ProfileName, _ priority: Priority) -> Bool {
    priority >= minimumPriority && !mutes(type, of: profile)
  }
}
