import Delivery
import Digests
import Exports
import Languages
import MailMessages
import Notifications
import Pipeline
import Recipients
import Rendering

/// A run of `tidings mail` with all settings resolved.
struct Mailing {
  private let plan: Plan
  private let run: MailRun
  private let rejects: [SideFileReject]
  private let index: ExportIndex
  /// Warnings for the report.
  private let warnings: [String]
  private let streamWarnings: StreamWarnings
  /// Why a run for everybody would mail nobody.
  private let strangers: MailRefusal?
  private let isForAll: Bool

  /// - Parameter ledger: the outbox's ledger, if there is an outbox.
  init(
    _ plan: Plan, session: Session, reading: Reading, ledger: Ledger? = nil,
    only: [String] = [], preview: String? = nil, shard: Shard = .all
  ) throws {
    self.plan = plan
    index = reading.index
    let home = try HomeProfile.of(index, rememberedBy: ledger.map { [$0] } ?? [])
    let audience = try Audience(
      of: reading, home: home, recipients: session.recipients,
      suppress: plan.inputs.suppress)
    rejects = audience.rejects
    let stream = plan.streams[0]
    var mail = try MailPlan(
      stream, plan, place: reading.place,
      labels: reading.vocabulary.labels(in: reading.place.words))
    let types = KnownTypes(reading)
    warnings =
      AccentOption.warnings(of: plan.brand.accent)
      + audience.warnings(plan.inputs.recipients, types)
      + audience.languages(in: reading).map(LanguageSentence.of)
      + AddressWarning.elsewhere(only, shard)
    streamWarnings = try StreamWarnings(of: stream, in: reading, types)
    isForAll = only.isEmpty
    strangers = AddressWarning.strangers(audience, in: reading, paths: plan.inputs.recipients)
    mail.inboxURL = try plan.inboxAddress(home: home, isShown: preview != nil)
    mail.links = try SignedLinks(plan, of: ProcessEnvironment.bytes(of:), named: .options)
    mail.shard = shard
    if !only.isEmpty { mail.only = Set(only.map { RecipientID($0) }) }
    run = try MailRun(
      mail, reading, audience: audience, templates: TemplateCatalogue(own: session.templates),
      reason: SideFileSentence.of)
    let asked = only + [preview].compactMap(\.self)
    try session.check(
      reading, recipients: Set(asked.map { RecipientID($0) }),
      known: run.addressees.map(\.recipient.id) + audience.people.recipients.map(\.id))
  }

  /// Writes a recipient's mail to standard output, as if it were due now.
  func preview(_ recipient: RecipientID) throws {
    guard let addressee = run.addressees.first(where: { $0.recipient.id == recipient }) else {
      throw Failure.noRecipient(recipient, nearest: nil)
    }
    if let rejection = addressee.rejection {
      throw Failure(
        status: .noUsableData, message: "\(recipient) gets no mail: \(rejection)",
        advice: "correct the entry")
    }
    let now = run.plan.place.now
    let schedule = Schedule(standard: run.plan.rhythm)
    let lookback = Lookback(
      now: now, frequency: schedule.frequency(of: addressee.recipient.preferences),
      firstDays: run.plan.firstDays, first: nil, lastDelivery: nil)
    guard
      let mail = try run.composer.compose(
        for: addressee, lookback: lookback, delivered: [],
        slot: schedule.slot(of: addressee.recipient.preferences, in: addressee.zone, at: now)
      ).mail
    else {
      return Command.say("tidings: there is nothing new for \(recipient)")
    }
    let strange = strangers.map(MailRefusalSentence.warning)
    for warning in warnings + streamWarnings.light + streamWarnings.grave
      + [strange].compactMap(\.self)
    {
      Command.say("tidings: \(warning)")
    }
    for sentence in DroppedLinkSentence.of(mail.droppedLinks, in: "mail") {
      Command.say("tidings: " + sentence)
    }
    try StandardStream.output.write(MailBytes.bytes(of: mail.message, form: run.plan.form))
  }

  /// Hands a recipient's mail over once more; returns the number of its notifications.
  func handOverAgain(
    _ mail: MailRecord, of person: PersonID, to outbox: Outbox, at now: Instant, isForced: Bool
  ) throws -> Int {
    guard let addressee = run.addressees.first(where: { $0.key == person.bytes }),
      addressee.rejection == nil
    else { throw MailAgain.Refusal.noAddress }
    return try MailAgain(run, addressee: addressee)
      .handOver(mail, to: outbox, at: now, isForced: isForced)
  }

  /// Delivers what is due unless a limit stops the run, and adds the result to the job's report.
  func deliver(to outbox: Outbox, _ job: Job) async throws {
    job.report.warnings += warnings
    job.warn(streamWarnings)
    job.report.rejectedRecipients += rejects.map(SideFileSentence.of)
    let stream = run.plan.stream.name
    if let strangers {
      if isForAll, !job.options.force { return job.refuse(strangers, stream: stream) }
      job.warnGravely([MailRefusalSentence.warning(strangers)])
    }
    let delivery = MailDelivery(
      run, limits: job.options.force ? nil : plan.streams[0].options.limits,
      jobs: plan.inputs.jobs ?? Machine.cores)
    if let refusal = try delivery.refusal(outbox, index) {
      return job.refuse(refusal, stream: stream)
    }
    var result = try await delivery.complete(outbox, index) {
      job.progress.advance(to: $0, of: $1)
    }
    try await delivery.deliver(to: outbox, from: index, &result) {
      job.progress.advance(to: $0, of: $1)
    }
    try job.add(result, stream: stream, outbox)
    job.warnGravely(
      AddressWarning.of(
        job.report.runs, recipients: plan.inputs.recipients,
        isConfigured: plan.inputs.configuration != nil))
  }
}
