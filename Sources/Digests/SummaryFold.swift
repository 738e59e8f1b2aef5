package import Notifications

/// Counts records for a summary. Parts counted apart, say on several cores, are merged; the order
/// does not matter.
package struct SummaryFold: Equatable, Sendable {
  private var all = Tally()
  private var byPriority = Array(repeating: Tally(), count: Priority.allCases.count)
  private var byType: [Tally] = []
  private var byRecipient = RecipientTallies()
  private var byDay = DayTallies()
  private var deleted = 0
  private var expired = 0
  private var upcoming = 0

  package init() {}

  package mutating func add(_ facts: SummaryFacts) {
    let isUnread = facts.flags.contains(.unread)
    all.add(isUnread: isUnread)
    byPriority[facts.priority.rawValue].add(isUnread: isUnread)
    let tally = Tally(total: 1, unread: isUnread ? 1 : 0)
    byType.add(tally, at: Int(facts.type))
    byRecipient.add(isUnread: isUnread, at: Int(facts.recipient))
    byDay.add(tally, on: facts.day)
    if facts.flags.isDisjoint(with: [.deleted, .expired, .upcoming]) { return }
    if facts.flags.contains(.deleted) {
      deleted += 1
    } else if facts.flags.contains(.expired) {
      expired += 1
    } else {
      upcoming += 1
    }
  }

  /// `add(_:)` for many at once: a call per record from another module costs as much as the counting.
  package mutating func add(contentsOf facts: [SummaryFacts]) {
    for fact in facts { add(fact) }
  }

  /// Adds what another counted under the same numbers of recipients and types.
  package mutating func merge(_ other: SummaryFold) {
    all += other.all
    for index in byPriority.indices { byPriority[index] += other.byPriority[index] }
    byType.add(other.byType)
    byRecipient.add(other.byRecipient)
    byDay.merge(other.byDay)
    deleted += other.deleted
    expired += other.expired
    upcoming += other.upcoming
  }

  /// The summary, without what the caller alone knows: duplicates, sources, rejected records.
  ///
  /// - Parameters:
  ///   - types: The type of each number that was given one.
  ///   - recipient: The id of a number.
  ///   - profiles: Their order, and that of their types, is the order of `byType`.
  ///   - busiest: How many recipients to name.
  package func summary(
    types: [TypeIdentity], recipient: (Int) -> RecipientID, profiles: [ProfileRules],
    busiest: Int = 10
  ) -> Summary {
    var numbers = TypeNumbers(TypeOrder(profiles))
    var tallies: [Tally] = []
    for (type, tally) in zip(types, byType) {
      tallies.add(tally, at: numbers.number(of: type.type, in: type.profile))
    }
    var counts = Counts()
    counts.all = all
    counts.byPriority = byPriority
    counts.byType = numbers.typeTallies(tallies)
    return Summary(
      counts: counts, recipients: byRecipient.present.reduce(0) { count, _ in count + 1 },
      expired: expired,
      deleted: deleted, upcoming: upcoming, byDay: byDay.tallies,
      busiest: busiestRecipients(busiest, named: recipient))
  }

  private func busiestRecipients(
    _ limit: Int, named name: (Int) -> RecipientID
  ) -> [RecipientTally] {
    var busiest: [RecipientTally] = []
    for (number, tally) in byRecipient.present where limit > 0 {
      // A name is asked for, and compared, only where the numbers do not decide.
      if busiest.count == limit, let last = busiest.last?.tally,
        (tally.total, tally.unread) < (last.total, last.unread)
      {
        continue
      }
      let candidate = RecipientTally(id: name(number), tally: tally)
      let place = busiest.firstIndex { candidate.isBusier(than: $0) } ?? busiest.count
      busiest.insert(candidate, at: place)
      if busiest.count > limit { busiest.removeLast() }
    }
    return busiest
  }
}

extension RecipientTally {
  /// More in total, else more unread, else the first id.
  fileprivate func isBusier(than other: RecipientTally) -> Bool {
    if tally.total != other.tally.total { return tally.total > other.tally.total }
    if tally.unread != other.tally.unread { return tally.unread > other.tally.unread }
    return id < other.id
  }
}

extension [Tally] {
  /// Adds at a number, which may be one beyond those seen so far.
  mutating func add(_ tally: Tally, at index: Int) {
    if index >= count { append(contentsOf: repeatElement(Tally(), count: index + 1 - count)) }
    self[index] += tally
  }

  mutating func add(_ other: [Tally]) {
    if other.count > count {
      append(contentsOf: repeatElement(Tally(), count: other.count - count))
    }
    for index in other.indices { self[index] += other[index] }
  }
}
