internal import Exports
internal import Notifications

extension Preferences {
  /// Whether the recipient wants to hear of a notification at all: its type is not off, it is urgent
  /// enough, and not too far away.
  func want(_ notification: Notification) -> Bool {
    guard want(notification.type, of: notification.profile, notification.priority) else {
      return false
    }
    guard let area, let place = notification.coordinates else { return true }
    return area.contains(place)
  }

  /// The same of one whose place does not matter.
  func want(_ type: TypeKey, of profile: ProfileName, _ priority: Priority) -> Bool {
    priority >= minimumPriority && !mutes(type, of: profile)
  }
}
