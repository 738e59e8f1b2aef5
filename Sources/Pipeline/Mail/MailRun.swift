package import Delivery
package import Exports
internal import Languages
package import Notifications
internal import Rendering

/// A run of mails: decides for every person who is due, makes their mails, publishes them.
///
///     let report = try await run.deliver(to: outbox, fingerprint: fingerprint, jobs: 2)
package struct MailRun: Sendable {
  package private(set) var composer: MailComposer
  package let addressees: [Addressee]
  package private(set) var plan: MailPlan
  package let form: OutboxFormat
  /// Addresses that are never mailed.
  package let suppressed: SuppressionList
  /// The exports were read for all recipients, not for a few that were asked for.
  package var isForAll = true

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

  /// The same run at another present: that of one that was interrupted.
  package func at(_ now: Instant) -> MailRun {
    var run = self
    run.plan.place.now = now
    run.composer = composer.with(run.plan)
    return run
  }

  /// So many persons are looked up, and their mails made, at a time. While those of one batch are
  /// published, those of the next are made.
  private static let batch = 256

  /// Delivers every mail that is due, each exactly once, and says what became of everybody.
  ///
  /// - Parameters:
  ///   - fingerprint: of the run's inputs, which the ledger keeps.
  ///   - progress: is told how many of how many recipients are decided about.
  package func deliver(
    to outbox: Outbox, fingerprint: [UInt8], jobs: Int, progress: (Int, Int) -> Void = { _, _ in }
  ) async throws -> MailReport {
    let lastRun = try lastRun(in: outbox.ledger)
    let isResumed = outbox.openRun != nil
    let run = try outbox.begin(
      stream: plan.stream.name, now: plan.place.now.microseconds, fingerprint: fingerprint)
    var report = MailReport(
      stream: plan.stream.name, now: plan.place.now, isResumed: isResumed,
      hasOtherInputs: run.fingerprint != fingerprint)
    report.decisions.reserveCapacity(addressees.count)
    var batches = batches.makeIterator()
    func next() throws(DeliveryError) -> [PendingMail] {
      guard let batch = batches.next() else { return [] }
      return try pending(batch, in: outbox.ledger, runID: run.id, lastRun: lastRun)
    }
    var mails = try next()
    var results = await compose(mails, jobs: jobs)
    while !mails.isEmpty {
      // While these are published, the next are made: one is work for the disk, the other is not.
      let following = try next()
      async let made = jobs > 1 ? compose(following, jobs: jobs) : []
      for (mail, result) in zip(mails, results) {
        report.decisions.append(try publish(mail, result, to: outbox))
      }
      progress(report.decisions.count, addressees.count)
      // One job is one thing at a time.
      results = jobs > 1 ? await made : await compose(following, jobs: jobs)
      mails = following
    }
    try outbox.finish()
    return report
  }

  /// How many messages a run would have, counted exactly only where it may be more than `limit`.
  func messages(in ledger: Ledger, upTo limit: Int) throws -> Int {
    if addressees.count <= limit { return addressees.count }
    let lastRun = try lastRun(in: ledger)
    let most = try batches.reduce(0) { sum, batch in
      sum + (try due(batch, in: ledger, after: lastRun, deliveries: false).count)
    }
    if most <= limit || plan.sendsEmpty { return most }
    return try batches.reduce(0) { sum, batch in
      sum
        + (try due(batch, in: ledger, after: lastRun, deliveries: true).count {
          try $0.hasNews(composer)
        })
    }
  }

  private func due(
    _ batch: ArraySlice<Addressee>, in ledger: Ledger, after lastRun: Instant?, deliveries: Bool
  ) throws -> [PendingMail] {
    try pending(batch, in: ledger, runID: nil, lastRun: lastRun, deliveries: deliveries)
      .filter { $0.isDue(suppressed) }
  }

  private var batches: [ArraySlice<Addressee>] {
    stride(from: 0, to: addressees.count, by: Self.batch).map {
      addressees[$0..<min($0 + Self.batch, addressees.count)]
    }
  }

  private func pending(
    _ batch: ArraySlice<Addressee>, in ledger: Ledger, runID: Int64?, lastRun: Instant?,
    deliveries: Bool = true
  ) throws(DeliveryError) -> [PendingMail] {
    let mailboxes = try ledger.mailboxes(
      stream: plan.stream.name, recipients: batch.map(\.key), deliveries: deliveries)
    return try zip(batch, mailboxes).map { (addressee, mailbox) throws(DeliveryError) in
      var mailbox = mailbox
      // Whose ids a file's are that names no system depends on the exports of the day, so that a
      // person of several systems may have been known by another of their ids.
      let others = addressee.identities.dropFirst().map(\.bytes)
      if !others.isEmpty {
        for other in try ledger.mailboxes(stream: plan.stream.name, recipients: others) {
          mailbox.join(other)
        }
      }
      return PendingMail(
        addressee: addressee, mailbox: mailbox, runID: runID, lastRun: lastRun, plan: plan)
    }
  }

  private func lastRun(in ledger: Ledger) throws(DeliveryError) -> Instant? {
    try ledger.lastRun(of: plan.stream.name).map { Instant(microseconds: $0.now) }
  }

  /// A task makes so many mails before it takes the next ones: few, since some people have a thousand
  /// times as many notifications as others, and no core should wait for one that has them all.
  private static let share = 16

  /// Makes mails on at most `jobs` tasks at a time; the results are in the order of the mails.
  private func compose(_ mails: [PendingMail], jobs: Int) async -> [ComposedMail] {
    var starts = stride(from: 0, to: mails.count, by: Self.share).makeIterator()
    return await withTaskGroup(of: (Int, [ComposedMail]).self) { group in
      func addTask() {
        guard let start = starts.next() else { return }
        let part = mails[start..<min(start + Self.share, mails.count)]
        group.addTask {
          (start, part.map { $0.composed(by: composer, suppressed: suppressed, form: form) })
        }
      }
      for _ in 0..<max(1, jobs) { addTask() }
      var parts: [(Int, [ComposedMail])] = []
      while let part = await group.next() {
        parts.append(part)
        addTask()
      }
      return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }
  }

  private func publish(
    _ mail: PendingMail, _ result: ComposedMail, to outbox: Outbox
  ) throws -> MailDecision {
    switch result {
    case .mail(let message, let decision):
      try outbox.publish(message)
      return decision
    case .decidedBefore(let decision): return decision
    case .broken(let error): throw error
    case .decided(let decision):
      try outbox.record(
        Decision(
          recipient: mail.addressee.key,
          closing: decision.outcome.closesSlot ? mail.slot?.microseconds : nil,
          horizon: mail.horizon.first.microseconds, outcome: decision.outcome.name))
      return decision
    }
  }
}
