package import Notifications

/// Which notifications are wanted. Different conditions must all hold; of the values of one
/// condition, any will do; an absent condition always holds.
package struct Selection: Sendable {
  package var recipients: Set<RecipientID>?
  package var types: TypeFilter?
  package var priorities: Set<Priority>?
  /// True for the unread ones (unknown counts as not read), false for the read ones.
  package var isUnread: Bool?
  /// In the title or the message; the type's label is the title of a notification without one.
  package var searches: [FoldedText] = []
  package var since: Instant?
  /// Excluded itself.
  package var until: Instant?
  /// Whatever else decides: a recipient's preferences, or that a mail has gone out already.
  package var condition: (@Sendable (Notification) -> Bool)?
  /// How many seconds ahead of now a time is skew of a clock and shown; what is later is upcoming.
  /// A mail takes 0: what is not due waits.
  package var skew: Int64 = Selection.defaultSkew
  /// Lines per recipient; counts stay whole.
  package var limit: Int = Selection.defaultLimit
  package var collapses = true
  /// The titles of notifications that have none, for `search`.
  package var labels = TypeLabels()

  package static let defaultSkew: Int64 = 300
  /// A document shows at most so many lines unless it is told otherwise.
  package static let defaultLimit = 1_000

  package init() {}

  package init(since: Instant?, until: Instant? = nil) {
    self.since = since
    self.until = until
  }

  /// Whether more is asked for than whose notifications, and from when on.
  package var isNarrowed: Bool {
    types != nil || priorities != nil || isUnread != nil || !searches.isEmpty || until != nil
  }

  /// Whether all conditions hold; says nothing of what is deleted, expired or upcoming.
  package func includes(_ notification: Notification) -> Bool {
    mayInclude(KnownFacts(notification))
      && recipients?.contains(notification.recipient) ?? true
      && types?.includes(notification.profile, notification.type) ?? true
      && isFound(in: notification)
      && condition?(notification) ?? true
  }

  /// Whether the conditions hold that need no more than this.
  package func mayInclude(_ facts: KnownFacts) -> Bool {
    isInWindow(facts.time)
      && isUnread.map { $0 == facts.isUnread } ?? true
      && priorities?.contains(facts.priority) ?? true
  }

  private func isInWindow(_ time: Instant) -> Bool {
    since.map { time >= $0 } ?? true && until.map { time < $0 } ?? true
  }

  private func isFound(in notification: Notification) -> Bool {
    searches.isEmpty || searches.contains { isFound($0, in: notification) }
  }

  private func isFound(_ search: FoldedText, in notification: Notification) -> Bool {
    if search.isEmpty { return true }
    if let title = notification.title {
      if search.isFound(in: title) { return true }
    } else {
      let type = TypeIdentity(notification.profile, notification.type)
      if labels.labels(of: type).contains(where: { search.isFound(inFolded: $0.bytes) }) {
        return true
      }
    }
    return notification.body.map { search.isFound(in: $0) } ?? false
  }
}

/// What is known of a notification before it is read.
package struct KnownFacts: Sendable {
  package var time: Instant
  package var expiry: Instant?
  package var priority: Priority
  package var isUnread: Bool
  package var isDeleted: Bool

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
}

/// Why a notification is in no document, whatever is asked for.
package enum Concealment: Sendable {
  case deleted, expired

  /// Nil for one that may be shown; `retention` is in seconds of elapsed time, nil is for ever.
  package static func of(
    isDeleted: Bool, expiry: Instant?, time: Instant, retention: Int64?, at now: Instant
  ) -> Concealment? {
    if isDeleted { return .deleted }
    if let expiry, expiry <= now { return .expired }
    if let retention, time < now.adding(seconds: -max(0, retention)) { return .expired }
    return nil
  }
}
