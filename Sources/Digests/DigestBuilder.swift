package import Notifications

/// Makes digests: selects, supersedes, collapses, counts, cuts.
///
///     let builder = DigestBuilder(profiles: rules, selection: selection)
///     let digest = builder.digest(of: notifications, for: recipient, at: now, days: days)
///
/// Every chosen notification is counted once, in the section of its line: a member of a chain in its
/// own, a superseded one in that of the notification that took its place, whose line holds its id and
/// is unread if either is. So a section's counts are those of its items' ids and its omitted ones.
package struct DigestBuilder: Sendable {
  package var selection: Selection
  package var order: SectionOrder
  private let types: TypeOrder
  private let rules: RuleIndex
  /// Of the profiles that have one: few, so that they are looked through.
  private let retention: [(profile: ProfileName, seconds: Int64)]

  package init(
    profiles: [ProfileRules], selection: Selection = Selection(),
    order: SectionOrder = .newestFirst
  ) {
    self.selection = selection
    self.order = order
    types = TypeOrder(profiles)
    rules = RuleIndex(profiles, types)
    retention = profiles.compactMap { rules in
      rules.retention.map { (rules.profile, $0) }
    }
  }

  /// What the selection chooses: without what is deleted, expired, older than its profile's retention,
  /// or upcoming.
  package func select(from notifications: [Notification], at now: Instant) -> SelectedNotifications
  {
    var selected = SelectedNotifications(all: notifications, types: types)
    selected.candidates.reserveCapacity(notifications.count)
    let latest = now.adding(seconds: max(0, selection.skew))
    for index in notifications.indices {
      guard isWanted(notifications[index], at: now) else { continue }
      if notifications[index].time > latest {
        selected.upcoming += 1
      } else {
        selected.choose(index)
      }
    }
    return selected
  }

  /// Whether the selection would choose a notification, or count it as upcoming.
  package func needs(_ notification: Notification, at now: Instant) -> Bool {
    isWanted(notification, at: now)
  }

  private func isWanted(_ notification: Notification, at now: Instant) -> Bool {
    let concealment = Concealment.of(
      isDeleted: notification.isDeleted, expiry: notification.expiry, time: notification.time,
      retention: retention(of: notification.profile), at: now)
    return concealment == nil && selection.includes(notification)
  }

  private func retention(of profile: ProfileName) -> Int64? {
    retention.first { $0.profile == profile }?.seconds
  }

  /// Whether a notification of which only this much is known may be chosen, or count as upcoming; one
  /// that may not need not be read.
  package func mayChoose(_ facts: KnownFacts, of profile: ProfileName, at now: Instant) -> Bool {
    let concealment = Concealment.of(
      isDeleted: facts.isDeleted, expiry: facts.expiry, time: facts.time,
      retention: retention(of: profile), at: now)
    return concealment == nil && selection.mayInclude(facts)
  }

  /// Whether every notification of a type is a line of its own, whatever others there are, so that
  /// priority and time alone tell whether a document has room for it.
  package func standsAlone(_ type: TypeKey, of profile: ProfileName) -> Bool {
    guard selection.collapses, let number = types[profile, type] else { return true }
    return rules.joinsNothing(number)
  }

  /// The digest of what the selection chooses from one recipient's notifications.
  ///
  /// - Parameter pruned: what it chooses besides, which is counted and not shown.
  package func digest(
    of notifications: [Notification], for recipient: RecipientID, at now: Instant,
    days: DayBoundaries, previous: Counts? = nil,
    pruned: PrunedNotifications = PrunedNotifications()
  ) -> Digest {
    digest(
      of: select(from: notifications, at: now), for: recipient, at: now, days: days,
      previous: previous, pruned: pruned)
  }

  /// The digest of what was chosen before.
  package func digest(
    of selected: SelectedNotifications, for recipient: RecipientID, at now: Instant,
    days: DayBoundaries, previous: Counts? = nil,
    pruned: PrunedNotifications = PrunedNotifications()
  ) -> Digest {
    var selected = selected
    let counted = pruned.sections.map { selected.types.numbered($0) }
    let maker = LineMaker(
      selected, rules: selection.collapses ? rules : nil, days: days, order: order)
    let lines = maker.lines()
    let candidates = maker.candidates
    let kept = keptLines(lines, candidates, pruned)
    let sections = Day.allCases.map { day in
      var section = section(
        day, lines[day.position], kept?[day.position], maker, counted[day.position], now)
      section.omitted += pruned.total(day.position)
      section.omittedHigh += pruned.high(day.position)
      return section
    }
    var digest = Digest(
      recipient: recipient, now: now,
      window: Window(from: selection.since, to: selection.until ?? now),
      counts: candidates.counts(
        of: candidates.indices, types: selected.types, and: counted.flatMap(\.self)),
      upcoming: selected.upcoming + pruned.upcoming, previous: previous, sections: sections)
    digest.isNarrowed = selection.isNarrowed
    return digest
  }

  /// For each day, whether each of its lines stays; nil where all do, as they mostly do.
  private func keptLines(
    _ lines: [[Line]], _ candidates: [Candidate], _ pruned: PrunedNotifications
  ) -> [[Bool]]? {
    if lines.reduce(0, { $0 + $1.count }) <= selection.limit { return nil }
    let entries = lines.map { lines in
      lines.map { line in
        Overflow.Entry(
          priority: line.priority, time: candidates[line.newest].time, count: line.count)
      }
    }
    return Overflow.kept(
      entries, omitted: lines.indices.map(pruned.total), limit: selection.limit)
  }

  private func section(
    _ day: Day, _ lines: [Line], _ kept: [Bool]?, _ maker: LineMaker,
    _ pruned: [NumberedTally], _ now: Instant
  ) -> DigestSection {
    let members = lines.lazy.flatMap(\.members)
    var section = DigestSection(
      day: day,
      counts: maker.candidates.counts(
        of: members, types: maker.selected.types, and: pruned))
    section.items.reserveCapacity(kept?.count { $0 } ?? lines.count)
    for (position, line) in lines.enumerated() {
      if kept?[position] ?? true {
        section.items.append(maker.item(of: line, now: now))
      } else {
        section.omitted += line.count
        section.omittedHigh += maker.high(line)
      }
    }
    return section
  }
}

extension SelectedNotifications {
  fileprivate mutating func choose(_ index: Int) {
    let notification = all[index]
    candidates.append(
      Candidate(
        index: index, time: notification.time, priority: notification.priority,
        isUnread: notification.isUnread,
        type: types.number(of: notification.type, in: notification.profile)))
  }
}
