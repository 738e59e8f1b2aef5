package import Delivery
package import Exports
internal import Languages
internal import Notifications
internal import Rendering

/// A run of mails: decides for every person who is due, makes their mails, publishes them.
///
///     let report = try await run.deliver(to: outbox)
package struct MailRun: Sendable {
  package let composer: MailComposer
  package let addressees: [Addressee]
  package let plan: MailPlan
  package let form: OutboxFormat
  /// Addresses that are never mailed.
  package let suppressed: SuppressionList

  package init(
    composer: MailComposer, addressees: [Addressee], plan: MailPlan, form: OutboxFormat,
    suppressed: SuppressionList = SuppressionList()
  ) {
    self.composer = composer
    self.addressees = addressees
    self.plan = plan
    self.form = form
    self.suppressed = suppressed
  }

  /// So many persons are looked up, and their mails made, at a time.
  private static let batch = 512

  /// Delivers every mail that is due, each exactly once, and says what became of everybody.
  ///
  /// - Parameter fingerprint: of the run's inputs, which the ledger keeps.
  package func deliver(
    to outbox: Outbox, fingerprint: [UInt8], jobs: Int
  ) async throws -> MailReport {
    var report = MailReport(now: plan.place.now, stream: plan.stream.name)
    let run = try outbox.begin(
      stream: plan.stream.name, now: plan.place.now.microseconds, fingerprint: fingerprint)
    for start in stride(from: 0, to: addressees.count, by: Self.batch) {
      let batch = Array(addressees[start..<min(start + Self.batch, addressees.count)])
      let mailboxes = try outbox.ledger.mailboxes(
        stream: plan.stream.name, recipients: batch.map(\.key))
      let pending = zip(batch, mailboxes).map { addressee, mailbox in
        PendingMail(addressee: addressee, mailbox: mailbox, run: run, plan: plan)
      }
      for (mail, result) in zip(pending, await compose(pending, jobs: jobs)) {
        let outcome = try publish(mail, result, to: outbox)
        report.outcomes.append((mail.addressee.recipient.id, outcome))
      }
    }
    try outbox.finish()
    return report
  }

  /// Makes mails on several tasks; the results are in the order of the mails.
  private func compose(_ mails: [PendingMail], jobs: Int) async -> [ComposedMail] {
    let share = max(1, (mails.count + jobs - 1) / max(jobs, 1))
    return await withTaskGroup(of: (Int, [ComposedMail]).self) { group in
      for start in stride(from: 0, to: mails.count, by: share) {
        let part = mails[start..<min(start + share, mails.count)]
        group.addTask {
          (start, part.map { $0.composed(by: composer, suppressed: suppressed, form: form) })
        }
      }
      var parts: [(Int, [ComposedMail])] = []
      for await part in group { parts.append(part) }
      return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }
  }

  private func publish(
    _ mail: PendingMail, _ result: ComposedMail, to outbox: Outbox
  ) throws -> MailOutcome {
    switch result {
    case .mail(let message, let notifications):
      try outbox.publish(message)
      return .delivered(notifications: notifications)
    case .decided(let outcome):
      // Published before this run was interrupted; nothing is decided twice.
      if mail.isDecided { return outcome }
      try outbox.record(
        Decision(
          recipient: mail.addressee.key,
          closing: outcome.closesSlot ? mail.slot?.microseconds : nil,
          horizon: mail.horizon.first.microseconds, outcome: outcome.name))
      return outcome
    }
  }
}
