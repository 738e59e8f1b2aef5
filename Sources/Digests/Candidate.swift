package import Notifications

/// What of a chosen notification decides where it goes and how it counts. Notifications are large
/// values: copying one costs more than sorting ten of these.
struct Candidate: Sendable {
  /// Where it is among all notifications.
  let index: Int
  let time: Instant
  let priority: Priority
  let isUnread: Bool
  /// As `TypeNumbers` has it.
  let type: Int
}

/// What a selection chose from a recipient's notifications, without copying it.
package struct SelectedNotifications: Sendable {
  /// All that was chosen from.
  package let all: [Notification]
  /// How many would have been chosen were their time not ahead of now.
  package internal(set) var upcoming = 0
  var candidates: [Candidate] = []
  var types: TypeNumbers

  init(all: [Notification], types: TypeOrder) {
    self.all = all
    self.types = TypeNumbers(types)
  }

  /// Where in `all` the chosen ones are, in its order.
  package var indices: [Int] { candidates.map(\.index) }

  package var notifications: [Notification] { candidates.map { all[$0.index] } }

  /// The candidates newest first, ties by priority, then by the ids' bytes.
  func newestFirst() -> [Candidate] {
    candidates.sorted { left, right in
      isNewer((left.time, left.priority, left.index), (right.time, right.priority, right.index))
    }
  }

  /// Whether one comes before another of the same section; the indices are of the ids.
  func isNewer(_ left: (Instant, Priority, Int), _ right: (Instant, Priority, Int)) -> Bool {
    if left.0 != right.0 { return left.0 > right.0 }
    if left.1 != right.1 { return left.1 > right.1 }
    let ids = (all[left.2].id, all[right.2].id)
    if ids.0 != ids.1 { return ids.0 < ids.1 }
    return all[left.2].profile < all[right.2].profile
  }
}

extension [Candidate] {
  /// The counts of the candidates at these positions.
  ///
  /// - Parameter pruned: what is counted besides.
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
