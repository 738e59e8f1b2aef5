package import ByteText
import CompiledMustache
package import Delivery
package import Digests
import Exports
internal import Languages
internal import MailMessages
package import Notifications
package import Recipients
package import Rendering

/// A mail run: decides about every recipient, makes the mails that are due, and publishes them.
///
///     let report = try await run.deliver(to: outbox, fingerprint: hash, limits: limits, jobs: 2)
package struct MailRun: Sendable {
  package private(set) var composer: MailComposer
  package private(set) var addressees: [Person]
  package private(set) var plan: MailPlan
  /// Addresses that are never mailed.
  package let suppressed: SuppressionList
  /// Whether the exports were read for all recipients, not just for requested ones.
  package var isForAll: Bool { plan.only == nil }

  /// The interrupted run with today's inputs: at its time, for its recipients alone; nil if this run is
  /// not for all of those.
  ///
  /// - Parameter recipients: the hashes of its only ones; empty for all.
  func completing(_ open: Run, for recipients: Set<UInt64>) -> MailRun? {
    guard plan.only == nil || !recipients.isEmpty && recipients.isSubset(of: onlyHashes) else {
      return nil
    }
    var run = self
    run.plan.place.now = Instant(microseconds: open.now)
    if !recipients.isEmpty {
      run.addressees = addressees.filter { recipients.contains(Self.hash($0.recipient.id)) }
      run.plan.only = Set(run.addressees.map(\.recipient.id))
    }
    run.composer = composer.with(run.plan)
    return run
  }

  /// Hashes of the requested recipients; empty for all.
  private var onlyHashes: [UInt64] { (plan.only ?? []).map(Self.hash).sorted() }

  private static func hash(_ recipient: RecipientID) -> UInt64 {
    SipHash(key: .fixed).hash64(Array(recipient.text.utf8))
  }

  /// The number of people per batch. One batch is made while the previous one is published.
  private static let batch = 256

  /// Delivers every due mail exactly once and reports on all recipients.
  ///
  /// - Parameters:
  ///   - fingerprint: a hash of the run's inputs, kept in the ledger.
  ///   - limits: nil with `--force`: the last run may have been later, by a clock that was ahead.
  ///   - progress: called with the number of recipients done and their total.
  package func deliver(
    to outbox: Outbox, fingerprint: [UInt8], limits: SendLimits?, jobs: Int,
    progress: (Int, Int) -> Void = { _, _ in }
  ) async throws -> MailReport {
    let isResumed = outbox.openRun != nil
    let run = try outbox.begin(
      stream: plan.stream.name, now: plan.place.now.microseconds, fingerprint: fingerprint,
      recipients: onlyHashes, isForced: limits == nil)
    var report = MailReport(
      stream: plan.stream.name, now: plan.place.now, isResumed: isResumed,
      hasOtherInputs: run.fingerprint != fingerprint)
    report.sendersNeedingSMTPUTF8 = [plan.stream.from, plan.stream.replyTo].compactMap(\.self)
      .map(\.address).filter(\.needsSMTPUTF8).map(\.description)
    report.decisions.reserveCapacity(addressees.count)
    var batches = batches.makeIterator()
    func next() throws(Fault) -> [PendingMail] {
      guard let batch = batches.next() else { return [] }
      return try pending(batch, in: outbox.ledger, runID: isResumed ? run.id : nil)
    }
    var mails = try next()
    var results = await compose(mails, jobs: jobs)
    while !mails.isEmpty {
      // Making the next batch uses the processor while publishing this one waits for the disk.
      let following = try next()
      async let made = jobs > 1 ? compose(following, jobs: jobs) : []
      for (mail, result) in zip(mails, results) {
        report.decisions.append(try publish(mail, result, to: outbox))
      }
      progress(report.decisions.count, addressees.count)
      // What was published stays in the ledger's open run, which the next one completes.
      try Task.checkCancellation()
      // With one job, nothing runs in parallel.
      results = jobs > 1 ? await made : await compose(following, jobs: jobs)
      mails = following
    }
    try outbox.finish()
    return report
  }

  /// The number of messages that a run would have, exact only if it may exceed `limit`.
  func messages(in ledger: Ledger, upTo limit: Int) throws -> Int {
    if addressees.count <= limit { return addressees.count }
    let most = try batches.reduce(0) { sum, batch in
      sum + (try due(batch, in: ledger, deliveries: false).count)
    }
    if most <= limit { return most }
    return try batches.reduce(0) { sum, batch in
      sum
        + (try due(batch, in: ledger, deliveries: true).count {
          try plan.options.sendsEmpty && $0.isRegular || $0.hasNews(composer)
        })
    }
  }

  func due(
    _ batch: ArraySlice<Person>, in ledger: Ledger, deliveries: Bool
  ) throws -> [PendingMail] {
    try pending(batch, in: ledger, runID: nil, deliveries: deliveries)
      .filter { $0.isDue(suppressed) }
  }

  var batches: [ArraySlice<Person>] { addressees.parts(of: Self.batch) }

  func pending(
    _ batch: ArraySlice<Person>, in ledger: Ledger, runID: Int64?, deliveries: Bool = true
  ) throws(Fault) -> [PendingMail] {
    let mailboxes = try ledger.mailboxes(
      stream: plan.stream.name, recipients: batch.map(\.key.bytes), deliveries: deliveries)
    return try zip(batch, mailboxes).map { (person, mailbox) throws(Fault) in
      var mailbox = mailbox
      // The system of ids that name none depends on the exports of the day, so the ledger may know
      // a person of several systems by another id.
      let others = person.identities.dropFirst().map(\.bytes)
      if !others.isEmpty {
        for other in try ledger.mailboxes(stream: plan.stream.name, recipients: others) {
          mailbox.join(other)
        }
      }
      if let runID, mailbox.run == runID {
        mailbox.until = try ledger.end(
          of: mailbox.decision, for: person.key.bytes, in: plan.stream.name)
      }
      return PendingMail(person: person, mailbox: mailbox, runID: runID, plan: plan)
    }
  }

  /// The number of mails per task: few, because some people have a thousand times as many
  /// notifications as others, and one task should not get all of those.
  private static let share = 16

  /// Makes mails on at most `jobs` tasks; returns them in order.
  private func compose(_ mails: [PendingMail], jobs: Int) async -> [ComposedMail] {
    await mails.parts(of: Self.share).map(jobs: jobs) { part in
      part.map { $0.composed(by: composer, suppressed: suppressed, form: plan.options.form) }
    }.flatMap(\.self)
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
          recipient: mail.person.key.bytes,
          closing: decision.outcome.kind.closesSlot ? mail.timing.slot?.microseconds : nil,
          horizon: mail.lookback.first.microseconds, outcome: decision.outcome.kind.rawValue,
          detail: decision.detail, until: decision.outcome.until?.microseconds,
          next: mail.next?.microseconds, isKept: decision.outcome.kind.isKept))
      return decision
    }
  }
}

/// The resolved settings of a mail run.
package struct MailPlan: Sendable {
  package var stream: MailStream
  package var brand: Brand
  /// The current time, and the zone and language of recipients who set none.
  package var place: Place
  package var options = StreamConfiguration.Options()
  package var inboxURL: InboxAddress?
  package var showsImages = true
  /// The only types to mail; nil for all.
  package var types: TypeFilter?
  /// Conditions on fields of the records to mail; nil for none.
  var fields: FieldFilter? { FieldFilter(options.conditions) }
  /// Makes the links that an app answers.
  package var links = SignedLinks()
  /// The requested recipients; nil for all.
  package var only: Set<RecipientID>?

  package init(stream: MailStream, brand: Brand, place: Place) {
    self.stream = stream
    self.brand = brand
    self.place = place
  }

  /// What makes the mails; throws a fault of the theme's templates.
  func renderer(_ templates: TemplateCatalogue) throws(Fault) -> MailRenderer {
    try MailRenderer(
      theme: options.theme, templates, options: MailOptions(brand: brand, limit: options.limit))
  }

  /// How far back somebody's mail looks, by what the ledger has of them.
  ///
  /// - Parameters:
  ///   - horizon: the start that their first run chose, in microseconds since 1970; nil before it.
  ///   - lastDelivery: in microseconds since 1970; nil before the first mail.
  func lookback(of person: Person, horizon: Int64?, lastDelivery: Int64?) -> Lookback {
    let schedule = Schedule(standard: options.rhythm)
    return Lookback(
      now: place.now, frequency: schedule.frequency(of: person.recipient.preferences),
      firstDays: options.firstDays, first: horizon.map { Instant(microseconds: $0) },
      lastDelivery: lastDelivery.map { Instant(microseconds: $0) })
  }
}

extension MailRun {
  /// A run over a reading, for everyone it concerns.
  ///
  /// - Parameter templates: the bundled ones and the user's own.
  /// - Throws: a fault of the theme's templates.
  package init(
    _ plan: MailPlan, _ reading: Reading, audience: Audience, templates: TemplateCatalogue
  ) throws(Fault) {
    let composer = MailComposer(
      reading.index, vocabulary: reading.vocabulary, renderer: try plan.renderer(templates),
      plan: plan)
    self.init(
      composer: composer, addressees: audience.addressees(in: reading, only: plan.only), plan: plan,
      suppressed: audience.suppressed)
  }
}

extension Audience {
  /// Everyone about whom a run of mails has to decide: people in the order of the recipients file,
  /// then those whose entry was rejected, then recipients of the exports in byte order of their ids.
  ///
  /// - Parameter only: the recipients that were asked for; nil for all.
  func addressees(in reading: Reading, only: Set<RecipientID>? = nil) -> [Person] {
    var all = zip(people.recipients, people.zones).map {
      Person($0, of: $0.profile ?? home, zone: $1, in: reading)
    }
    var failed: Set<PersonID> = []
    func fail(_ profile: ProfileName, _ id: RecipientID, for reject: SideFileReject) {
      guard failed.insert(PersonID(profile, id)).inserted else { return }
      all.append(
        Person(
          Recipient(id: id, profile: profile), of: profile, rejection: reject.sentence, in: reading)
      )
    }
    for reject in people.rejects {
      // A second entry for a known person does no harm.
      guard let id = reject.recipient, people.person(reject.profile ?? home, id) == nil else {
        continue
      }
      fail(reject.profile ?? home, id, for: reject)
    }
    for number in 0..<reading.index.recipientCount {
      let id = reading.index.recipient(at: number)
      for profile in reading.index.profiles(of: number) where people.person(profile, id) == nil {
        if let reject = people.reject(profile, id) {
          fail(profile, id, for: people.rejects[reject])
        } else {
          let recipient = Recipient(id: id, profile: profile, email: people.address(of: id))
          all.append(Person(recipient, of: profile, in: reading))
        }
      }
    }
    return only.map { only in all.filter { only.contains($0.recipient.id) } } ?? all
  }
}
