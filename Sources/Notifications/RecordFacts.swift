/// The facts about a notification that an index knows without reading its record again.
package struct RecordFacts: Sendable {
  package var time: Instant
  package var expiry: Instant?
  package var priority: Priority
  package var isUnread: Bool
  package var isDeleted: Bool

  @inlinable
  package init(
    time: Instant, expiry: Instant?, priority: Priority, isUnread: Bool, isDeleted: Bool
  ) {
    self.time = time
    self.expiry = expiry
    self.priority = priority
    self.isUnread = isUnread
    self.isDeleted = isDeleted
  }

  package init(_ notification: Notification) {
    self.init(
      time: notification.time, expiry: notification.expiry, priority: notification.priority,
      isUnread: notification.isUnread, isDeleted: notification.isDeleted)
  }

  /// The reason to hide the notification; nil if it may be shown.
  ///
  /// - Parameter retention: The profile's limit in seconds of elapsed time; nil means no limit.
  package func concealment(retention: Int64?, at now: Instant) -> Concealment? {
    if isDeleted { return .deleted }
    if let expiry, expiry <= now { return .expired }
    if let retention, time < now.adding(seconds: -max(0, retention)) { return .expired }
    return nil
  }
}

/// Why a notification appears in no document, whatever the selection asks for.
package enum Concealment: Sendable {
  case deleted, expired
}

/// What a recipient did with a notification; kept beside the export, which is never changed.
package struct Mark: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case read, deleted
  }

  package var profile: ProfileName
  package var recipient: RecipientID
  package var notification: NotificationID
  package var kind: Kind
  package var time: Instant

  package init(
    profile: ProfileName, recipient: RecipientID, notification: NotificationID, kind: Kind,
    time: Instant
  ) {
    self.profile = profile
    self.recipient = recipient
    self.notification = notification
    self.kind = kind
    self.time = time
  }
}
