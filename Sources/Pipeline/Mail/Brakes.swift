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

  package init(maxMessages: Int? = nil, maxAge: Int64? = nil) {
    self.maxMessages = maxMessages
    self.maxAge = maxAge
  }

  /// A run may have so many times the messages of the largest of the last seven days, once the stream
  /// is so old.
  package static let growth = 5
  static let days: Int64 = 7 * 86_400

  /// What is wrong with the exports' age, if anything is; exports without notifications send nothing.
  func refusal(of index: ExportIndex, at now: Instant) -> MailRefusal? {
    guard let maxAge else { return nil }
    let latest = now.adding(seconds: Selection.defaultSkew)
    let newest = index.fold(into: Instant?.none) { newest, record in
      // What is scheduled for tomorrow says nothing of when the export was made.
      if record.time <= latest { newest = newest.map { max($0, record.time) } ?? record.time }
    }
    guard let newest, newest < now.adding(seconds: -maxAge) else { return nil }
    return .tooOld(newest: newest, maxAge: maxAge)
  }

  /// The most messages that a run of the stream may have at `now`, and why.
  func limits(of stream: String, in ledger: Ledger, at now: Instant) throws -> [MailLimit] {
    var limits: [MailLimit] = []
    if let maxMessages { limits.append(.option(maxMessages)) }
    let since = now.adding(seconds: -Self.days).microseconds
    // The run of seven days ago, to the minute, is one of the last seven days' as well.
    let history = try ledger.history(stream: stream, since: since - 1)
    if let first = history.first, first <= since, history.largest > 0 {
      limits.append(.history(largest: history.largest))
    }
    return limits
  }
}

/// The most messages that a run may have.
package enum MailLimit: Equatable, Sendable {
  /// So many, as somebody said.
  case option(Int)
  /// Five times as many as the largest run of the last seven days.
  case history(largest: Int)

  package var messages: Int {
    switch self {
    case .option(let messages): messages
    case .history(let largest): largest.multipliedReportingOverflow(by: Brakes.growth).partialValue
    }
  }
}

/// Why a run was stopped before its first message.
package enum MailRefusal: Error, Equatable, Sendable {
  case tooManyMessages(Int, limit: MailLimit)
  /// The newest notification is older than `maxAge` seconds.
  case tooOld(newest: Instant, maxAge: Int64)
  /// No record has the recipient that the user's own profile maps.
  case noRecipients(profile: ProfileName, paths: [FieldPath])
  /// An input is not all that there should be.
  case incomplete(file: String, Incompleteness)
}
