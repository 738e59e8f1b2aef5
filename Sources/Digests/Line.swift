import Notifications

/// A line to be: where its raw notifications are among all. Notifications are large values, and most
/// lines of a long inbox are cut, so nothing is copied before that is decided.
struct Line: Equatable {
  /// The newest member: the line's time, link and id.
  let newest: Int
  /// The further members of a chain, newest first.
  var older: [Int] = []
  /// Those whose place a member took; counted with the line, but not shown.
  var superseded: [Int] = []
  /// The highest of all of them.
  var priority: Priority

  var count: Int { 1 + older.count + superseded.count }
}

/// In which order the lines of a section come.
public enum SectionOrder: Sendable {
  /// Newest first; of the same time the high ones first, then by id.
  case newestFirst
  /// High priority first, then newest first: what a mail does.
  case highFirst
}

extension [Notification] {
  /// Whether one index comes before another: newest first, ties by priority, then by id as bytes.
  func isNewer(_ left: Int, _ right: Int, _ priorities: (Priority, Priority)) -> Bool {
    if self[left].time != self[right].time { return self[left].time > self[right].time }
    if priorities.0 != priorities.1 { return priorities.0 > priorities.1 }
    if self[left].id != self[right].id { return self[left].id < self[right].id }
    return self[left].profile < self[right].profile
  }

  func precedes(_ left: Line, _ right: Line, _ order: SectionOrder) -> Bool {
    switch order {
    case .newestFirst: break
    case .highFirst:
      let isHigh = (left.priority == .high, right.priority == .high)
      if isHigh.0 != isHigh.1 { return isHigh.0 }
    }
    return isNewer(left.newest, right.newest, (left.priority, right.priority))
  }

  /// `indices` newest first.
  func newestFirst(_ indices: [Int]) -> [Int] {
    indices.sorted { isNewer($0, $1, (self[$0].priority, self[$1].priority)) }
  }
}
