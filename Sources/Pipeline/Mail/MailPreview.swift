package import ByteText
package import Delivery
internal import Notifications
internal import Rendering

/// A mail by itself, with the ledger as it was before the run's time.
extension MailRun {
  /// What a ledger knew of a person before now, and their mail of a run at this very time.
  package func history(
    of person: Person, in ledger: Ledger?
  ) throws -> (history: RecipientHistory, mail: MailRecord?) {
    var (history, mail) = (RecipientHistory.none, MailRecord?.none)
    guard let ledger else { return (history, mail) }
    for identity in person.identities {
      let known = try ledger.history(
        of: identity.bytes, in: plan.stream.name, before: plan.place.now.microseconds)
      history.join(known.history)
      mail = mail ?? known.mail
    }
    return (history, mail)
  }

  /// A person's mail as if it were due now; nil if there is nothing for it.
  ///
  /// - Parameter mail: the mail that a run made now, to make again of what it had, as far as the exports
  ///   still have it, and as if nobody had read it.
  package func preview(
    of person: Person, _ history: RecipientHistory, _ mail: MailRecord?
  ) throws(Fault) -> MailComposer.Composed? {
    let schedule = Schedule(standard: plan.options.rhythm)
    let preferences = person.recipient.preferences
    let slot =
      mail.map { Instant(microseconds: $0.slot) }
      ?? schedule.slot(of: preferences, in: person.zone, at: plan.place.now)
    let memory = mail?.kind == .urgent ? nil : history.lastCounts.flatMap(MailMemory.init)
    if let mail, !mail.notifications.isEmpty {
      return try composer.compose(
        again: mail.notifications, for: person, memory: memory, slot: slot)
    }
    let lookback = plan.lookback(
      of: person, horizon: history.horizon, lastDelivery: history.lastDelivery)
    return try composer.compose(
      for: person, lookback: lookback, delivered: history.delivered, memory: memory, slot: slot
    ).mail?.get()
  }
}
