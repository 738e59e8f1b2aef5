package import Notifications

/// How much a line deserves its room in a document: urgent ones first, the newest before the others;
/// then by priority, whether it is about the reader in person, and time.
struct LineRank: Comparable {
  /// The priority, above all of which stands what is high and unread.
  private let level: Int
  private let isPersonal: Bool
  private let time: Instant

  init(_ priority: Priority, isUrgent: Bool, isPersonal: Bool = false, at time: Instant) {
    level = isUrgent ? Priority.allCases.count : priority.rawValue
    self.isPersonal = isPersonal && !isUrgent
    self.time = time
  }

  var isUrgent: Bool { level == Priority.allCases.count }

  static func < (left: LineRank, right: LineRank) -> Bool {
    if left.level != right.level { return left.level < right.level }
    if left.isPersonal != right.isPersonal { return right.isPersonal }
    return left.time < right.time
  }

  /// Below no other.
  static let highest = LineRank(.high, isUrgent: true, at: Instant(microseconds: .max))
}

/// Decides which lines a document has room for.
///
/// The lowest priority and the oldest lines are cut first, urgent ones last. One more line, "and N
/// more", counts what is cut. It takes as much room as a notification, so a document never cuts exactly
/// one: it may have one line above its limit.
enum Overflow {
  typealias Entry = (rank: LineRank, count: Int)

  /// For each section, whether each of its lines stays.
  ///
  /// - Parameters:
  ///   - omitted: How many notifications the document has already lost.
  ///   - mostUrgent: How many of the lines may be urgent where others are not.
  static func kept(
    _ sections: [[Entry]], omitted: Int, limit: Int, mostUrgent: Int = .max
  ) -> [[Bool]] {
    var kept = sections.map { Array(repeating: true, count: $0.count) }
    var ranked: [(section: Int, line: Int)] = []
    for section in sections.indices { ranked += sections[section].indices.map { (section, $0) } }
    let urgent = sections.joined().count { $0.rank.isUrgent }
    let isCrowded = mostUrgent < urgent - 1 && urgent < ranked.count
    guard isCrowded || ranked.count > max(0, limit) else { return kept }
    ranked.sort { left, right in
      let (one, other) = (sections[left.section][left.line], sections[right.section][right.line])
      if one.rank != other.rank { return one.rank > other.rank }
      return (left.section, left.line) < (right.section, right.line)
    }
    if isCrowded {
      for line in ranked[mostUrgent..<urgent] { kept[line.section][line.line] = false }
      ranked.removeSubrange(mostUrgent..<urgent)
    }
    let cut = ranked.dropFirst(max(0, limit))
    if cut.reduce(omitted, { $0 + sections[$1.section][$1.line].count }) == 1 { return kept }
    for line in cut { kept[line.section][line.line] = false }
    return kept
  }
}

extension Digest {
  /// The number of lines.
  package var lineCount: Int { sections.reduce(0) { $0 + $1.items.count } }

  /// The digest with at most `limit` lines, and one more where it would say "1 more".
  ///
  /// Counts stay whole. Cutting twice gives the same as cutting once, and a larger limit never gives
  /// fewer lines, so that a binary search can find a limit.
  ///
  /// - Parameter mostUrgent: How many of the lines may be urgent where others are not.
  package func cut(toLines limit: Int, mostUrgent: Int = .max) -> Digest {
    let entries: [[Overflow.Entry]] = sections.map { section in
      section.items.map { item in
        let shown = item.notification
        let rank = LineRank(
          shown.priority, isUrgent: item.isUrgent, isPersonal: shown.type.isMention,
          at: shown.time)
        return (rank, item.ids.count)
      }
    }
    let kept = Overflow.kept(entries, omitted: omitted, limit: limit, mostUrgent: mostUrgent)
    var digest = self
    for index in sections.indices { digest.sections[index].keep(kept[index]) }
    return digest
  }
}

extension DigestSection {
  fileprivate mutating func keep(_ kept: [Bool]) {
    guard kept.contains(false) else { return }
    for (item, isKept) in zip(items, kept) where !isKept {
      for member in item.members.isEmpty ? [item.notification] : item.members { omit(member) }
    }
    items = zip(items, kept).filter { $1 }.map { $0.0 }
  }
}

/// Selected notifications that a document has no room for, counted without being read.
///
/// A document shows only so many lines of a recipient's thousands. The index knows which, if the types
/// join no lines. There is never exactly one of them, since that one would be shown.
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

  package mutating func count(_ type: TypeID, _ priority: Priority, isUnread: Bool, on day: Day) {
    sections[day.index][Group(type: type, priority: priority), default: Tally()]
      .add(isUnread: isUnread)
  }

  /// The number of a section's notifications.
  func total(_ section: Int) -> Int { sections[section].values.reduce(0) { $0 + $1.total } }

  /// Those of a section that are unread and of high priority.
  func urgents(_ section: Int) -> [TypeID: Int] {
    let urgents = sections[section].filter { $0.key.priority == .high && $0.value.unread > 0 }
    return Dictionary(uniqueKeysWithValues: urgents.map { ($0.key.type, $0.value.unread) })
  }
}

typealias NumberedTally = (type: Int, priority: Priority, tally: Tally)

extension TypeNumbers {
  /// The groups by type number; numbers any unknown type.
  mutating func numbered(_ groups: [PrunedNotifications.Group: Tally]) -> [NumberedTally] {
    groups.map { group, tally in
      (number(of: group.type.key, in: group.type.profile), group.priority, tally)
    }
  }
}

/// The records of a mailbox that its document has room for, as far as the index can tell: the first by
/// their rank, and all that tie with the last of them.
///
///     var room = LineRoom(limit: 1000)
///     for record in mailbox { room.offer(record.priority, isUrgent: …, at: record.time) }
///     room.mayShow(record.priority, isUrgent: …, at: record.time)
package struct LineRoom {
  private let limit: Int
  /// At most twice as many as the limit.
  private var ranks: [LineRank] = []
  private var least: LineRank?

  package init(limit: Int) { self.limit = max(0, limit) }

  package mutating func offer(_ priority: Priority, isUrgent: Bool, at time: Instant) {
    let rank = LineRank(priority, isUrgent: isUrgent, at: time)
    if let least, rank < least { return }
    ranks.append(rank)
    if ranks.count >= 2 * max(limit, 512) { close() }
  }

  /// Finds the last record with room, after all were offered.
  package mutating func close() {
    guard ranks.count > limit else { return }
    ranks.sort(by: >)
    ranks.removeLast(ranks.count - limit)
    least = ranks.last ?? .highest
  }

  package func mayShow(_ priority: Priority, isUrgent: Bool, at time: Instant) -> Bool {
    guard let least else { return true }
    return LineRank(priority, isUrgent: isUrgent, at: time) >= least
  }
}
