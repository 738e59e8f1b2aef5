import Notifications

/// The order in which types are counted and shown: the profiles' order, then their types'.
struct TypeOrder: Sendable {
  let types: [TypeIdentity]
  private let ranks: [TypeIdentity: Int]
  private let profiles: [ProfileName: Int]

  init(_ rules: [ProfileRules]) {
    let types = rules.flatMap { rule in rule.types.map { TypeIdentity(rule.profile, $0) } }
    self.types = types
    ranks = Dictionary(zip(types, types.indices)) { first, _ in first }
    profiles = Dictionary(zip(rules.map(\.profile), rules.indices)) { first, _ in first }
  }

  /// The position of a type that a profile knows.
  func rank(of type: TypeIdentity) -> Int? { ranks[type] }

  /// The order of types that no profile knows: by profile, then by key, both as bytes.
  func precedes(_ left: TypeIdentity, _ right: TypeIdentity) -> Bool {
    let ranks = (profiles[left.profile] ?? .max, profiles[right.profile] ?? .max)
    if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
    if left.profile != right.profile { return left.profile < right.profile }
    return left.type.text.utf8.lexicographicallyPrecedes(right.type.text.utf8)
  }
}

/// Counts notifications one by one.
struct Counter {
  private let order: TypeOrder
  private var all = Tally()
  private var byPriority = Array(repeating: Tally(), count: Priority.allCases.count)
  private var known: [Tally]
  private var unknown: [TypeIdentity: Tally] = [:]

  init(_ order: TypeOrder) {
    self.order = order
    known = Array(repeating: Tally(), count: order.types.count)
  }

  mutating func add(_ notification: Notification) {
    add(
      TypeIdentity(notification.profile, notification.type),
      Tally(total: 1, unread: notification.isUnread ? 1 : 0), notification.priority)
  }

  private mutating func add(_ type: TypeIdentity, _ tally: Tally, _ priority: Priority) {
    all += tally
    byPriority[priority.rawValue] += tally
    addToType(type, tally)
  }

  /// Counts `tally` under its type alone, for a fold that has the totals already.
  mutating func addToType(_ type: TypeIdentity, _ tally: Tally) {
    if let rank = order.rank(of: type) {
      known[rank] += tally
    } else {
      unknown[type, default: Tally()] += tally
    }
  }

  mutating func merge(_ other: Counter) {
    all += other.all
    for index in byPriority.indices { byPriority[index] += other.byPriority[index] }
    for index in known.indices { known[index] += other.known[index] }
    for (type, tally) in other.unknown { unknown[type, default: Tally()] += tally }
  }

  var counts: Counts {
    var counts = Counts()
    counts.all = all
    counts.byPriority = byPriority
    counts.byType =
      zip(order.types, known).filter { $1.total > 0 }
      .map { TypeTally(profile: $0.profile, type: $0.type, tally: $1) }
    let rest = unknown.sorted { order.precedes($0.key, $1.key) }
    counts.byType += rest.map {
      TypeTally(profile: $0.key.profile, type: $0.key.type, tally: $0.value)
    }
    return counts
  }
}
