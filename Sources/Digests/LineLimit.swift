package import Notifications

/// Decides which lines a document has room for.
///
/// The lowest priority and the oldest lines are cut first. One more line, "and N more", counts what is
/// cut. It takes as much room as a notification, so a section never cuts exactly one: a document may
/// have one line above its limit for each section.
enum Overflow {
  struct Entry {
    var priority: Priority
    var time: Instant
    /// The number of notifications in the line.
    var count: Int
  }

  /// For each section, whether each of its lines stays.
  ///
  /// - Parameter omitted: How many notifications each section has already lost.
  static func kept(_ sections: [[Entry]], omitted: [Int], limit: Int) -> [[Bool]] {
    var kept = sections.map { Array(repeating: true, count: $0.count) }
    var ranked: [(section: Int, line: Int)] = []
    for section in sections.indices {
      ranked += sections[section].indices.map { (section, $0) }
    }
    guard ranked.count > max(0, limit) else { return kept }
    ranked.sort { left, right in
      let (one, other) = (sections[left.section][left.line], sections[right.section][right.line])
      if one.priority != other.priority { return one.priority > other.priority }
      if one.time != other.time { return one.time > other.time }
      return (left.section, left.line) < (right.section, right.line)
    }
    for cut in ranked[max(0, limit)...] { kept[cut.section][cut.line] = false }
    for section in sections.indices {
      let cut = sections[section].indices.filter { !kept[section][$0] }
      let count = cut.reduce(omitted[section]) { $0 + sections[section][$1].count }
      if count == 1, let only = cut.first { kept[section][only] = true }
    }
    return kept
  }
}

extension Digest {
  /// The number of lines.
  package var lineCount: Int { sections.reduce(0) { $0 + $1.items.count } }

  /// The digest with at most `limit` lines, and one more in each section that would say "1 more".
  ///
  /// Counts stay whole. Cutting twice gives the same as cutting once, and a larger limit never gives
  /// fewer lines, so that a binary search can find a limit.
  package func cut(toLines limit: Int) -> Digest {
    let entries = sections.map { section in
      section.items.map {
        Overflow.Entry(
          priority: $0.notification.priority, time: $0.notification.time, count: $0.ids.count)
      }
    }
    let kept = Overflow.kept(entries, omitted: sections.map(\.omitted), limit: limit)
    var digest = self
    for index in sections.indices { digest.sections[index].keep(kept[index]) }
    return digest
  }
}

extension DigestSection {
  fileprivate mutating func keep(_ kept: [Bool]) {
    guard kept.contains(false) else { return }
    for (item, isKept) in zip(items, kept) where !isKept {
      omitted += item.ids.count
      omittedHigh += item.high
    }
    items = zip(items, kept).filter { $1 }.map { $0.0 }
  }
}

/// Selected notifications that a document has no room for, counted without being read.
///
/// A document shows only so many lines of a recipient's thousands. The index knows which, if the types
/// join no lines. A section never has exactly one of them, since that one would be shown.
package struct PrunedNotifications: Sendable {
  /// The properties by which notifications are counted together.
  struct Group: Hashable {
    let type: TypeID
    let priority: Priority
  }

  /// How many would be selected but are dated in the future.
  package var upcoming = 0
  /// By the index of the day.
  private(set) var sections = Array(repeating: [Group: Tally](), count: Day.allCases.count)

  package init() {}

  package var isEmpty: Bool { upcoming == 0 && sections.allSatisfy(\.isEmpty) }

  package mutating func count(
    _ type: TypeID, _ priority: Priority, isUnread: Bool, on day: Day
  ) {
    sections[day.index][Group(type: type, priority: priority), default: Tally()]
      .add(isUnread: isUnread)
  }

  package mutating func add(_ other: PrunedNotifications) {
    upcoming += other.upcoming
    for (index, section) in other.sections.enumerated() {
      for (group, tally) in section { sections[index][group, default: Tally()] += tally }
    }
  }

  /// The number of a section's notifications.
  func total(_ section: Int) -> Int { sections[section].values.reduce(0) { $0 + $1.total } }

  /// How many of a section's notifications have high priority.
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

extension TypeNumbers {
  /// The groups by type number; numbers any unknown type.
  mutating func numbered(_ groups: [PrunedNotifications.Group: Tally]) -> [NumberedTally] {
    groups.map { group, tally in
      NumberedTally(
        type: number(of: group.type.key, in: group.type.profile), priority: group.priority,
        tally: tally)
    }
  }
}

/// The records of a mailbox that its document has room for, as far as the index can tell: the first by
/// priority and time, and all that tie with the last of them.
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
  /// At most twice as many as the limit.
  private var ranks: [Rank] = []
  private var least: Rank?

  package init(limit: Int) { self.limit = max(0, limit) }

  package mutating func offer(_ priority: Priority, _ time: Instant) {
    let rank = Rank(priority: priority, time: time)
    if let least, rank < least { return }
    ranks.append(rank)
    if ranks.count >= 2 * max(limit, 512) { close() }
  }

  /// Finds the last record with room, after all were offered.
  package mutating func close() {
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
