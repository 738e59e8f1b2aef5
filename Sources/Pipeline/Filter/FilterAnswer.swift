import ByteText
import Delivery
import Digests
import Exports
import Notifications
import Rendering

/// What a filter answers about one group, and what its last line counts of it.
struct FilterAnswer: Sendable {
  let person: PersonID
  let groupLine: Int
  let decision: MailDecision
  /// The stream's own profile, which is not repeated.
  let home: ProfileName
  let message: OutboxMessage?
  let sources: [SourceReport]
  let guesses: [Guess]
  let stray: Int
  /// The records that were rejected, and the marks, by reason.
  let reasons: [String: Int]
  /// Before it asking again gives nothing else.
  let next: Instant
  /// No later mail has anything older.
  let from: Instant
  let book: MailBook
  /// The lines that are written; made on the task that answers.
  var bytes: [UInt8] = []

  /// The answer's line, with its line feed.
  var line: [UInt8] {
    JSONWriter.line { json in
      json.member("tidings", "answer")
      json.member("recipient", decision.recipient.text)
      if decision.profile != home { json.member("profile", decision.profile.text) }
      json.member("outcome", decision.outcome.kind.rawValue)
      json.writeReason(of: decision.outcome)
      if decision.isUrgent { json.member("urgent") { $0.write(true) } }
      json.member("notifications", decision.outcome.notifications ?? 0)
      json.member("leftOut") { $0.write(decision.leftOut) }
      json.member("stray", stray)
      json.object("rejected") { json in
        for (reason, count) in reasons.sorted(by: { $0.key < $1.key }) {
          json.member(named: reason, count)
        }
      }
      json.member("next") { $0.write(next) }
      json.member("from") { $0.write(from) }
      json.member("book") { book.write(to: &$0) }
    }
  }
}

extension PendingMail {
  /// What the caller keeps of a decision.
  ///
  /// - Parameter message: the mail, if one was made.
  func book(_ decision: MailDecision, _ message: OutboxMessage?, in plan: MailPlan) -> MailBook {
    // A mail between slots closes none, and the next digest is compared with the last digest.
    let isDigest = message != nil && !decision.isUrgent
    let closing = decision.outcome.kind.closesSlot && !decision.isUrgent ? timing.slot : nil
    let counts = isDigest ? message?.counts : mailbox.lastCounts
    return MailBook(
      stream: plan.stream.name, now: plan.place.now, horizon: lookback.first,
      slot: closing ?? mailbox.closedSlot.map { Instant(microseconds: $0) },
      decision: closing == nil ? mailbox.decision : decision.outcome.kind.rawValue,
      delivered: isDigest ? plan.place.now : mailbox.lastDelivery.map { Instant(microseconds: $0) },
      counts: counts.map { String(decoding: $0, as: UTF8.self) },
      notifications: message?.notifications ?? [])
  }

  /// The time before which asking again gives nothing else, as long as the person's wishes stay.
  func next(after decision: MailDecision, _ plan: MailPlan) -> Instant {
    if let end = decision.outcome.until { return end }
    if let wait = decision.outcome.kind.revisit { return plan.place.now.adding(seconds: wait) }
    let urgency = person.recipient.preferences.rhythm.urgency ?? plan.options.rhythm.urgency
    return urgency == .immediately ? plan.place.now : next ?? plan.place.now
  }

  /// The time of the oldest notification that a later mail may include.
  func from(after book: MailBook) -> Instant {
    guard let delivered = book.delivered else { return book.horizon }
    return max(book.horizon, delivered.adding(seconds: -Lookback.reach))
  }
}
