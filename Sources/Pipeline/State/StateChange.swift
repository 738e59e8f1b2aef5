internal import Digests
package import Exports
internal import Languages
package import Notifications
internal import UTF8Bytes

/// What `tidings state` does with many notifications at once.
package enum StateChange: Sendable {
  /// What is unread is read from now on.
  case markAllRead
  /// What is read is deleted.
  case clearRead
  /// Everything is deleted.
  case clearAll

  var kind: Mark.Kind {
    switch self {
    case .markAllRead: .read
    case .clearRead, .clearAll: .deleted
    }
  }

  /// Whether only the unread or the read ones are meant.
  var isUnread: Bool? {
    switch self {
    case .markAllRead: true
    case .clearRead: false
    case .clearAll: nil
    }
  }
}

extension Reading {
  /// The marks that a change makes, of the notifications that the selection chooses and a reader
  /// would be shown now: what has expired, is deleted or lies in the future stays as it is.
  package func marks(for change: StateChange) throws(ExportError) -> [Mark] {
    var builder = builder
    // A reader's filter may be narrower, never wider.
    let condition = builder.selection.condition
    builder.selection.condition = { notification in
      (change.isUnread ?? notification.isUnread) == notification.isUnread
        && condition?(notification) ?? true
    }
    var marks: [Mark] = []
    for place in 0..<index.recipientCount {
      let mailbox = try index.mailbox(of: place, language: self.place.words.language)
      marks += builder.select(from: mailbox, at: self.place.now).notifications.map {
        Mark($0, change.kind, at: self.place.now)
      }
    }
    return marks
  }

  /// The id of a notification that is nearest to one that nobody has.
  package func nearest(to id: NotificationID) throws(ExportError) -> NotificationID? {
    var search = NearestName(id.text)
    try forEachNotification { search.consider($0.id.text.utf8) }
    return search.nearest.map { NotificationID($0) }
  }

  /// All notifications with some ids, by id.
  package func notifications(
    withIDs ids: Set<NotificationID>
  ) throws(ExportError) -> [NotificationID: [Notification]] {
    var found: [NotificationID: [Notification]] = [:]
    for place in 0..<index.recipientCount {
      for notification in try index.mailbox(of: place, language: self.place.words.language)
      where ids.contains(notification.id) {
        found[notification.id, default: []].append(notification)
      }
    }
    return found
  }
}

extension Mark {
  /// A mark of a notification.
  package init(_ notification: Notification, _ kind: Kind, at time: Instant) {
    self.init(
      profile: notification.profile, recipient: notification.recipient,
      notification: notification.id, kind: kind, time: time)
  }
}
