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
  private let types: TypeOrder
  private let rules: RuleIndex
  /// Only profiles with a limit: so few that a linear search is fast.
  private let retention: [(profile: ProfileName, seconds: Int64)]

  package init(profiles: [ProfileRules], selection: Selection = Selection()) {
    self.selection = selection
    types = TypeOrder(profiles)
    rules = RuleIndex(profiles, types)
    retention = profiles.compactMap { rules in rules.retention.map { (rules.profile, $0) } }
  }

  /// Applies the selection; leaves out what is deleted, expired, too old for its profile, or upcoming.
  package func select(from notifications: [Notification], at now: Instant) -> SelectedNotifications
  {
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
  /// document has room for them. Those that have one title may still be a line: of them, a long
  /// document joins what it has room for.
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
    digest(
      of: select(from: notifications, at: now), for: recipient, at: now, days: days,
      previous: previous, pruned: pruned)
  }

  /// The digest of notifications that are already selected.
  package func digest(
    of selected: SelectedNotifications, for recipient: RecipientID, at now: Instant,
    days: DayBoundaries, previous: Counts? = nil, pruned: PrunedNotifications? = nil
  ) -> Digest {
    var selected = selected
    let counted = pruned?.sections.map { selected.types.numbered($0) } ?? []
    let maker = LineMaker(selected, rules: selection.collapses ? rules : nil, days: days)
    let lines = maker.lines()
    let candidates = maker.candidates
    let kept = keptLines(lines, maker, pruned: pruned)
    let sections = Day.allCases.map { day in
      var section = section(
        day, lines[day.index], kept: kept?[day.index], maker: maker,
        pruned: counted.isEmpty ? [] : counted[day.index])
      section.omitted += pruned?.total(day.index) ?? 0
      section.omittedUrgent += pruned?.urgent(day.index) ?? 0
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
    let entries = lines.map { lines in
      lines.map { line in
        Overflow.Entry(
          rank: LineRank(
            line.priority, isUrgent: maker.isUrgent(line),
            at: maker.candidates[line.newest].time),
          count: line.count)
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
        section.omitted += line.count
        if maker.isUrgent(line) { section.omittedUrgent += line.count }
      }
    }
    return section
  }
}

/// The candidates that become one line, by position. Candidates are in newest-first order, so the
/// smaller of two positions is the newer.
struct Line {
  /// The member that gives the line its time, link and id.
  let newest: Int
  /// The other members of a chain, newest first.
  var older: [Int] = []
  /// The candidates that members replaced: counted with the line, but not shown.
  var superseded: [Int] = []
  /// The highest priority among all of them.
  var priority: Priority

  var count: Int { 1 + older.count + superseded.count }

  var members: [Int] {
    if count == 1 { return [newest] }
    return superseded.isEmpty ? [newest] + older : ([newest] + older + superseded).sorted()
  }
}

/// Turns selected notifications into the lines of each day.
struct LineMaker {
  let selected: SelectedNotifications
  let candidates: [Candidate]
  /// Nil joins nothing.
  let rules: RuleIndex?
  let days: DayBoundaries

  init(_ selected: SelectedNotifications, rules: RuleIndex?, days: DayBoundaries) {
    self.selected = selected
    candidates = selected.newestFirst()
    (self.rules, self.days) = (rules, days)
  }

  func lines() -> [[Line]] {
    let taken = rules.map { Supersession(selected.all, candidates, rules: $0) } ?? Supersession()
    var members = Array(repeating: [Int](), count: Day.allCases.count)
    for position in candidates.indices where !taken.isSuperseded(position) {
      members[days.day(of: candidates[position].time).index].append(position)
    }
    return members.map { members in
      var lines = Collapsing.lines(of: members, candidates, selected.all, rules: rules)
      if !taken.isEmpty { for index in lines.indices { takeOver(&lines[index], taken) } }
      return ordered(lines)
    }
  }

  /// Lines come newest first. Only joining can change that, since it raises the priority that breaks
  /// ties.
  private func ordered(_ lines: [Line]) -> [Line] {
    lines.contains { $0.count > 1 } ? lines.sorted(by: precedes) : lines
  }

  private func takeOver(_ line: inout Line, _ taken: Supersession) {
    for member in [line.newest] + line.older {
      for superseded in taken.superseded(by: member) {
        line.superseded.append(superseded)
        line.priority = max(line.priority, candidates[superseded].priority)
      }
    }
  }

  private func precedes(_ left: Line, _ right: Line) -> Bool {
    let (one, other) = (candidates[left.newest], candidates[right.newest])
    return SelectedNotifications.isNewer(
      (one.time, left.priority, one.index), (other.time, right.priority, other.index),
      of: selected.all)
  }

  // MARK: Merging

  func item(of line: Line) -> DigestItem {
    let newest = candidates[line.newest]
    let notification = selected.all[newest.index]
    if line.count == 1 { return DigestItem(notification: notification, ids: [notification.id]) }
    var item = DigestItem(notification: notification, ids: line.members.map { member($0).id })
    item.members = line.members.map { member($0) }
    var shown = notification.content
    shown.priority = line.priority
    shown.readState = readState(of: line.members)
    if !line.older.isEmpty, let rules {
      let rule = rules.collapseRule(forType: newest.type)
      let tellsCount = join([line.newest] + line.older, into: &shown, rules.lineTitles[rule])
      if !tellsCount { item.untoldCount = 1 + line.older.count }
    }
    item.notification = Notification(shown)
    return item
  }

  func isUrgent(_ line: Line) -> Bool {
    line.priority == .high && line.members.contains { candidates[$0].isUnread }
  }

  private func member(_ position: Int) -> Notification { selected.all[candidates[position].index] }

  /// Unread if one member is, otherwise unknown if one is.
  private func readState(of members: [Int]) -> ReadState {
    let states = members.map { member($0).readState }
    if states.contains(.unread) { return .unread }
    return states.contains(.unknown) ? .unknown : .read
  }

  /// - Returns: Whether the line's text says how many notifications it stands for.
  private func join(
    _ chain: [Int], into shown: inout NotificationContent, _ lineTitle: ProfileRules.LineTitling
  ) -> Bool {
    var items = 0
    var bare: Int? = 0
    var actors: [String] = []
    var known: Set<String> = []
    shown.thumbnails = []
    for position in chain {
      let member = member(position)
      // A notification counts as at least one item.
      let count = max(1, member.batchCount ?? 1)
      let (sum, overflow) = items.addingReportingOverflow(count)
      items = overflow ? .max : sum
      if member.thumbnails.count != count {
        bare = member.content.isBareItem ? bare.map { $0 + 1 } : nil
      }
      shown.thumbnails += member.thumbnails
      if let actor = member.actor?.name, known.insert(actor).inserted { actors.append(actor) }
    }
    shown.batchCount = items
    if shown.amount != nil { shown.amount = chain.map { member($0) }.sum }
    guard let title = lineTitle(Notification(shown), actors, bare) else { return false }
    (shown.shortTitle, shown.shortBody) = (nil, nil)
    // The members' own texts describe one member only. The line's title replaces theirs, or the body
    // in a system whose notifications have no title.
    if shown.title == nil {
      shown.body = title.words
    } else {
      shown.title = title.words
      shown.body = nil
    }
    shown.bodyFormat = .plain
    return title.tellsCount
  }
}
