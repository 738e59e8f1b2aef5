package import Delivery
package import Exports
internal import Notifications
internal import Rendering

/// One start of the nightly job, for one stream: lets the brakes look, finishes the run that was
/// interrupted, makes its own run, and forgets what is too old.
///
///     let delivery = MailDelivery(run, brakes: brakes, jobs: 2)
///     if let refusal = try delivery.refusal(outbox, reading.index) { … }
///     var result = try await delivery.complete(outbox, reading.index)
///     try await delivery.deliver(to: outbox, from: reading.index, &result)
///
/// A job with several outputs makes each step for all of them before the next one.
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
    /// The interrupted run was the very one that was asked for.
    fileprivate var isComplete = false

    package init() {}
  }

  // MARK: Before anything is written

  /// What is wrong with the exports or the clock, or too much for one run, before even the run that was
  /// interrupted is finished. How much is left after that one, only `complete` can count.
  ///
  /// Throws a `DeliveryError` where the outbox cannot take the run.
  package func refusal(_ outbox: Outbox, _ index: ExportIndex) throws -> MailRefusal? {
    let ledger = outbox.ledger
    let now = run.plan.place.now
    let open = outbox.openRun
    if let open, open.stream != run.plan.stream.name {
      throw DeliveryError.ledger(.runIsOpen(open), path: ledger.path)
    }
    if let last = try ledger.lastRun(), now.microseconds < last.now {
      throw DeliveryError.ledger(
        .nowBeforeLastRun(now: now.microseconds, last: last.now), path: ledger.path)
    }
    guard let brakes else { return nil }
    let lastRun = try ledger.lastRun(of: run.plan.stream.name)
    return try brakes.refusal(
      of: index, at: now, after: lastRun.map { Instant(microseconds: $0.now) })
      ?? run.refusal(of: index, in: ledger) ?? (open == nil ? tooMany(ledger) : nil)
  }

  /// Finishes the run that was interrupted, where there is one, and says whether the one that was
  /// asked for would have too many messages.
  ///
  /// Throws a `DeliveryError` where the outbox or its ledger cannot be written, and an `ExportError`
  /// where the exports cannot be read any more; the run is then open, and the next start finishes it.
  package func complete(_ outbox: Outbox, _ index: ExportIndex) async throws -> Result {
    var result = Result()
    if let open = outbox.openRun {
      let interrupted = run.at(Instant(microseconds: open.now))
      result.reports.append(
        try await interrupted.deliver(
          to: outbox, fingerprint: Self.fingerprint(of: index), jobs: jobs))
      try run.remember(index, in: outbox.ledger)
      // The same command again: its run is what was just completed.
      result.isComplete = open.now == run.plan.place.now.microseconds
      if !result.isComplete { result.refusal = try tooMany(outbox.ledger) }
    }
    return result
  }

  private func tooMany(_ ledger: Ledger) throws -> MailRefusal? {
    guard let brakes else { return nil }
    let now = run.plan.place.now
    for limit in try brakes.limits(of: run.plan.stream.name, in: ledger, at: now) {
      let messages = try run.messages(in: ledger, upTo: limit.messages)
      if messages > limit.messages { return .tooManyMessages(messages, limit: limit) }
    }
    return nil
  }

  // MARK: The run

  /// Makes the run that was asked for, unless it was refused or is complete already; throws what
  /// `complete` does.
  ///
  /// - Parameters:
  ///   - index: the exports that the run was made from.
  ///   - progress: is told how many of how many recipients are decided about.
  package func deliver(
    to outbox: Outbox, from index: ExportIndex, _ result: inout Result,
    progress: (Int, Int) -> Void = { _, _ in }
  ) async throws {
    if result.refusal != nil || result.isComplete { return }
    result.reports.append(
      try await run.deliver(
        to: outbox, fingerprint: Self.fingerprint(of: index), jobs: jobs, progress: progress))
    try run.remember(index, in: outbox.ledger)
    try forget(in: outbox.ledger, index)
  }

  private static func fingerprint(of index: ExportIndex) -> [UInt8] {
    SipHash(key: .fixed).hash128(index.identity).bytes
  }

  /// A delivery is remembered for as long as its notifications can be in an export. How late it is
  /// say the exports as well: a clock that is years ahead must not take the memory away.
  private func forget(in ledger: Ledger, _ index: ExportIndex) throws(DeliveryError) {
    let now = run.plan.place.now
    guard let newest = Brakes.newest(of: index, at: now) else { return }
    let present = min(now, newest.adding(seconds: Brakes.standardAhead))
    let seconds = max(run.composer.longestRetention, 35 * 86_400)
    try ledger.purge(
      deliveredBefore: present.adding(seconds: -seconds).microseconds,
      reach: Horizon.reach * 1_000_000)
  }
}
