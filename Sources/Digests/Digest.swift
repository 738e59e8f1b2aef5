public import Notifications

/// What one recipient is shown: notifications selected, collapsed, in sections, and counted.
public struct Digest: Equatable, Sendable {
  public var recipient: RecipientID
  public var now: Instant
  public var window: Window
  public var counts: Counts
  /// Notifications dated more than five minutes ahead of `now`: left out and counted here only.
  public var upcoming: Int
  /// The counts of the digest before this one, where they are known.
  public var previous: Counts?
  /// Always today, yesterday, earlier, in this order; any of them may be empty.
  public var sections: [DigestSection]
  /// Unread notifications from before the window; nil where there are none.
  public var older: OlderUnread?
  /// Whether the digest holds only some of what lies in its window, so that an empty one does not
  /// mean that there is nothing.
  public var isNarrowed = false

  public init(
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
public struct OlderUnread: Equatable, Sendable {
  public var count: Int
  /// The time of the newest of them.
  public var newest: Instant

  public init(count: Int, newest: Instant) {
    self.count = count
    self.newest = newest
  }
}

/// From when to when a digest looks: `from` is included, nil means without a beginning; `to` is not.
public struct Window: Equatable, Sendable {
  public var from: Instant?
  public var to: Instant

  public init(from: Instant?, to: Instant) {
    self.from = from
    self.to = to
  }
}

/// A civil day, or all the days before yesterday.
public enum Day: String, CaseIterable, Sendable {
  case today, yesterday, earlier
}

/// The lines of one day.
public struct DigestSection: Equatable, Sendable {
  public var day: Day
  /// Of all notifications of the section's lines, the omitted ones included.
  public var counts: Counts
  public var items: [DigestItem]
  /// Raw notifications that are counted but not among `items`; never exactly 1.
  public var omitted: Int
  /// How many of the omitted ones have high priority.
  public var omittedHigh: Int

  public init(
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
public struct DigestItem: Equatable, Sendable {
  /// The line as a notification: of a group, the newest time and link, the highest priority, unread
  /// if one is, the batch counts added up, and the group's title.
  public var notification: Notification
  /// The ids of all members, newest first, those of superseded ones too; one for a line that stands
  /// alone.
  public var ids: [NotificationID]
  /// How each of `ids` counts, in their order; empty for a line that stands alone, which counts as it
  /// is shown.
  public var members: [DigestMember] = []
  /// How many of the members have high priority themselves.
  public var high: Int
  /// How many notifications became the line without its words telling it; 1 where nothing has to be
  /// told.
  public var untoldCount = 1
  /// Dated at most five minutes ahead of `now`: shown as just now.
  public var isSkewed: Bool

  public init(
    notification: Notification, ids: [NotificationID], high: Int? = nil, isSkewed: Bool = false
  ) {
    self.notification = notification
    self.ids = ids
    self.high = high ?? (notification.priority == .high ? ids.count : 0)
    self.isSkewed = isSkewed
  }
}

/// What a raw notification that became part of a line counts as, whatever its line shows.
public struct DigestMember: Equatable, Sendable {
  public var type: TypeKey
  public var priority: Priority
  public var isUnread: Bool

  public init(type: TypeKey, priority: Priority, isUnread: Bool) {
    self.type = type
    self.priority = priority
    self.isUnread = isUnread
  }
}
