public import Notifications

/// Makes digests: selects, supersedes, collapses, counts, cuts.
///
///     let builder = DigestBuilder(profiles: rules, selection: selection)
///     let digest = builder.digest(of: notifications, for: recipient, at: now, days: days)
///
/// Every chosen notification is counted once, in the section of its line: a member of a chain in its
/// own, a superseded one in that of the notification that took its place, whose line holds its id and
/// is unread if either is. So a section's counts are those of its items' ids and its omitted ones.
public struct DigestBuilder: Sendable {
  public var selection: Selection
  public var order: SectionOrder
  private let types: TypeOrder
  private let rules: RuleIndex
  private let retention: [ProfileName: Int64]

  public init(
    profiles: [ProfileRules], selection: Selection = Selection(),
    order: SectionOrder = .newestFirst
  ) {
    self.selection = selection
    self.order = order
    types = TypeOrder(profiles)
    rules = RuleIndex(profiles)
    retention = profiles.reduce(into: [:]) { $0[$1.profile] = $1.retention }
  }

  /// What the selection chooses: without what is deleted, expired, older than its profile's retention,
  /// or upcoming.
  public func select(from notifications: [Notification], at now: Instant) -> SelectedNotifications {
    var selected = SelectedNotifications(all: notifications, indices: [], upcoming: 0)
    let latest = now.adding(seconds: max(0, selection.skew))
    for index in notifications.indices {
      let notification = notifications[index]
      let concealment = Concealment.of(
        isDeleted: notification.isDeleted, expiry: notification.expiry, time: notification.time,
        retention: retention[notification.profile], at: now)
      guard concealment == nil, selection.includes(notification) else { continue }
      if notification.time > latest {
        selected.upcoming += 1
      } else {
        selected.indices.append(index)
      }
    }
    return selected
  }

  /// The digest of what the selection chooses from one recipient's notifications.
  public func digest(
    of notifications: [Notification], for recipient: RecipientID, at now: Instant,
    days: DayBoundaries, previous: Counts? = nil
  ) -> Digest {
    digest(
      of: select(from: notifications, at: now), for: recipient, at: now, days: days,
      previous: previous)
  }

  /// The digest of what was chosen before.
  public func digest(
    of selected: SelectedNotifications, for recipient: RecipientID, at now: Instant,
    days: DayBoundaries, previous: Counts? = nil
  ) -> Digest {
    let lines = lines(of: selected, days: days)
    var total = Counter(types)
    var sections = zip(Day.allCases, lines).map { day, lines in
      var counter = Counter(types)
      for line in lines { counter.add(line, selected.all) }
      total.merge(counter)
      return DigestSection(day: day, counts: counter.counts)
    }
    fill(&sections, with: lines, from: selected.all, now: now)
    return Digest(
      recipient: recipient, now: now,
      window: Window(from: selection.since, to: selection.until ?? now), counts: total.counts,
      upcoming: selected.upcoming, previous: previous, sections: sections)
  }

  /// The lines of each day in their order, uncut.
  private func lines(of selected: SelectedNotifications, days: DayBoundaries) -> [[Line]] {
    let all = selected.all
    let newestFirst = all.newestFirst(selected.indices)
    let rules = selection.collapses ? self.rules : nil
    let successors = rules.map { Supersession(all, newestFirst, $0).successors } ?? [:]
    var superseded: [Int: [Int]] = [:]
    var members = Array(repeating: [Int](), count: Day.allCases.count)
    for index in newestFirst {
      if let successor = successors[index] {
        superseded[successor, default: []].append(index)
      } else {
        members[days.day(of: all[index].time).position].append(index)
      }
    }
    return members.map { members in
      var lines = Collapsing.lines(of: members, in: all, by: rules)
      if !superseded.isEmpty {
        for index in lines.indices { lines[index].takeOver(superseded, all) }
      }
      return lines.sorted { all.precedes($0, $1, order) }
    }
  }

  private func fill(
    _ sections: inout [DigestSection], with lines: [[Line]], from all: [Notification], now: Instant
  ) {
    let entries = lines.map { lines in
      lines.map {
        Overflow.Entry(priority: $0.priority, time: all[$0.newest].time, count: $0.count)
      }
    }
    let kept = Overflow.kept(
      entries, omitted: Array(repeating: 0, count: lines.count), limit: selection.limit)
    for index in sections.indices {
      for (line, isKept) in zip(lines[index], kept[index]) {
        if isKept {
          let rule = rules.collapseRule(for: all[line.newest]).map { rules.collapse[$0] }
          sections[index].items.append(line.item(in: all, rule: rule, now: now))
        } else {
          sections[index].omitted += line.count
          sections[index].omittedHigh += line.members.count { all[$0].priority == .high }
        }
      }
    }
  }
}

extension Day {
  /// The place of the day's section in a digest.
  var position: Int {
    switch self {
    case .today: 0
    case .yesterday: 1
    case .earlier: 2
    }
  }
}

extension Line {
  /// All raw notifications of the line.
  var members: [Int] { [newest] + older + superseded }

  fileprivate mutating func takeOver(_ superseded: [Int: [Int]], _ all: [Notification]) {
    for member in [newest] + older { self.superseded += superseded[member] ?? [] }
    priority = self.superseded.reduce(priority) { max($0, all[$1].priority) }
  }
}

extension Counter {
  fileprivate mutating func add(_ line: Line, _ all: [Notification]) {
    for member in line.members { add(all[member]) }
  }
}
