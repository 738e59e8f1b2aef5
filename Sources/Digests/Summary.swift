package import Notifications

/// What is in a set of exports. `records` of the sources = total + duplicates + rejected; the total
/// includes expired, deleted and upcoming ones, and nothing is collapsed.
package struct Summary: Equatable, Sendable {
  package var counts: Counts
  /// How many recipients there are.
  package var recipients: Int
  package var duplicates: Int
  package var expired: Int
  package var deleted: Int
  package var upcoming: Int
  /// The days on which there is something, oldest first.
  package var byDay: [DayTally]
  /// Those with the most notifications, most first.
  package var busiest: [RecipientTally]
  package var sources: [SummarySource]
  package var rejected: [RejectedRecord]

  package init(
    counts: Counts = Counts(), recipients: Int = 0, duplicates: Int = 0, expired: Int = 0,
    deleted: Int = 0, upcoming: Int = 0, byDay: [DayTally] = [], busiest: [RecipientTally] = [],
    sources: [SummarySource] = [], rejected: [RejectedRecord] = []
  ) {
    self.counts = counts
    self.recipients = recipients
    self.duplicates = duplicates
    self.expired = expired
    self.deleted = deleted
    self.upcoming = upcoming
    self.byDay = byDay
    self.busiest = busiest
    self.sources = sources
    self.rejected = rejected
  }
}

/// The tally of a civil day.
package struct DayTally: Equatable, Sendable {
  /// Days since 1970-01-01.
  package var day: Int32
  package var tally: Tally

  package init(day: Int32, tally: Tally) {
    self.day = day
    self.tally = tally
  }
}

/// The tally of one recipient.
package struct RecipientTally: Equatable, Sendable {
  package var id: RecipientID
  package var tally: Tally

  package init(id: RecipientID, tally: Tally) {
    self.id = id
    self.tally = tally
  }
}

/// A file that was read.
package struct SummarySource: Equatable, Sendable {
  package var file: String
  /// Such as `json`, `jsonl`, `sqlite`.
  package var format: String
  /// The name of its profile; several with a comma between where records of several are mixed.
  package var profile: String
  /// All records, the rejected ones included.
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

/// A record that could not be taken, and why.
package struct RejectedRecord: Equatable, Sendable {
  package var file: String
  /// From 1, where the file has lines.
  package var line: Int?
  /// From 1, the record's place among those of its file.
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
