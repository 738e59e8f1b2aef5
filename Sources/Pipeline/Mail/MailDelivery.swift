package import Delivery
package import Exports
internal import Notifications
internal import Rendering

/// One start of the nightly job, for one stream: finishes the run that was interrupted, lets the
/// brakes look, makes its own run, and forgets what is too old.
///
///     let delivery = try await MailDelivery(run, brakes: brakes).deliver(to: outbox)
package struct MailDelivery: Sendable {
  package let run: MailRun
  /// Nil where somebody insists.
  package var brakes: Brakes?
  package var jobs: Int

  package init(_ run: MailRun, brakes: Brakes?, jobs: Int) {
    self.run = run
    self.brakes = brakes
    self.jobs = jobs
  }

  /// What was done, and why it was not more.
  package struct Result: Sendable {
    /// Of the run that was interrupted before, where there is one, then of this one.
    package var reports: [MailReport] = []
    package var refusal: MailRefusal?
  }

  /// Throws a `DeliveryError` where the outbox or its ledger cannot be written, and an `ExportError`
  /// where the exports cannot be read any more; the run is then open, and the next start finishes it.
  ///
  /// - Parameters:
  ///   - index: the exports that the run was made from.
  ///   - progress: is told how many of how many recipients are decided about.
  package func deliver(
    to outbox: Outbox, from index: ExportIndex, progress: (Int, Int) -> Void = { _, _ in }
  ) async throws -> Result {
    let fingerprint = SipHash(key: .fixed).hash128(index.identity).bytes
    var result = Result()
    if let open = outbox.openRun, open.stream == run.plan.stream.name {
      let interrupted = run.at(Instant(microseconds: open.now))
      result.reports.append(
        try await interrupted.deliver(to: outbox, fingerprint: fingerprint, jobs: jobs))
      // The same command again: its run is what was just completed.
      if open.now == run.plan.place.now.microseconds { return result }
    }
    result.refusal = try refusal(in: outbox.ledger, index)
    if result.refusal != nil { return result }
    result.reports.append(
      try await run.deliver(
        to: outbox, fingerprint: fingerprint, jobs: jobs, progress: progress))
    try forget(in: outbox.ledger)
    return result
  }

  private func refusal(in ledger: Ledger, _ index: ExportIndex) throws -> MailRefusal? {
    guard let brakes else { return nil }
    let now = run.plan.place.now
    if let refusal = brakes.refusal(of: index, at: now) { return refusal }
    for limit in try brakes.limits(of: run.plan.stream.name, in: ledger, at: now) {
      let messages = try run.messages(in: ledger, upTo: limit.messages)
      if messages > limit.messages { return .tooManyMessages(messages, limit: limit) }
    }
    return nil
  }

  /// A delivery is remembered for as long as its notifications can be in an export.
  private func forget(in ledger: Ledger) throws(DeliveryError) {
    let seconds = max(run.composer.longestRetention, 35 * 86_400)
    try ledger.purge(
      deliveredBefore: run.plan.place.now.adding(seconds: -seconds).microseconds,
      reach: Horizon.reach * 1_000_000)
  }
}
