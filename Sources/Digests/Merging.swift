import Notifications

extension LineMaker {
  /// A line as it is shown.
  func item(of line: Line, now: Instant) -> DigestItem {
    let newest = candidates[line.newest]
    let notification = selected.all[newest.index]
    let isSkewed = newest.time > now
    if line.count == 1 {
      return DigestItem(notification: notification, ids: [notification.id], isSkewed: isSkewed)
    }
    var item = DigestItem(
      notification: notification, ids: line.members.map { member($0).id }, high: high(line),
      isSkewed: isSkewed)
    item.members = line.members.map {
      let member = member($0)
      return DigestMember(
        type: member.type, priority: member.priority, isUnread: member.isUnread)
    }
    var shown = notification.content
    shown.priority = line.priority
    shown.readState = readState(of: line.members)
    if !line.older.isEmpty, let rules, let rule = rules.collapseRule(forType: newest.type) {
      let tellsCount = join([line.newest] + line.older, into: &shown, rules.collapse[rule])
      if !tellsCount { item.untoldCount = 1 + line.older.count }
    }
    item.notification = Notification(shown)
    return item
  }

  /// How many raw notifications of a line have high priority themselves.
  func high(_ line: Line) -> Int {
    guard line.priority == .high else { return 0 }
    return line.members.count { candidates[$0].priority == .high }
  }

  private func member(_ position: Int) -> Notification {
    selected.all[candidates[position].index]
  }

  /// Unread if one is, else unknown if one is.
  private func readState(of members: [Int]) -> ReadState {
    let states = members.map { member($0).readState }
    if states.contains(.unread) { return .unread }
    return states.contains(.unknown) ? .unknown : .read
  }

  /// - Returns: whether the line's words tell how many notifications it stands for.
  private func join(
    _ chain: [Int], into shown: inout NotificationContent, _ rule: CollapseRule
  ) -> Bool {
    var items = 0
    var isComplete = true
    shown.thumbnails = []
    for position in chain {
      let member = member(position)
      // A notification without a batch count stands for one item, and none for less.
      let count = max(1, member.batchCount ?? 1)
      let (sum, overflow) = items.addingReportingOverflow(count)
      items = overflow ? .max : sum
      isComplete = isComplete && member.thumbnails.count == count
      shown.thumbnails += member.thumbnails
    }
    shown.batchCount = items
    guard let title = rule.title(Notification(shown), isComplete) else { return false }
    (shown.shortTitle, shown.shortBody) = (nil, nil)
    // The members' own words speak of one of them only, so the line's take their place: the title's,
    // or the body's in a system whose notifications have no title.
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
