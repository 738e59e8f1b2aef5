package import Notifications

/// What a run came to: one decision for each recipient, in their order.
package struct MailReport: Equatable, Sendable {
  package var stream: String
  package var now: Instant
  /// The run was interrupted before, and is now complete.
  package var isResumed: Bool
  /// The inputs are not those that the run was begun with.
  package var hasOtherInputs: Bool
  package var decisions: [MailDecision] = []

  package init(
    stream: String, now: Instant, isResumed: Bool = false, hasOtherInputs: Bool = false
  ) {
    self.stream = stream
    self.now = now
    self.isResumed = isResumed
    self.hasOtherInputs = hasOtherInputs
  }

  /// How many recipients have each outcome, in the order of `MailOutcome.names`; those that nobody
  /// has are left out.
  package var counts: [(name: String, count: Int)] {
    var counts: [String: Int] = [:]
    for decision in decisions { counts[decision.outcome.name, default: 0] += 1 }
    return MailOutcome.names.compactMap { name in counts[name].map { (name, $0) } }
  }

  /// How many notifications are in the mails.
  package var notifications: Int {
    decisions.reduce(0) { sum, decision in
      guard case .handedOver(let notifications) = decision.outcome else { return sum }
      return sum + notifications
    }
  }

  /// How many notifications of those who were due are in no mail, by the rule that says so.
  package var leftOut: LeftOut {
    decisions.reduce(into: LeftOut()) { $0.add($1.leftOut) }
  }

  /// How many links of notifications in the mails were left out.
  package var droppedLinks: DroppedLinks {
    decisions.reduce(into: DroppedLinks()) { $0.add($1.droppedLinks) }
  }

  package var hasFailures: Bool {
    decisions.contains { decision in
      if case .failed = decision.outcome { true } else { false }
    }
  }
}

/// What was decided about a recipient, and why notifications of theirs are in no mail.
package struct MailDecision: Equatable, Sendable {
  package var profile: ProfileName
  package var recipient: RecipientID
  package var outcome: MailOutcome
  package var leftOut: LeftOut
  package var droppedLinks = DroppedLinks()
  /// The end of quiet hours for which the mail waited, and after which no run came.
  package var missedEnd: Instant?
  /// The mail reaches its address only through servers that know SMTPUTF8 (RFC 6531).
  package var needsSMTPUTF8 = false

  package init(
    profile: ProfileName, recipient: RecipientID, outcome: MailOutcome,
    leftOut: LeftOut = LeftOut(), missedEnd: Instant? = nil
  ) {
    self.profile = profile
    self.recipient = recipient
    self.outcome = outcome
    self.leftOut = leftOut
    self.missedEnd = missedEnd
  }
}
