package import Notifications

/// The contents of a set of exports, without collapsing.
///
/// The sources' `records` equal total + duplicates + rejected. The total includes expired, deleted and
/// upcoming notifications.
package struct Summary: Equatable, Sendable {
  package var counts = Counts()
  /// The number of recipients.
  package var recipients = 0
  package var duplicates = 0
  package var expired = 0
  package var deleted = 0
  /// What recipients did themselves, where the profile drops that.
  package var ownActions = 0
  package var upcoming = 0
  /// The days with notifications, oldest first.
  package var byDay: [DayTally] = []
  /// The recipients with the most notifications, most first.
  package var busiest: [RecipientTally] = []
  package var sources: [SummarySource] = []
  package var rejected: [RejectedRecord] = []
  /// The beginning of the time span; nil if it has none.
  package var from: Instant?
  /// Whether only some notifications of the time span were asked for.
  package var isNarrowed = false
}

/// The tally of a civil day.
package struct DayTally: Equatable, Sendable {
  /// Days since 1970-01-01.
  package var day: Int32
  package var tally: Tally
}

/// The tally of one recipient.
package struct RecipientTally: Equatable, Sendable {
  package var id: RecipientID
  package var tally: Tally
}

/// One input file.
package struct SummarySource: Equatable, Sendable {
  package var file: String
  /// For example `json`, `jsonl` or `sqlite`.
  package var format: String
  /// The name of its profile, or a comma-separated list if records of several are mixed.
  package var profile: String
  /// All records, including rejected ones.
  package var records: Int
  package var rejected: Int

  package init(file: String, format: String, profile: String, records: Int, rejected: Int) {
    self.file = file
    self.format = format
    self.profile = profile
    self.records = records
    self.rejected = rejected
  }
}

/// A record that was rejected, and why.
package struct RejectedRecord: Equatable, Sendable {
  package var file: String
  /// From 1, if the file has lines.
  package var line: Int?
  /// From 1, among the records of the file.
  package var record: Int?
  package var field: String?
  package var reason: String

  package init(
    file: String, line: Int? = nil, record: Int? = nil, field: String? = nil, reason: String
  ) {
    self.file = file
    self.line = line
    self.record = record
    self.field = field
    self.reason = reason
  }
}

/// What a record counts as in a summary. What is not visible now does not count as unread.
package enum SummaryStanding: Sendable {
  case read, unread, deleted, expired, upcoming
  /// The recipient's own.
  case ownAction

  /// Of deleted, expired and upcoming, the first that holds.
  package init(isUnread: Bool, concealment: Concealment?, time: Instant, now: Instant) {
    switch concealment {
    case .deleted: self = .deleted
    case .expired: self = .expired
    case nil where time > now.adding(seconds: Selection.defaultSkew): self = .upcoming
    case nil: self = isUnread ? .unread : .read
    }
  }
}

/// Counts records for a summary. Several cores can count parts and merge them in any order.
package struct SummaryFold: Equatable, Sendable {
  /// The counts that need no numbers.
  private var sums = Summary()
  private var byType: [Tally] = []
  private var byRecipient = RecipientTallies()
  private var byDay = DayTallies()

  package init() {}

  /// Counts a record by numbers alone, so that a million of them read no string.
  ///
  /// - Parameters:
  ///   - recipient: the recipient's number; the caller numbers them from 0.
  ///   - type: the type's number; the caller numbers them from 0.
  ///   - day: the civil day in the summary's zone: days since 1970-01-01.
  package mutating func add(
    recipient: Int, type: Int, day: Int32, priority: Priority, standing: SummaryStanding
  ) {
    let isUnread = standing == .unread
    sums.counts.all.add(isUnread: isUnread)
    sums.counts.byPriority[priority.rawValue].add(isUnread: isUnread)
    let tally = Tally(total: 1, unread: isUnread ? 1 : 0)
    byType.add(tally, at: type)
    byRecipient.add(isUnread: isUnread, at: recipient)
    byDay.add(tally, on: day)
    switch standing {
    case .read, .unread: break
    case .deleted: sums.deleted += 1
    case .expired: sums.expired += 1
    case .upcoming: sums.upcoming += 1
    case .ownAction: sums.ownActions += 1
    }
  }

  /// Adds another fold, which must use the same numbers for recipients and types.
  package mutating func merge(_ other: SummaryFold) {
    sums.counts.all += other.sums.counts.all
    sums.counts.byPriority.add(other.sums.counts.byPriority)
    byType.add(other.byType)
    byRecipient.add(other.byRecipient)
    byDay.merge(other.byDay)
    sums.deleted += other.sums.deleted
    sums.expired += other.sums.expired
    sums.ownActions += other.sums.ownActions
    sums.upcoming += other.sums.upcoming
  }

  /// The summary; the caller adds duplicates, sources and rejected records.
  ///
  /// - Parameters:
  ///   - types: The types by number.
  ///   - recipient: Returns the id for a number.
  ///   - profiles: The order of profiles and types in `byType`.
  ///   - busiest: How many recipients to name.
  package func summary(
    types: [TypeID], recipient: (Int) -> RecipientID, profiles: [ProfileRules], busiest: Int = 10
  ) -> Summary {
    var numbers = TypeNumbers(TypeOrder(profiles))
    var tallies: [Tally] = []
    for (type, tally) in zip(types, byType) {
      tallies.add(tally, at: numbers.number(of: type.key, in: type.profile))
    }
    var summary = sums
    summary.counts.byType = numbers.typeTallies(tallies)
    summary.recipients = byRecipient.present.reduce(0) { count, _ in count + 1 }
    summary.byDay = byDay.tallies
    summary.busiest = busiestRecipients(busiest, named: recipient)
    return summary
  }

  private func busiestRecipients(
    _ limit: Int, named name: (Int) -> RecipientID
  ) -> [RecipientTally] {
    var busiest: [RecipientTally] = []
    for (number, tally) in byRecipient.present where limit > 0 {
      // Looks up and compares a name only if the numbers do not decide.
      if busiest.count == limit, let last = busiest.last?.tally,
        (tally.total, tally.unread) < (last.total, last.unread)
      {
        continue
      }
      let candidate = RecipientTally(id: name(number), tally: tally)
      // By total, then by unread, then by id.
      let index = busiest.firstIndex {
        (tally.total, tally.unread, $0.id) > ($0.tally.total, $0.tally.unread, candidate.id)
      }
      busiest.insert(candidate, at: index ?? busiest.count)
      if busiest.count > limit { busiest.removeLast() }
    }
    return busiest
  }
}
