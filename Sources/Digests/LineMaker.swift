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
  /// The highest priority of those that are unread, or of all where none is.
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
      members[day(of: position)].append(position)
    }
    let urgent = urgentOfSeveralDays(members)
    var joined = Array(repeating: [Line](), count: members.count)
    if !urgent.isEmpty {
      let lines = Collapsing.lines(
        of: urgent, candidates, selected.all, rules: rules, within: Self.urgentSeconds)
      for line in lines { joined[day(of: line.newest)].append(line) }
      for index in members.indices { members[index].removeAll { mayJoinOverDays($0) } }
    }
    return zip(members, joined).map { members, joined in
      var lines = Collapsing.lines(of: members, candidates, selected.all, rules: rules) + joined
      if !taken.isEmpty { for index in lines.indices { takeOver(&lines[index], taken) } }
      for index in lines.indices where lines[index].count > 1 { weigh(&lines[index]) }
      return joined.isEmpty ? ordered(lines) : lines.sorted(by: precedes)
    }
  }

  private func day(of position: Int) -> Int { days.day(of: candidates[position].time).index }

  /// How far apart equal titles may be that are urgent: as far as a digest looks back.
  private static let urgentSeconds: Int64 = 7 * 86_400

  /// What stands under one heading, whatever its day, so that equal titles of several days are one line;
  /// nothing if it is of one day, or if all is urgent and days are the headings.
  private func urgentOfSeveralDays(_ members: [[Int]]) -> [Int] {
    let urgent = members.map { $0.filter { mayJoinOverDays($0) } }
    guard urgent.count(where: { !$0.isEmpty }) > 1,
      !candidates.allSatisfy({ $0.isUnread && $0.priority == .high })
    else { return [] }
    let positions = urgent.flatMap(\.self)
    let marks = positions.map { position in
      let candidate = candidates[position]
      return Collapsing.mark(of: selected.all[candidate.index], type: candidate.type)
    }
    // Most titles are of one notification only: then the lines of each day are in order already.
    return Set(marks).count < marks.count ? positions : []
  }

  private func mayJoinOverDays(_ position: Int) -> Bool {
    let candidate = candidates[position]
    guard candidate.priority == .high, candidate.isUnread, let rules, rules.joinsTitles,
      rules.joinsDays
    else { return false }
    return rules.collapseRule(forType: candidate.type) == rules.stackRule
  }

  /// Lines come newest first. Only joining can change that, since it raises the priority that breaks
  /// ties.
  private func ordered(_ lines: [Line]) -> [Line] {
    lines.contains { $0.count > 1 } ? lines.sorted(by: precedes) : lines
  }

  private func takeOver(_ line: inout Line, _ taken: Supersession) {
    for member in [line.newest] + line.older { line.superseded += taken.superseded(by: member) }
  }

  private func weigh(_ line: inout Line) {
    let unread = line.members.filter { candidates[$0].isUnread }
    line.priority =
      (unread.isEmpty ? line.members : unread).map { candidates[$0].priority }.max()
      ?? line.priority
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

  func member(_ position: Int) -> Notification { selected.all[candidates[position].index] }

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
