internal import Delivery
internal import Digests
internal import Exports
import MailMessages
internal import Notifications
internal import Rendering

/// What became of a mail before it is published.
enum ComposedMail: Sendable {
  case mail(Delivery.Message, notifications: Int)
  case decided(MailOutcome)
}

/// A person's mail as the schedule and the ledger see it, before it is made.
struct PendingMail: Sendable {
  let addressee: Addressee
  let horizon: Horizon
  let timing: Timing
  /// The decision of this very run, taken before it was interrupted.
  let isDecided: Bool
  private let mailbox: Delivery.Mailbox

  init(addressee: Addressee, mailbox: Delivery.Mailbox, run: Run, plan: MailPlan) {
    self.addressee = addressee
    self.mailbox = mailbox
    isDecided = mailbox.run == run.id
    let preferences = addressee.recipient.preferences
    let lastDelivery = mailbox.lastDelivery.map { Instant(microseconds: $0) }
    let history = MailHistory(
      closedSlot: mailbox.closedSlot.map { Instant(microseconds: $0) }, lastDelivery: lastDelivery)
    timing = Schedule(hour: plan.hour).timing(
      of: preferences, in: addressee.zone, after: history, now: plan.place.now)
    horizon = Horizon(
      now: plan.place.now, frequency: preferences.frequency, firstDays: plan.firstDays,
      first: mailbox.horizon.map { Instant(microseconds: $0) }, lastDelivery: lastDelivery)
  }

  /// The slot that a decision closes; nil where none is open.
  var slot: Instant? {
    switch timing {
    case .due(let slot), .quietHours(let slot, _, _): slot
    case .never(let closing), .unsubscribed(let closing): closing
    case .notDue: nil
    }
  }

  /// Makes the mail, or says why there is none.
  func composed(
    by composer: MailComposer, suppressed: SuppressionList, form: OutboxFormat
  ) -> ComposedMail {
    switch timing {
    case .notDue(let next): return .decided(.notDue(next: next))
    case .quietHours(_, let until, _): return .decided(.quietHours(until: until))
    case .never: return .decided(.never)
    case .unsubscribed: return .decided(.unsubscribed)
    case .due(let slot):
      guard let email = addressee.recipient.email, !email.isEmpty else {
        return .decided(.noAddress)
      }
      if suppressed.contains(email) { return .decided(.suppressed) }
      return made(by: composer, slot: slot, form: form)
    }
  }

  private func made(by composer: MailComposer, slot: Instant, form: OutboxFormat) -> ComposedMail {
    do {
      guard
        let mail = try composer.compose(
          for: addressee, horizon: horizon, delivered: mailbox.delivered,
          previous: mailbox.lastCounts.flatMap(MailCounts.counts), slot: slot)
      else { return .decided(.nothingNew) }
      let message = Delivery.Message(
        recipient: addressee.key, slot: slot.microseconds,
        horizon: horizon.first.microseconds,
        messageID: mail.message.message.headers.messageID.description,
        notifications: mail.hashes, counts: MailCounts.bytes(of: mail.digest.counts),
        bytes: MailBytes.bytes(of: mail.message, form: form))
      return .mail(message, notifications: mail.digest.counts.all.total)
    } catch let error as MailMessageError {
      return .decided(Self.outcome(of: error))
    } catch {
      return .decided(.failed(String(describing: error)))
    }
  }

  private static func outcome(of error: MailMessageError) -> MailOutcome {
    switch error {
    case .noAddress: .noAddress
    case .badAddress(let address, _): .badAddress(address)
    case .badUnsubscribeURL(let url): .failed("the unsubscribe URL \(url) cannot be used")
    case .badDate: .failed("the present has no place in a mail's date")
    }
  }
}
