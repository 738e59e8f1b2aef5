internal import Delivery
internal import Digests
package import Exports
package import Notifications

/// What stops a run before its first message, since something seems to be wrong.
package struct Brakes: Equatable, Sendable {
  /// The most messages that a run may have.
  package var maxMessages: Int?
  /// How old, in seconds, the newest notification of the exports may be.
  package var maxAge: Int64?
  /// How many seconds the present may be after both the newest notification and the last run: further
  /// ahead is a clock that is wrong.
  package var maxAhead: Int64

  package init(
    maxMessages: Int? = nil, maxAge: Int64? = nil, maxAhead: Int64 = Brakes.standardAhead
  ) {
    self.maxMessages = maxMessages
    self.maxAge = maxAge
    self.maxAhead = maxAhead
  }

  package static let standardAhead: Int64 = 2 * 86_400

  /// From the second run on, a run may have so many times the messages of the largest of the last
  /// seven days, and always `ordinary` ones.
  package static let growth = 5
  package static let ordinary = 100
  static let days: Int64 = 7 * 86_400

  /// What is wrong with the exports' age or with the clock, if anything is.
  ///
  /// An app may be silent over a weekend, while the job runs every hour, so that a clock that is right
  /// is never far after both. Exports without notifications are not old.
  ///
  /// - Parameter lastRun: the `now` of the stream's last run.
  func refusal(of index: ExportIndex, at now: Instant, after lastRun: Instant?) -> MailRefusal? {
    let newest = Self.newest(of: index, at: now)
    if let maxAge, let newest, newest < now.adding(seconds: -maxAge) {
      return .tooOld(newest: newest, maxAge: maxAge)
    }
    guard let latest = [newest, lastRun].compactMap(\.self).max(),
      latest < now.adding(seconds: -maxAhead)
    else { return nil }
    return .tooFarAhead(now: now, newest: newest, lastRun: lastRun, maxAhead: maxAhead)
  }

  /// The time of the newest notification. What is scheduled for tomorrow says nothing of when the
  /// export was made.
  static func newest(of index: ExportIndex, at now: Instant) -> Instant? {
    let latest = now.adding(seconds: Selection.defaultSkew)
    return index.fold(into: Instant?.none) { newest, record in
      if record.time <= latest { newest = newest.map { max($0, record.time) } ?? record.time }
    }
  }

  /// The most messages that a run of the stream may have at `now`, and why.
  func limits(of stream: String, in ledger: Ledger, at now: Instant) throws -> [MailLimit] {
    var limits: [MailLimit] = []
    if let maxMessages { limits.append(.option(maxMessages)) }
    // A run for a few recipients says nothing of what is usual.
    guard try ledger.exports(of: stream) != nil,
      let last = try ledger.lastRun(of: stream).map({ Instant(microseconds: $0.now) })
    else { return limits }
    // Of a host that was down for longer, the seven days before that.
    let since = min(now, last.adding(seconds: 1)).adding(seconds: -Self.days).microseconds
    // The run of seven days ago, to the minute, is one of the last seven days' as well.
    let history = try ledger.history(stream: stream, since: since - 1)
    limits.append(.history(largest: history.largest))
    return limits
  }
}

/// The most messages that a run may have.
package enum MailLimit: Equatable, Sendable {
  /// So many, as somebody said.
  case option(Int)
  /// Five times as many as the largest run of the last seven days, and always a hundred.
  case history(largest: Int)

  package var messages: Int {
    switch self {
    case .option(let messages): messages
    case .history(let largest):
      max(Brakes.ordinary, largest.multipliedReportingOverflow(by: Brakes.growth).partialValue)
    }
  }
}

/// Why a run was stopped before its first message or page.
package enum MailRefusal: Error, Equatable, Sendable {
  case tooManyMessages(Int, limit: MailLimit)
  /// The newest notification is older than `maxAge` seconds.
  case tooOld(newest: Instant, maxAge: Int64)
  /// No record has the recipient that the user's own profile maps.
  case noRecipients(profile: ProfileName, paths: [FieldPath])
  /// The present is more than `maxAhead` seconds after the newest notification and the last run.
  case tooFarAhead(now: Instant, newest: Instant?, lastRun: Instant?, maxAhead: Int64)
  /// There is no record where there were some the last time: in this file, or in none at all.
  case noRecords(file: String?)
  /// None of the recipients whom the exports name was ever known to the ledger, which knows others.
  case strangers(Int)
  /// So many pages of those that show something would become empty.
  case emptiedPages(Int, of: Int)
  /// An input is not all that there should be.
  case incomplete(file: String, Incompleteness)
}
