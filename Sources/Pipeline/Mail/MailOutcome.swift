package import Notifications

/// What a run decided about one recipient: every one of them has exactly one outcome.
package enum MailOutcome: Equatable, Sendable {
  case delivered(notifications: Int)
  case nothingNew
  case notDue(next: Instant)
  case quietHours(until: Instant)
  case never
  case unsubscribed
  case suppressed
  case noAddress
  case badAddress(String)
  case failed(String)

  /// The name in reports and in the ledger.
  package var name: String {
    switch self {
    case .delivered: "delivered"
    case .nothingNew: "nothing new"
    case .notDue: "not due"
    case .quietHours: "quiet hours"
    case .never: "never"
    case .unsubscribed: "unsubscribed"
    case .suppressed: "suppressed"
    case .noAddress: "no address"
    case .badAddress: "bad address"
    case .failed: "failed"
    }
  }

  /// Whether the slot is closed: quiet hours and failures leave it open.
  package var closesSlot: Bool {
    switch self {
    case .delivered, .nothingNew, .never, .unsubscribed, .suppressed, .noAddress, .badAddress: true
    case .notDue, .quietHours, .failed: false
    }
  }
}

/// The outcomes of a run, in the order of the recipients.
package struct MailReport: Equatable, Sendable {
  package var now: Instant
  package var stream: String
  package var outcomes: [(recipient: RecipientID, outcome: MailOutcome)] = []

  package init(now: Instant, stream: String) {
    self.now = now
    self.stream = stream
  }

  /// How many recipients have each outcome, by name.
  package var counts: [(name: String, count: Int)] {
    var counts: [String: Int] = [:]
    for (_, outcome) in outcomes { counts[outcome.name, default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  package static func == (left: MailReport, right: MailReport) -> Bool {
    left.now == right.now && left.stream == right.stream
      && left.outcomes.elementsEqual(right.outcomes) { $0 == $1 }
  }
}
