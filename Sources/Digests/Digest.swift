package import Notifications

/// What one recipient is shown: notifications selected, collapsed, in sections, and counted.
package struct Digest: Equatable, Sendable {
  package var recipient: RecipientID
  package var now: Instant
  package var window: Window
  package var counts: Counts
  /// Notifications dated more than five minutes ahead of `now`: left out and counted here only.
  package var upcoming: Int
  /// The counts of the digest before this one, where they are known.
  package var previous: Counts?
  /// Always today, yesterday, earlier, in this order; any of them may be empty.
  package var sections: [DigestSection]
  /// Unread notifications from before the window; nil where there are none.
  package var older: OlderUnread?
  /// Whether the digest holds only some of what lies in its window, so that an empty one does not
  /// mean that there is nothing.
  package var isNarrowed = false

  package init(
    recipient: RecipientID, now: Instant, window: Window, counts: Counts, upcoming: Int,
    previous: Counts? = nil, sections: [DigestSection]
  ) {
    self.recipient = recipient
    self.now = now
    self.window = window
    self.counts = counts
    self.upcoming = upcoming
    self.previous = previous
    self.sections = sections
  }
}

/// What is still unread from before a digest's window and is not shown.
package struct OlderUnread: Equatable, Sendable {
  package var count: Int
  /// The time of the newest of them.
  package var newest: Instant

  package init(count: Int, newest: Instant) {
    self.count = count
    self.newest = newest
  }
}

/// From when to when a digest looks: `from` is included, nil means without a beginning; `to` is not.
package struct Window: Equatable, Sendable {
  package var from: Instant?
  package var to: Instant

  package init(from: Instant?, to: Instant) {
    self.from = from
    self.to = to
  }
}

/// A civil day, or all the days before yesterday.
package enum Day: String, CaseIterable, Sendable {
  case today, yesterday, earlier
}

/// The lines of one day.
package struct DigestSection: Equatable, Sendable {
  package var day: Day
  /// Of all notifications of the section's lines, the omitted ones included.
  package var counts: Counts
  package var items: [DigestItem]
  /// Raw notifications that are counted but not among `items`; never exactly 1.
  package var omitted: Int
  /// How many of the omitted ones have high priority.
  package var omittedHigh: Int

  package init(
    day: Day, counts: Counts = Counts(), items: [DigestItem] = [], omitted: Int = 0,
    omittedHigh: Int = 0
  ) {
    self.day = day
    self.counts = counts
    self.items = items
    self.omitted = omitted
    self.omittedHigh = omittedHigh
  }
}

/// One line of a digest: a notification, or several that were collapsed into one.
package struct DigestItem: Equatable, Sendable {
  /// The line as a notification: of a group, the newest time and link, the highest priority, unread
  /// if one is, the batch counts added up, and the group's title.
  package var notification: Notification
  /// The ids of all members, newest first, those of superseded ones too; one for a line that stands
  /// alone.
  package var ids: [NotificationID]
  /// How each of `ids` counts, in their order; empty for a line that stands alone, which counts as it
  /// is shown.
  package var members: [DigestMember] = []
  /// How many of the members have high priority themselves.
  package var high: Int
  /// How many notifications became the line without its words telling it; 1 where nothing has to be
  /// told.
  package var untoldCount = 1
  /// Dated at most five minutes ahead of `now`: shown as just now.
  package var isSkewed: Bool

  package init(
    notification: Notification, ids: [NotificationID], high: Int? = nil, isSkewed: Bool = false
  ) {
    self.notification = notification
    self.ids = ids
    self.high = high ?? (notification.priority == .high ? ids.count : 0)
    self.isSkewed = isSkewed
  }
}

/// What a raw notification that became part of a line counts as, whatever its line shows.
package struct DigestMember: Equatable, Sendable {
  package var type: TypeKey
  package var priority: Priority
  package var isUnread: Bool

  package init(type: TypeKey, priority: Priority, isUnread: Bool) {
    self.type = type
    self.priority = priority
    self.isUnread = isUnread
  }
}
