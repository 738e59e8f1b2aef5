package import ByteText
package import Delivery
package import Exports
internal import Notifications
internal import Rendering

/// One start of the nightly job for one stream: checks the limits, finishes an interrupted run,
/// makes its own run, and purges old deliveries.
///
///     let delivery = MailDelivery(run, limits: limits, jobs: 2)
///     if let refusal = try delivery.refusal(outbox, reading.index) { … }
///     var result = try await delivery.complete(outbox, reading.index)
///     try await delivery.deliver(to: outbox, from: reading.index, &result)
///
/// A job with several outputs makes each step for all of them before the next step.
package struct MailDelivery: Sendable {
  package let run: MailRun
  /// Nil with `--force`.
  package var limits: SendLimits?
  package var jobs: Int

  package init(_ run: MailRun, limits: SendLimits?, jobs: Int) {
    self.run = run
    self.limits = limits
    self.jobs = jobs
  }

  /// What was done, and why it was not more.
  package struct Result: Sendable {
    /// The report of the interrupted run, if there was one, then that of this run.
    package var reports: [MailReport] = []
    package var refusal: Fault?
    /// Whether the interrupted run was the one asked for.
    fileprivate var isComplete = false
    /// The number of people who have had no address since the run before.
    fileprivate var lostAddresses = 0

    package init() {}
  }

  // MARK: Before anything is written

  /// Why the run may not start: the exports, the clock or the number of messages, those of an interrupted
  /// run if there is one. What remains after it is counted by `complete`.
  ///
  /// Throws a `Fault` if the outbox cannot take the run.
  package func refusal(_ outbox: Outbox, _ index: ExportIndex) throws -> Fault? {
    let ledger = outbox.ledger
    let now = run.plan.place.now
    let interrupted = try interrupted(in: outbox)
    guard let limits else { return nil }
    try ledger.checkTime(now.microseconds)
    let lastRun = try ledger.lastRun(of: run.plan.stream.name)
    return try limits.refusal(
      of: index, at: now, after: lastRun.map { Instant(microseconds: $0.now) })
      ?? run.refusal(of: index, in: ledger)
      ?? tooMany(interrupted ?? run, after: outbox.openRun?.messages ?? 0, ledger)
  }

  /// The interrupted run to complete; nil if there is none.
  private func interrupted(in outbox: Outbox) throws(Fault) -> MailRun? {
    guard let open = outbox.openRun else { return nil }
    let ledger = outbox.ledger
    guard open.stream == run.plan.stream.name else {
      throw .openRun(ledger.path, of: open.stream)
    }
    guard let same = run.completing(open, for: Set(try ledger.recipientsOfLastRun())) else {
      throw .openRun(ledger.path, isForOthers: true)
    }
    return same
  }

  /// Finishes an interrupted run, if there is one, and then checks the number of messages of the
  /// new run.
  ///
  /// Throws a `Fault` if the outbox or its ledger cannot be written, and a `Fault`
  /// if the exports cannot be read any more. The run then stays open, and the next start finishes
  /// it.
  ///
  /// - Parameter progress: called with the number of recipients done and their total.
  package func complete(
    _ outbox: Outbox, _ index: ExportIndex, progress: (Int, Int) -> Void = { _, _ in }
  ) async throws -> Result {
    var result = Result()
    result.lostAddresses = try run.newlyUnreached(in: outbox.ledger)
    if let open = outbox.openRun, let interrupted = try interrupted(in: outbox) {
      result.reports.append(
        try await interrupted.deliver(
          to: outbox, fingerprint: Self.fingerprint(of: index), limits: limits, jobs: jobs,
          progress: progress))
      try interrupted.remember(index, in: outbox.ledger)
      // The same command again: its own run was just completed.
      result.isComplete =
        open.now == run.plan.place.now.microseconds && interrupted.isForAll == run.isForAll
      if !result.isComplete { result.refusal = try tooMany(run, outbox.ledger) }
    }
    return result
  }

  /// - Parameter made: the messages that the run already has.
  private func tooMany(_ run: MailRun, after made: Int = 0, _ ledger: Ledger) throws -> Fault? {
    try limits?.tooMany(of: run.plan.stream.name, in: ledger) {
      try made + run.messages(in: ledger, upTo: $0 - made)
    }
  }

  // MARK: The run

  /// Makes the run, unless it was refused or is already complete; throws the same errors as
  /// `complete`.
  ///
  /// - Parameters:
  ///   - index: the exports that the run was made from.
  ///   - progress: called with the number of recipients done and their total.
  package func deliver(
    to outbox: Outbox, from index: ExportIndex, _ result: inout Result,
    progress: (Int, Int) -> Void = { _, _ in }
  ) async throws {
    if result.refusal != nil || result.isComplete { return }
    var report = try await run.deliver(
      to: outbox, fingerprint: Self.fingerprint(of: index), limits: limits, jobs: jobs,
      progress: progress)
    report.lostAddresses = result.lostAddresses
    result.reports.append(report)
    try run.remember(index, in: outbox.ledger)
    try forget(in: outbox.ledger, index)
  }

  private static func fingerprint(of index: ExportIndex) -> [UInt8] {
    SipHash(key: .fixed).hash128(index.identity).bytes
  }

  /// Purges deliveries whose notifications can no longer be in an export. The newest record bounds
  /// the age, so that a clock that is years ahead does not erase the ledger.
  private func forget(in ledger: Ledger, _ index: ExportIndex) throws(Fault) {
    let now = run.plan.place.now
    guard let newest = SendLimits.newest(of: index, at: now) else { return }
    let present = min(now, newest.adding(seconds: SendLimits.standardAhead))
    let seconds = max(run.composer.longestRetention, 35 * 86_400)
    try ledger.purge(
      deliveredBefore: present.adding(seconds: -seconds).microseconds,
      reach: Lookback.reach * 1_000_000)
  }
}

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
