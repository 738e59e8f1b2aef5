import Notifications

extension Line {
  /// The line as it is shown; `rule` is that of its chain.
  func item(in all: [Notification], rule: CollapseRule?, now: Instant) -> DigestItem {
    var shown = all[newest]
    let isSkewed = shown.time > now
    guard count > 1 else {
      return DigestItem(
        notification: shown, ids: [shown.id], high: priority == .high ? 1 : 0, isSkewed: isSkewed)
    }
    let members = all.newestFirst([newest] + older + superseded)
    shown.priority = priority
    shown.readState = Line.readState(of: members, in: all)
    if !older.isEmpty, let rule { join(into: &shown, all, rule) }
    return DigestItem(
      notification: shown, ids: members.map { all[$0].id },
      high: members.count { all[$0].priority == .high }, isSkewed: isSkewed)
  }

  /// Unread if one is, else unknown if one is.
  private static func readState(of members: [Int], in all: [Notification]) -> ReadState {
    let states = members.map { all[$0].readState }
    if states.contains(.unread) { return .unread }
    return states.contains(.unknown) ? .unknown : .read
  }

  private func join(into shown: inout Notification, _ all: [Notification], _ rule: CollapseRule) {
    var items = 0
    var isComplete = true
    shown.thumbnails = []
    for member in [newest] + older {
      let count = Line.items(of: all[member])
      let (sum, overflow) = items.addingReportingOverflow(count)
      items = overflow ? .max : sum
      isComplete = isComplete && all[member].thumbnails.count == count
      shown.thumbnails += all[member].thumbnails
    }
    shown.batchCount = items
    guard let words = rule.title(shown, isComplete) else { return }
    // The members' own words speak of one of them only, so the line's take their place: the title's,
    // or the body's in a system whose notifications have no title.
    if shown.title == nil {
      shown.body = words
    } else {
      shown.title = words
      shown.body = nil
    }
    shown.bodyFormat = .plain
  }

  /// How many items a notification stands for: its batch count, else one; at least one.
  private static func items(of notification: Notification) -> Int {
    max(1, notification.batchCount ?? 1)
  }
}
