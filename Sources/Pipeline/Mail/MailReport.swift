package import Notifications

/// The result of a run: one decision per recipient, in their order.
package struct MailReport: Equatable, Sendable {
  package var stream: String
  package var now: Instant
  /// Whether the run was interrupted before it was completed.
  package var isResumed = false
  /// Whether the inputs differ from those that the run started with.
  package var hasOtherInputs = false
  /// The stream's own addresses that need servers with SMTPUTF8 (RFC 6531), in every mail.
  package var sendersNeedingSMTPUTF8: [String] = []
  package var decisions: [MailDecision] = []
  /// The number of people who were mailed before and have had no address since the run before.
  package var lostAddresses = 0

  /// The number of recipients with each outcome, in the order of `MailOutcome.Kind`, without
  /// zeros.
  package var counts: [(name: String, count: Int)] {
    var counts: [String: Int] = [:]
    for decision in decisions { counts[decision.outcome.kind.rawValue, default: 0] += 1 }
    return MailOutcome.Kind.allCases.map(\.rawValue).compactMap { name in
      counts[name].map { (name, $0) }
    }
  }

  /// The number of notifications in the mails.
  package var notifications: Int {
    decisions.reduce(0) { $0 + ($1.outcome.notifications ?? 0) }
  }

  /// The notifications of due recipients that are in no mail, by rule.
  package var leftOut: LeftOut { decisions.reduce(into: LeftOut()) { $0.add($1.leftOut) } }

  /// The dropped links of the mails.
  package var droppedLinks: DroppedLinks {
    decisions.reduce(into: DroppedLinks()) { $0.add($1.droppedLinks) }
  }

  package var hasFailures: Bool { decisions.contains { $0.outcome.kind == .failed } }
}

/// What was decided about a recipient, and why their other notifications are in no mail.
package struct MailDecision: Equatable, Sendable {
  package var profile: ProfileName
  package var recipient: RecipientID
  package var outcome: MailOutcome
  package var leftOut = LeftOut()
  package var droppedLinks = DroppedLinks()
  /// Whether it is a mail of urgent notifications before the digest is due.
  package var isUrgent = false
  /// Whether the recipient's address needs servers with SMTPUTF8 (RFC 6531).
  package var needsSMTPUTF8 = false

  /// The reason as the ledger keeps it: what failed, or what was left out.
  var detail: String? {
    if let fault = outcome.fault { return fault }
    if leftOut.isEmpty { return nil }
    return leftOut.rules.map { "\($0.notifications) \($0.rule.name)" }.joined(separator: ", ")
  }
}

/// The number of notifications that each rule left out.
package struct LeftOut: Equatable, Sendable {
  private var tallies: [Int] = []

  package init() {}

  package subscript(rule: MailRule) -> Int { tallies.isEmpty ? 0 : tallies[rule.rawValue] }

  package var isEmpty: Bool { tallies.isEmpty }

  /// Whether something is unread that the person wants, and that no mail repeats.
  var holdsUnread: Bool { self[.alreadyHandedOver] + self[.mailedByApp] + self[.tooOld] > 0 }

  /// The rules that left something out, in order.
  package var rules: [(rule: MailRule, notifications: Int)] {
    MailRule.allCases.filter { self[$0] > 0 }.map { ($0, self[$0]) }
  }

  mutating func count(_ rule: MailRule) {
    if tallies.isEmpty { tallies = Array(repeating: 0, count: MailRule.allCases.count) }
    tallies[rule.rawValue] += 1
  }

  mutating func add(_ other: LeftOut) {
    if other.isEmpty { return }
    if isEmpty {
      self = other
      return
    }
    for index in tallies.indices { tallies[index] += other.tallies[index] }
  }
}
