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
  /// Whether records of the exports were rejected or are missing, which may be the recipient's.
  package var isPartial = false

  /// Whether an empty digest means that everything is read.
  package var isConclusive: Bool { !isNarrowed && !isPartial }

  /// The sections in reading order. An urgent one is among them only if some lines are urgent and
  /// others are not, whether or not there was room for them.
  package var readingOrder: [ReadingSection] {
    let urgent = urgentCount
    let isDivided = urgent > 0 && urgent < counts.all.total
    var ordered: [ReadingSection] = []
    ordered.reserveCapacity(sections.count + 1)
    if isDivided {
      let lines = sections.indices.flatMap { sections[$0].lines(of: $0, areUrgent: true) }
      if !lines.isEmpty { ordered.append(section(.urgent, of: lines, omitted: omittedUrgent)) }
    }
    for index in sections.indices {
      let lines = sections[index].lines(of: index, areUrgent: isDivided ? false : nil)
      if lines.isEmpty { continue }
      let elsewhere = isDivided ? sections[index].omittedUrgent : 0
      ordered.append(
        section(
          .day(sections[index].day), of: lines, omitted: sections[index].omitted - elsewhere))
    }
    return ordered
  }

  private func section(
    _ heading: ReadingSection.Heading, of lines: [LinePosition], omitted: Int
  ) -> ReadingSection {
    ReadingSection(
      heading: heading,
      count: lines.reduce(0) {
        $0 + (heading == .urgent ? self[$1].urgentCount : self[$1].ids.count)
      },
      omitted: omitted, lines: lines)
  }

  /// The line at a position.
  package subscript(line: LinePosition) -> DigestItem {
    sections[line.section].items[line.item]
  }

  /// How many notifications are unread and of high priority, including omitted ones. Documents say this
  /// number wherever they say how much is urgent.
  package var urgentCount: Int {
    let sections = sections.span
    var count = 0
    for index in sections.indices { count += sections[index].urgentCount }
    return count
  }

  // MARK: What a digest counts and does not show

  /// How many notifications; never exactly 1, since that one is shown.
  package var omitted: Int { sections.reduce(0) { $0 + $1.omitted } }

  /// How many of them are unread and of high priority.
  package var omittedUrgent: Int { sections.reduce(0) { $0 + $1.omittedUrgent } }

  /// Their counts, with the types in the order of `counts`, without those that are all shown.
  package var omittedCounts: Counts {
    var rest = counts
    guard omitted > 0 else { return Counts() }
    var numbers: [TypeID: Int] = [:]
    for index in rest.byType.indices { numbers[rest.byType[index].type] = index }
    func remove(_ type: TypeKey, _ priority: Priority, isUnread: Bool, of profile: ProfileName) {
      rest.all.remove(isUnread: isUnread)
      rest.byPriority[priority.rawValue].remove(isUnread: isUnread)
      guard let number = numbers[TypeID(profile, type)] else { return }
      rest.byType[number].tally.remove(isUnread: isUnread)
    }
    for section in sections {
      for item in section.items {
        let shown = item.notification
        for member in item.members {
          remove(member.type, member.priority, isUnread: member.isUnread, of: shown.profile)
        }
        if item.members.isEmpty {
          remove(shown.type, shown.priority, isUnread: shown.isUnread, of: shown.profile)
        }
      }
    }
    rest.byType.removeAll { $0.tally.total == 0 }
    return rest
  }

  /// `omittedCounts` without those that are urgent.
  package var omittedOthers: Counts {
    var rest = omittedCounts
    let urgent = omittedUrgent
    rest.all -= Tally(total: urgent, unread: urgent)
    rest.byPriority[Priority.high.rawValue] -= Tally(total: urgent, unread: urgent)
    for index in rest.byType.indices {
      let type = rest.byType[index].type
      let urgent = sections.reduce(0) { $0 + ($1.omittedUrgents[type] ?? 0) }
      rest.byType[index].tally -= Tally(total: urgent, unread: urgent)
    }
    rest.byType.removeAll { $0.tally.total == 0 }
    return rest
  }
}

/// Notifications from before a digest's window.
package struct OlderNotifications: Equatable, Sendable {
  package var count: Int
  /// The time of the newest one.
  package var newest: Instant

  package init(count: Int, newest: Instant) {
    (self.count, self.newest) = (count, newest)
  }
}

/// The time span of a digest: from `from`, or without a beginning if nil, to before `to`.
package struct Window: Equatable, Sendable {
  package var from: Instant?
  package var to: Instant

  package init(from: Instant?, to: Instant) {
    (self.from, self.to) = (from, to)
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

  package init(startOfYesterday: Instant, startOfToday: Instant) {
    (self.startOfYesterday, self.startOfToday) = (startOfYesterday, startOfToday)
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
  /// Those of the omitted ones that are unread and of high priority, by type.
  package var omittedUrgents: [TypeID: Int] = [:]

  /// Whether the section has neither lines nor omitted notifications.
  package var isEmpty: Bool { items.isEmpty && omitted == 0 }

  /// How many of the omitted ones are unread and of high priority.
  package var omittedUrgent: Int { omittedUrgents.values.reduce(0, +) }

  /// Counts one that has no room.
  package mutating func omit(_ notification: Notification) {
    omitted += 1
    guard notification.isUrgent else { return }
    omittedUrgents[TypeID(notification.profile, notification.type), default: 0] += 1
  }

  /// How many notifications are unread and of high priority, including omitted ones.
  var urgentCount: Int {
    // In place: copies would retain all parts of an item.
    let items = items.span
    var count = omittedUrgent
    for index in items.indices { count += items[index].urgentCount }
    return count
  }

  /// The lines that are urgent, or those that are not; nil takes all.
  ///
  /// - Parameter index: of the section in its digest.
  fileprivate func lines(of index: Int, areUrgent: Bool?) -> [LinePosition] {
    let items = items.span
    var lines: [LinePosition] = []
    lines.reserveCapacity(items.count)
    for item in items.indices where areUrgent == nil || items[item].isUrgent == areUrgent {
      lines.append(LinePosition(section: index, item: item))
    }
    return lines
  }
}

/// One line of a digest: a notification, or several collapsed into one.
package struct DigestItem: Equatable, Sendable {
  /// The line as a notification. A group has the newest time and link, the highest priority of what is
  /// unread in it, the sum of the batch counts and the group's title; it is unread if one member is.
  package var notification: Notification { didSet { isUrgent = notification.isUrgent } }
  /// Whether the line is unread and has high priority; kept, as documents ask several times.
  package private(set) var isUrgent: Bool
  /// The ids of all members, newest first, including superseded ones; a single id for a plain line.
  package var ids: [NotificationID]
  /// The notifications of `ids`, in the same order; empty for a plain line.
  package var members: [Notification] = []
  /// How many notifications the line stands for without saying so; 1 if nothing is untold.
  package var untoldCount = 1

  /// How many of its notifications are unread and of high priority; none if the line is not urgent.
  package var urgentCount: Int {
    if !isUrgent { return 0 }
    return members.isEmpty ? 1 : members.count { $0.isUrgent }
  }

  package init(notification: Notification, ids: [NotificationID]) {
    (self.notification, self.ids) = (notification, ids)
    isUrgent = notification.isUrgent
  }
}

/// The sections in which documents show a digest: first what is urgent, from all days, then the rest
/// day by day. Each is newest first, and a line stands in one of them only.
///
///     for section in digest.readingOrder {
///       for line in section.lines { show(digest[line]) }
///     }
package struct ReadingSection: Equatable, Sendable {
  package enum Heading: Equatable, Sendable {
    case urgent
    case day(Day)
  }

  package var heading: Heading
  /// How many notifications its lines stand for, of urgent ones only those that are; those that were
  /// omitted are not among them.
  package var count: Int
  /// How many notifications of the section had no room.
  package var omitted = 0
  /// Never empty: a section that lost all its lines is left out.
  package var lines: [LinePosition]
}

/// Where a line stands in a digest: the index of its day's section, and its own in that.
package struct LinePosition: Equatable, Sendable {
  package let section: Int
  package let item: Int
}

extension Tally {
  fileprivate mutating func remove(isUnread: Bool) {
    self -= Tally(total: 1, unread: isUnread ? 1 : 0)
  }

  fileprivate static func -= (left: inout Tally, right: Tally) {
    left.total -= right.total
    left.unread -= right.unread
  }
}
