public import Notifications

/// What is in a set of exports. `records` of the sources = total + duplicates + rejected; the total
/// includes expired, deleted and upcoming ones, and nothing is collapsed.
public struct Summary: Equatable, Sendable {
  public var counts: Counts
  /// How many recipients there are.
  public var recipients: Int
  public var duplicates: Int
  public var expired: Int
  public var deleted: Int
  public var upcoming: Int
  /// The days on which there is something, oldest first.
  public var byDay: [DayTally]
  /// Those with the most notifications, most first.
  public var busiest: [RecipientTally]
  public var sources: [SummarySource]
  public var rejected: [RejectedRecord]

  public init(
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
public struct DayTally: Equatable, Sendable {
  /// Days since 1970-01-01.
  public var day: Int32
  public var tally: Tally

  public init(day: Int32, tally: Tally) {
    self.day = day
    self.tally = tally
  }
}

/// The tally of one recipient.
public struct RecipientTally: Equatable, Sendable {
  public var id: RecipientID
  public var tally: Tally

  public init(id: RecipientID, tally: Tally) {
    self.id = id
    self.tally = tally
  }
}

/// A file that was read.
public struct SummarySource: Equatable, Sendable {
  public var file: String
  /// Such as `json`, `jsonl`, `sqlite`.
  public var format: String
  /// The name of its profile; several with a comma between where records of several are mixed.
  public var profile: String
  /// All records, the rejected ones included.
  public var records: Int
  public var rejected: Int

  public init(file: String, format: String, profile: String, records: Int, rejected: Int) {
    self.file = file
    self.format = format
    self.profile = profile
    self.records = records
    self.rejected = rejected
  }
}

/// A record that could not be taken, and why.
public struct RejectedRecord: Equatable, Sendable {
  public var file: String
  /// From 1, where the file has lines.
  public var line: Int?
  /// From 1, the record's place among those of its file.
  public var record: Int?
  public var field: String?
  public var reason: String

  public init(
    file: String, line: Int? = nil, record: Int? = nil, field: String? = nil, reason: String
  ) {
    self.file = file
    self.line = line
    self.record = record
    self.field = field
    self.reason = reason
  }
}
