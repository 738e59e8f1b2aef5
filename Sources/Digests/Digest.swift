package import Notifications

/// What one recipient is shown: their notifications selected, collapsed, in sections, and counted.
package struct Digest: Equatable, Sendable {
  package var recipient: RecipientID
  package var now: Instant
  package var window: Window
  package var counts: Counts
  /// Notifications dated more than five minutes after `now`; left out and counted only here.
  package var upcoming: Int
  /// The counts of the previous digest, if known.
  package var previous: Counts?
  /// Always today, yesterday, earlier, in this order; each may be empty.
  package var sections: [DigestSection]
  /// Unread notifications from before the window; nil if there are none.
  package var older: OlderNotifications?
  /// Read notifications from before the window, where nothing else is left to tell; otherwise nil.
  package var olderRead: OlderNotifications?
  /// Whether the selection asks for only part of the window, so that an empty digest does not mean
  /// that there is nothing.
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

/// Notifications from before a digest's window.
package struct OlderNotifications: Equatable, Sendable {
  package var count: Int
  /// The time of the newest one.
  package var newest: Instant

  package init(count: Int, newest: Instant) {
    self.count = count
    self.newest = newest
  }
}

/// The time span of a digest: from `from`, or without a beginning if nil, to before `to`.
package struct Window: Equatable, Sendable {
  package var from: Instant?
  package var to: Instant

  package init(from: Instant?, to: Instant) {
    self.from = from
    self.to = to
  }
}

/// A civil day, or all days before yesterday.
package enum Day: String, CaseIterable, Sendable {
  case today, yesterday, earlier

  /// The index of the day's section in a digest.
  var index: Int {
    switch self {
    case .today: 0
    case .yesterday: 1
    case .earlier: 2
    }
  }
}

/// The beginnings of the civil days around now in the recipient's zone.
///
/// The caller takes them from a calendar. A day has 23 or 25 hours when clocks change, so no beginning
/// follows from another by adding hours.
package struct DayBoundaries: Equatable, Sendable {
  package var startOfYesterday: Instant
  package var startOfToday: Instant
  /// The same notifications make the same sections until then.
  package var startOfTomorrow: Instant

  package init(startOfYesterday: Instant, startOfToday: Instant, startOfTomorrow: Instant) {
    self.startOfYesterday = startOfYesterday
    self.startOfToday = startOfToday
    self.startOfTomorrow = startOfTomorrow
  }

  /// The section of a time; a time that a skewed clock dates after midnight counts as today.
  package func day(of time: Instant) -> Day {
    if time >= startOfToday { return .today }
    return time >= startOfYesterday ? .yesterday : .earlier
  }
}

/// The lines of one day.
package struct DigestSection: Equatable, Sendable {
  package var day: Day
  /// The counts of all notifications of the section's lines, including omitted ones.
  package var counts = Counts()
  package var items: [DigestItem] = []
  /// How many counted notifications are missing from `items`.
  package var omitted = 0
  /// How many of the omitted ones would stand in urgent lines.
  package var omittedUrgent = 0

  /// Whether the section has neither lines nor omitted notifications.
  package var isEmpty: Bool { items.isEmpty && omitted == 0 }
}

/// One line of a digest: a notification, or several collapsed into one.
package struct DigestItem: Equatable, Sendable {
  /// The line as a notification. A group has the newest time and link, the highest priority, the sum
  /// of the batch counts and the group's title; it is unread if one member is.
  package var notification: Notification
  /// The ids of all members, newest first, including superseded ones; a single id for a plain line.
  package var ids: [NotificationID]
  /// How each of `ids` counts, in the same order; empty for a plain line, which counts as shown.
  package var members: [DigestMember] = []
  /// How many notifications the line stands for without saying so; 1 if nothing is untold.
  package var untoldCount = 1
  /// Whether the time is up to five minutes after `now`; shown as "just now".
  package var isSkewed: Bool

  package init(notification: Notification, ids: [NotificationID], isSkewed: Bool = false) {
    self.notification = notification
    self.ids = ids
    self.isSkewed = isSkewed
  }

  /// Whether the line is unread and has high priority.
  package var isUrgent: Bool { notification.priority == .high && notification.isUnread }
}

/// How one member of a group counts, whatever its line shows.
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
