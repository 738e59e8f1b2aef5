internal import ByteText
package import Delivery
internal import Digests
internal import Exports
internal import MailMessages
internal import Notifications
import Recipients
package import Rendering

/// The result for a recipient before it is published.
enum ComposedMail: Sendable {
  case mail(OutboxMessage, MailDecision)
  case decided(MailDecision)
  /// Decided by this run before it was interrupted.
  case decidedBefore(MailDecision)
  /// The exports cannot be read any more, which ends the run.
  case broken(Fault)
}

/// A person's mail according to the schedule and the ledger, before it is made.
struct PendingMail: Sendable {
  let person: Person
  let lookback: Lookback
  let timing: Timing
  /// When the next mail can be due after the run; nil for recipients who want no mail.
  let next: Instant?
  /// The key of a mail of urgent notifications alone; nil if the recipient wants none now.
  let urgentSlot: Instant?
  let mailbox: RecipientHistory
  private let runID: Int64?

  /// - Parameter runID: the run that was interrupted; nil for one that begins, and to look ahead.
  init(person: Person, mailbox: RecipientHistory, runID: Int64?, plan: MailPlan) {
    self.person = person
    self.mailbox = mailbox
    self.runID = runID
    let preferences = person.recipient.preferences
    let schedule = Schedule(standard: plan.options.rhythm)
    timing = schedule.timing(
      of: preferences, in: person.zone, after: mailbox, now: plan.place.now)
    urgentSlot = schedule.urgentSlot(
      of: preferences, in: person.zone, timing, now: plan.place.now)
    next =
      timing.quietEnd ?? schedule.next(of: preferences, in: person.zone, after: plan.place.now)
    lookback = plan.lookback(
      of: person, horizon: mailbox.horizon, lastDelivery: mailbox.lastDelivery)
  }

  /// Whether there can be a mail: it is due, or urgent ones need not be, and there is an address.
  func isDue(_ suppressed: SuppressionList) -> Bool {
    guard person.rejection == nil, isRegular || urgentSlot != nil else { return false }
    return hasAddress(suppressed)
  }

  /// Whether the slot's own mail is due.
  var isRegular: Bool { if case .due = timing { true } else { false } }

  private func hasAddress(_ suppressed: SuppressionList) -> Bool {
    guard let email = person.recipient.email else { return false }
    return !email.isEmpty && !suppressed.contains(email)
  }

  /// Whether the mail would have contents.
  func hasNews(_ composer: MailComposer) throws(Fault) -> Bool {
    try composer.hasNews(
      for: person, lookback: lookback, delivered: mailbox.delivered, onlyUrgent: !isRegular)
  }

  func composed(
    by composer: MailComposer, suppressed: SuppressionList, form: OutboxFormat
  ) -> ComposedMail {
    if let runID, mailbox.run == runID, let decided = decidedBefore { return decided }
    if let rejection = person.rejection {
      return decided(MailOutcome(kind: .failed, fault: rejection))
    }
    if let urgent = urgent(by: composer, suppressed: suppressed, form: form) { return urgent }
    switch timing {
    case .held(let outcome, _): return decided(outcome)
    case .due(let slot):
      guard let email = person.recipient.email, !email.isEmpty else {
        return decided(MailOutcome(kind: .noAddress))
      }
      if suppressed.contains(email) { return decided(MailOutcome(kind: .suppressed)) }
      return made(by: composer, slot: slot, form: form)
    }
  }

  private var decidedBefore: ComposedMail? {
    let counts = mailbox.lastCounts.flatMap(MailMemory.init)?.counts
    let outcome = mailbox.decision.flatMap {
      MailOutcome(
        decided: $0, notifications: counts?.all.total ?? 0, address: person.recipient.email,
        until: mailbox.until.map { Instant(microseconds: $0) })
    }
    return outcome.map { .decidedBefore(decision($0)) }
  }

  /// The mail of unread urgent notifications, at any hour; nil if there is none to make.
  private func urgent(
    by composer: MailComposer, suppressed: SuppressionList, form: OutboxFormat
  ) -> ComposedMail? {
    guard let urgentSlot, hasAddress(suppressed) else { return nil }
    if let done = mailbox.urgent, done.slot == urgentSlot.microseconds {
      // Made by this run before it was interrupted, else by an earlier one at the same time.
      guard runID != nil else { return nil }
      var decision = decision(MailOutcome(kind: .handedOver, notifications: done.notifications))
      decision.isUrgent = true
      return .decidedBefore(decision)
    }
    switch made(by: composer, slot: urgentSlot, form: form, isUrgent: true) {
    case .mail(let message, var decision):
      decision.isUrgent = true
      // The digest will say what was left out of it.
      decision.leftOut = LeftOut()
      return .mail(message, decision)
    case .broken(let error): return .broken(error)
    // Nothing urgent, or what the slot's own mail will say.
    case .decided, .decidedBefore: return nil
    }
  }

  private func made(
    by composer: MailComposer, slot: Instant, form: OutboxFormat, isUrgent: Bool = false
  ) -> ComposedMail {
    do throws(Fault) {
      let composed = try composer.compose(
        for: person, lookback: lookback, delivered: mailbox.delivered,
        memory: isUrgent ? nil : mailbox.lastCounts.flatMap(MailMemory.init), slot: slot,
        onlyUrgent: isUrgent)
      let mail: MailComposer.Composed
      switch composed.mail {
      case nil: return decided(MailOutcome(kind: .nothingNew), composed.leftOut)
      case .failure(let fault)?: return decided(outcome(of: fault))
      case .success(let made)?: mail = made
      }
      let message = OutboxMessage(
        recipient: person.key.bytes, slot: slot.microseconds, next: next?.microseconds,
        horizon: lookback.first.microseconds,
        messageID: mail.message.message.headers.messageID.description,
        notifications: mail.hashes, counts: mail.memory.bytes,
        bytes: MailBytes.bytes(of: mail.message, form: form))
      let outcome = MailOutcome(kind: .handedOver, notifications: mail.digest.counts.all.total)
      var decision = decision(outcome, composed.leftOut)
      decision.needsSMTPUTF8 = mail.message.message.headers.to.address.needsSMTPUTF8
      decision.droppedLinks = mail.droppedLinks
      return .mail(message, decision)
    } catch { return .broken(error) }
  }

  private func decided(_ outcome: MailOutcome, _ leftOut: LeftOut = LeftOut()) -> ComposedMail {
    .decided(decision(outcome, leftOut))
  }

  private func decision(_ outcome: MailOutcome, _ leftOut: LeftOut = LeftOut()) -> MailDecision {
    MailDecision(
      profile: person.profile, recipient: person.recipient.id, outcome: outcome, leftOut: leftOut)
  }

  /// What became of a mail that cannot be made.
  private func outcome(of fault: Fault) -> MailOutcome {
    guard fault.field == "email" else { return MailOutcome(kind: .failed, fault: fault.what) }
    return person.recipient.email.map { MailOutcome(kind: .badAddress, fault: $0) }
      ?? MailOutcome(kind: .noAddress)
  }
}

/// Writes a message in the format of an outbox.
package enum MailBytes {
  package static func bytes(of mail: DigestMail, form: OutboxFormat) -> [UInt8] {
    var bytes: [UInt8] = []
    // Allocates once for the header, both parts and what their encodings add.
    bytes.reserveCapacity(2_048 + (mail.message.text.bytes.count + mail.message.html.count) * 3 / 2)
    switch form {
    case .maildir, .eml, .mbox: mail.message.write(into: &bytes)
    case .jsonl:
      // The outbox ends the line itself.
      mail.appendLine(to: &bytes)
      bytes.removeLast()
    }
    return bytes
  }
}

/// Hashes notifications for the ledger, so that none is mailed twice; reuses its memory within a
/// mail.
struct LedgerHasher {
  /// The hash's input: profile, zero byte, recipient, zero byte, id; any SQL engine can make it.
  private var bytes: [UInt8] = []

  /// Takes three parts and not the notification: copying one costs more than hashing it.
  mutating func hash(
    _ profile: ProfileName, _ recipient: RecipientID, id: NotificationID
  ) -> UInt64 {
    bytes.removeAll(keepingCapacity: true)
    append(profile.text)
    bytes.append(0)
    append(recipient.text)
    bytes.append(0)
    append(id.text)
    return MD5.hash64(bytes)
  }

  private mutating func append(_ text: String) { text.withBytes { bytes.append(bytes: $0) } }
}

extension Notification {
  var ledgerHash: UInt64 {
    var hasher = LedgerHasher()
    return hasher.hash(self.profile, self.recipient, id: self.id)
  }
}
