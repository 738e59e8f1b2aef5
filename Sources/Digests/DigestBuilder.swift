package import Notifications

/// Makes digests: selects, supersedes, collapses, counts, cuts.
///
///     let builder = DigestBuilder(profiles: rules, selection: selection)
///     let digest = builder.digest(of: notifications, for: recipient, at: now, days: days)
///
/// Every selected notification counts once, in the section of its line. A superseded one counts with
/// the notification that replaced it: that line holds its id and is unread if either is. So a
/// section's counts are those of its items' ids and of its omitted notifications.
package struct DigestBuilder: Sendable {
  package var selection: Selection
  /// Whether sections have counts of their own; mails tell none.
  package var countsSections = true
  /// Whether equal titles that are urgent are one line over several days: not where days are all the
  /// headings.
  package var joinsDays: Bool {
    get { rules.joinsDays }
    set { rules.joinsDays = newValue }
  }
  private let types: TypeOrder
  private var rules: RuleIndex
  /// Only profiles with a limit: so few that a linear search is fast.
  private let retention: [(profile: ProfileName, seconds: Int64)]

  package init(profiles: [ProfileRules], selection: Selection = Selection()) {
    self.selection = selection
    types = TypeOrder(profiles)
    rules = RuleIndex(profiles, types)
    retention = profiles.compactMap { rules in rules.retention.map { (rules.profile, $0) } }
  }

  /// Those that the selection chooses, in their order; not what is deleted, expired, too old for its
  /// profile, or upcoming.
  package func selected(from notifications: [Notification], at now: Instant) -> [Notification] {
    let selected = select(from: notifications, at: now)
    return selected.candidates.map { notifications[$0.index] }
  }

  /// The newest that the selection chooses, at most `limit`; ties by priority, then by the ids' bytes.
  package func newest(
    _ limit: Int, of notifications: [Notification], at now: Instant
  ) -> [Notification] {
    select(from: notifications, at: now).newestFirst().prefix(limit).map { notifications[$0.index] }
  }

  func select(from notifications: [Notification], at now: Instant) -> SelectedNotifications {
    var selected = SelectedNotifications(all: notifications, types: types)
    let latest = now.adding(seconds: max(0, selection.skew))
    for index in notifications.indices {
      guard needs(notifications[index], at: now) else { continue }
      if notifications[index].time > latest {
        selected.upcoming += 1
      } else {
        selected.choose(index)
      }
    }
    return selected
  }

  /// Whether the selection would choose the notification or count it as upcoming.
  package func needs(_ notification: Notification, at now: Instant) -> Bool {
    isVisible(RecordFacts(notification), of: notification.profile, at: now)
      && selection.includes(notification)
  }

  /// Whether a notification with these facts may be selected or count as upcoming. If not, its record
  /// need not be read.
  package func mayChoose(_ facts: RecordFacts, of profile: ProfileName, at now: Instant) -> Bool {
    isVisible(facts, of: profile, at: now) && selection.mayInclude(facts)
  }

  private func isVisible(_ facts: RecordFacts, of profile: ProfileName, at now: Instant) -> Bool {
    let limit = retention.first { $0.profile == profile }?.seconds
    return facts.concealment(retention: limit, at: now) == nil
  }

  /// Whether no rule joins notifications of the type, so that priority and time alone decide whether a
  /// document has room for them. Where some are left out for that, no titles join others.
  package func standsAlone(_ type: TypeKey, of profile: ProfileName) -> Bool {
    guard selection.collapses, let number = types[profile, type] else { return true }
    return !rules.isRuled(number)
  }

  /// The digest of the selected ones among a recipient's notifications.
  ///
  /// - Parameter pruned: Further selected notifications, counted but not shown.
  package func digest(
    of notifications: [Notification], for recipient: RecipientID, at now: Instant,
    days: DayBoundaries, previous: Counts? = nil, pruned: PrunedNotifications? = nil
  ) -> Digest {
    var selected = select(from: notifications, at: now)
    let counted = pruned?.sections.map { selected.types.numbered($0) } ?? []
    var rules = rules
    rules.joinsTitles = counted.allSatisfy(\.isEmpty)
    let maker = LineMaker(selected, rules: selection.collapses ? rules : nil, days: days)
    let lines = maker.lines()
    let candidates = maker.candidates
    let kept = keptLines(lines, maker, pruned: pruned)
    let sections = Day.allCases.map { day in
      var section = section(
        day, lines[day.index], kept: kept?[day.index], maker: maker,
        pruned: counted.isEmpty ? [] : counted[day.index])
      section.omitted += pruned?.total(day.index) ?? 0
      section.omittedUrgents.merge(pruned?.urgents(day.index) ?? [:], uniquingKeysWith: +)
      return section
    }
    return Digest(
      recipient: recipient, now: now,
      window: Window(from: selection.since, to: selection.until ?? now),
      counts: candidates.counts(
        of: candidates.indices, types: selected.types, and: counted.flatMap(\.self)),
      upcoming: selected.upcoming + (pruned?.upcoming ?? 0), previous: previous, sections: sections,
      isNarrowed: selection.isNarrowed)
  }

  /// For each day, whether each of its lines stays; nil in the common case that all do.
  private func keptLines(
    _ lines: [[Line]], _ maker: LineMaker, pruned: PrunedNotifications?
  ) -> [[Bool]]? {
    if lines.reduce(0, { $0 + $1.count }) <= selection.limit { return nil }
    let entries: [[Overflow.Entry]] = lines.map { lines in
      lines.map { line in
        let rank = LineRank(
          line.priority, isUrgent: maker.isUrgent(line), at: maker.candidates[line.newest].time)
        return (rank, line.count)
      }
    }
    return Overflow.kept(
      entries, omitted: lines.indices.reduce(0) { $0 + (pruned?.total($1) ?? 0) },
      limit: selection.limit)
  }

  private func section(
    _ day: Day, _ lines: [Line], kept: [Bool]?, maker: LineMaker, pruned: [NumberedTally]
  ) -> DigestSection {
    var section = DigestSection(day: day)
    if countsSections {
      section.counts = maker.candidates.counts(
        of: lines.lazy.flatMap(\.members), types: maker.selected.types, and: pruned)
    }
    section.items.reserveCapacity(kept?.count { $0 } ?? lines.count)
    for (index, line) in lines.enumerated() {
      if kept?[index] ?? true {
        section.items.append(maker.item(of: line))
      } else {
        for position in line.members { section.omit(maker.member(position)) }
      }
    }
    return section
  }
}
