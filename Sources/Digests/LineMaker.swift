import Notifications

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

  /// All of them, newest first.
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
    self.rules = rules
    self.days = days
  }

  /// The lines by day, in order, uncut.
  func lines() -> [[Line]] {
    let taken = rules.map { Supersession(selected.all, candidates, rules: $0) } ?? Supersession()
    var members = Array(repeating: [Int](), count: Day.allCases.count)
    for position in candidates.indices where !taken.isSuperseded(position) {
      members[days.day(of: candidates[position].time).index].append(position)
    }
    return members.map { members in
      var lines = Collapsing.lines(of: members, candidates, selected.all, rules: rules)
      if !taken.isEmpty {
        for index in lines.indices { takeOver(&lines[index], taken) }
      }
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
    return selected.isNewer(
      (one.time, left.priority, one.index), (other.time, right.priority, other.index))
  }

  // MARK: Merging

  /// The line as documents show it.
  func item(of line: Line) -> DigestItem {
    let newest = candidates[line.newest]
    let notification = selected.all[newest.index]
    if line.count == 1 { return DigestItem(notification: notification, ids: [notification.id]) }
    var item = DigestItem(
      notification: notification, ids: line.members.map { member($0).id })
    item.members = line.members.map {
      let member = member($0)
      return DigestMember(
        type: member.type, priority: member.priority, isUnread: member.isUnread)
    }
    var shown = notification.content
    shown.priority = line.priority
    shown.readState = readState(of: line.members)
    if !line.older.isEmpty, let rules, let rule = rules.collapseRule(forType: newest.type) {
      let tellsCount = join([line.newest] + line.older, into: &shown, rules.lineTitles[rule])
      if !tellsCount { item.untoldCount = 1 + line.older.count }
    }
    item.notification = Notification(shown)
    return item
  }

  /// Whether the line is unread and has high priority.
  func isUrgent(_ line: Line) -> Bool {
    line.priority == .high && line.members.contains { candidates[$0].isUnread }
  }

  private func member(_ position: Int) -> Notification {
    selected.all[candidates[position].index]
  }

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
    var isComplete = true
    var actors: [String] = []
    var known: Set<String> = []
    shown.thumbnails = []
    for position in chain {
      let member = member(position)
      // A notification counts as at least one item.
      let count = max(1, member.batchCount ?? 1)
      let (sum, overflow) = items.addingReportingOverflow(count)
      items = overflow ? .max : sum
      isComplete = isComplete && member.thumbnails.count == count
      shown.thumbnails += member.thumbnails
      if let actor = member.actor?.name, known.insert(actor).inserted { actors.append(actor) }
    }
    shown.batchCount = items
    guard let title = lineTitle(Notification(shown), actors, isComplete) else { return false }
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
