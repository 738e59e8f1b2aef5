package import Notifications

/// The properties of a selected notification that decide its position and its counts. Notifications
/// are large: copying one costs more than sorting ten candidates.
struct Candidate: Sendable {
  /// The index among all notifications.
  let index: Int
  let time: Instant
  let priority: Priority
  let isUnread: Bool
  /// The number from `TypeNumbers`.
  let type: Int
}

/// What a selection chose from one recipient's notifications, without copying them.
package struct SelectedNotifications: Sendable {
  /// All notifications that were considered.
  package let all: [Notification]
  /// How many would be selected but are dated in the future.
  package internal(set) var upcoming = 0
  private(set) var candidates: [Candidate] = []
  var types: TypeNumbers

  init(all: [Notification], types: TypeOrder) {
    self.all = all
    self.types = TypeNumbers(types)
    candidates.reserveCapacity(all.count)
  }

  /// The indices of the selected notifications, in the order of `all`.
  package var indices: [Int] { candidates.map(\.index) }

  package var notifications: [Notification] { candidates.map { all[$0.index] } }

  /// The newest of them, at most `limit`; ties by priority, then by the ids' bytes.
  package func newest(_ limit: Int) -> [Notification] {
    newestFirst().prefix(limit).map { all[$0.index] }
  }

  mutating func choose(_ index: Int) {
    let notification = all[index]
    candidates.append(
      Candidate(
        index: index, time: notification.time, priority: notification.priority,
        isUnread: notification.isUnread,
        type: types.number(of: notification.type, in: notification.profile)))
  }

  /// The candidates, newest first; ties by priority, then by the ids' bytes.
  func newestFirst() -> [Candidate] {
    candidates.sorted { left, right in
      isNewer((left.time, left.priority, left.index), (right.time, right.priority, right.index))
    }
  }

  /// Whether one comes before another in a section, by time, priority and index.
  func isNewer(_ left: (Instant, Priority, Int), _ right: (Instant, Priority, Int)) -> Bool {
    if left.0 != right.0 { return left.0 > right.0 }
    if left.1 != right.1 { return left.1 > right.1 }
    let ids = (all[left.2].id, all[right.2].id)
    if ids.0 != ids.1 { return ids.0 < ids.1 }
    return all[left.2].profile < all[right.2].profile
  }
}

extension [Candidate] {
  /// The counts of the candidates at these positions, and of pruned notifications.
  func counts(
    of positions: some Sequence<Int>, types: TypeNumbers, and pruned: [NumberedTally] = []
  ) -> Counts {
    var counts = Counts()
    var byType = [Tally](repeating: Tally(), count: types.types.count)
    for position in positions {
      let candidate = self[position]
      counts.all.add(isUnread: candidate.isUnread)
      counts.byPriority[candidate.priority.rawValue].add(isUnread: candidate.isUnread)
      byType[candidate.type].add(isUnread: candidate.isUnread)
    }
    for group in pruned {
      counts.all += group.tally
      counts.byPriority[group.priority.rawValue] += group.tally
      byType[group.type] += group.tally
    }
    if counts.all.total > 0 { counts.byType = types.typeTallies(byType) }
    return counts
  }
}
