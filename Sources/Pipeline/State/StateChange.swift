internal import ByteText
internal import Digests
package import Exports
internal import Languages
package import Notifications

/// What `tidings state` does with many notifications at once.
package enum StateChange: Sendable {
  /// Marks unread notifications as read.
  case markAllRead
  /// Deletes what is read.
  case clearRead
  /// Deletes everything.
  case clearAll

  var kind: Mark.Kind {
    switch self {
    case .markAllRead: .read
    case .clearRead, .clearAll: .deleted
    }
  }

  /// Whether only unread or only read ones are meant; nil for both.
  var isUnread: Bool? {
    switch self {
    case .markAllRead: true
    case .clearRead: false
    case .clearAll: nil
    }
  }
}

extension Reading {
  /// The marks that a change makes. It covers selected notifications that a reader would see now,
  /// so expired, deleted and future ones stay unchanged.
  package func marks(for change: StateChange) throws(ExportError) -> [Mark] {
    var builder = builder
    // The selection's own condition can only narrow it.
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

  /// The existing id closest to an unknown one.
  package func nearest(to id: NotificationID) throws(ExportError) -> NotificationID? {
    var search = NearestName(id.text)
    try forEachNotification { search.consider($0.id.text.utf8) }
    return search.nearest.map { NotificationID($0) }
  }

  /// All notifications with the given ids, by id.
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
