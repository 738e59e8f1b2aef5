package import Notifications

/// Notifications that the selection chooses and no document has room for, counted without being read.
///
/// Of a recipient's thousands only so many lines are shown; which of them the index can tell where the
/// types join no lines. A section never has exactly one of these: that one would be shown.
package struct PrunedNotifications: Sendable {
  /// What is counted together.
  struct Group: Hashable {
    let type: TypeIdentity
    let priority: Priority
  }

  /// How many would have been chosen were their time not ahead of now.
  package var upcoming = 0
  /// By the position of the day.
  private(set) var sections = Array(repeating: [Group: Tally](), count: Day.allCases.count)

  package init() {}

  package var isEmpty: Bool { upcoming == 0 && sections.allSatisfy(\.isEmpty) }

  package mutating func count(
    _ type: TypeIdentity, _ priority: Priority, isUnread: Bool, on day: Day
  ) {
    sections[day.position][Group(type: type, priority: priority), default: Tally()]
      .add(isUnread: isUnread)
  }

  package mutating func add(_ other: PrunedNotifications) {
    upcoming += other.upcoming
    for (index, section) in other.sections.enumerated() {
      sections[index].merge(section) { left, right in
        Tally(total: left.total + right.total, unread: left.unread + right.unread)
      }
    }
  }

  /// How many a section has.
  func total(_ section: Int) -> Int { sections[section].values.reduce(0) { $0 + $1.total } }

  /// How many of a section have high priority.
  func high(_ section: Int) -> Int {
    sections[section].reduce(0) { $0 + ($1.key.priority == .high ? $1.value.total : 0) }
  }
}

/// The tally of some notifications of one type, by its number.
struct NumberedTally {
  let type: Int
  let priority: Priority
  let tally: Tally
}

/// The records of a mailbox that its document has room for, found by what the index knows of them: the
/// first by priority and time, and whatever ties with the last of those.
///
///     var room = LineRoom(limit: 1000)
///     for record in mailbox { room.offer(record.priority, record.time) }
///     room.mayShow(record.priority, record.time)
package struct LineRoom {
  private struct Rank: Comparable {
    var priority: Priority
    var time: Instant

    static func < (left: Rank, right: Rank) -> Bool {
      left.priority != right.priority ? left.priority < right.priority : left.time < right.time
    }
  }

  private let limit: Int
  /// At most twice as many as there is room for.
  private var ranks: [Rank] = []
  private var least: Rank?

  package init(limit: Int) { self.limit = max(0, limit) }

  package mutating func offer(_ priority: Priority, _ time: Instant) {
    let rank = Rank(priority: priority, time: time)
    if let least, rank < least { return }
    ranks.append(rank)
    if ranks.count >= 2 * max(limit, 512) { cut() }
  }

  /// Makes room for no more: the last that has room is known.
  package mutating func close() { cut() }

  private mutating func cut() {
    guard ranks.count > limit else { return }
    ranks.sort(by: >)
    ranks.removeLast(ranks.count - limit)
    least = ranks.last ?? Rank(priority: .high, time: Instant(microseconds: .max))
  }

  package func mayShow(_ priority: Priority, _ time: Instant) -> Bool {
    guard let least else { return true }
    return Rank(priority: priority, time: time) >= least
  }
}
