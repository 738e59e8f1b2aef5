import Notifications

/// From chosen notifications to the lines of each day.
struct LineMaker {
  let selected: SelectedNotifications
  let candidates: [Candidate]
  /// Nil joins nothing.
  let rules: RuleIndex?
  let days: DayBoundaries
  let order: SectionOrder

  init(
    _ selected: SelectedNotifications, rules: RuleIndex?, days: DayBoundaries, order: SectionOrder
  ) {
    self.selected = selected
    candidates = selected.newestFirst()
    self.rules = rules
    self.days = days
    self.order = order
  }

  /// By day, each day's in order, uncut.
  func lines() -> [[Line]] {
    let taken = rules.map { Supersession(selected.all, candidates, $0) } ?? Supersession()
    var members = Array(repeating: [Int](), count: Day.allCases.count)
    for position in candidates.indices where !taken.isSuperseded(position) {
      members[days.day(of: candidates[position].time).position].append(position)
    }
    return members.map { members in
      var lines = Collapsing.lines(of: members, candidates, selected.all, rules)
      if !taken.isEmpty {
        for index in lines.indices { takeOver(&lines[index], taken) }
      }
      return ordered(lines)
    }
  }

  /// Lines come newest first; joining can only have raised the priority that decides a tie.
  private func ordered(_ lines: [Line]) -> [Line] {
    let isJoined = lines.contains { $0.count > 1 }
    let newestFirst = isJoined ? lines.sorted(by: precedes) : lines
    switch order {
    case .newestFirst: return newestFirst
    case .highFirst:
      if !newestFirst.contains(where: { $0.priority == .high }) { return newestFirst }
      return newestFirst.filter { $0.priority == .high }
        + newestFirst.filter { $0.priority != .high }
    }
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
