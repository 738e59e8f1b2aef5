import ByteText
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
  private let strangers: Fault?
  private let isForAll: Bool

  /// - Parameter ledger: the outbox's ledger, if there is an outbox; a preview changes nothing in it.
  init(
    _ plan: Plan, session: Session, reading: Reading, ledger: Ledger? = nil,
    only: [String] = [], preview: String? = nil
  ) throws {
    self.plan = plan
    index = reading.index
    let books = try ledger.flatMap { try preview != nil && $0.home() == nil ? nil : [$0] } ?? []
    let home = try HomeProfile.of(index, rememberedBy: books)
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
    streamWarnings = try StreamWarnings(of: stream, in: reading, types)
    isForAll = only.isEmpty
    strangers = AddressWarning.strangers(audience, in: reading, paths: plan.inputs.recipients)
    mail.inboxURL = try plan.inboxAddress(home: home, isShown: preview != nil)
    mail.links = try SignedLinks(plan, of: ProcessEnvironment.bytes(of:), named: .options)
    if !only.isEmpty { mail.only = Set(only.map { RecipientID($0) }) }
    run = try MailRun(
      mail, reading, audience: audience, templates: TemplateCatalogue(own: session.templates),
      reason: SideFileSentence.of)
    let asked = only + [preview].compactMap(\.self)
    try session.check(
      reading, recipients: Set(asked.map { RecipientID($0) }),
      known: run.addressees.map(\.recipient.id) + audience.people.recipients.map(\.id))
  }

  /// Writes a recipient's mail to standard output, as if it were due now: the one that a run made now,
  /// or one of what the ledger says was not mailed before now.
  func preview(_ recipient: RecipientID, ledger: Ledger?) throws {
    guard let addressee = run.addressees.first(where: { $0.recipient.id == recipient }) else {
      throw Failure.noRecipient(recipient, nearest: nil)
    }
    if let rejection = addressee.rejection {
      throw Failure(
        status: .noUsableData, message: "\(recipient) gets no mail: \(rejection)",
        advice: "correct the entry")
    }
    let (history, earlier) = try run.history(of: addressee, in: ledger)
    guard let mail = try run.preview(of: addressee, history, earlier) else {
      let last = history.lastDelivery.map { Instant(microseconds: $0).timestamp }
      return Command.say(
        "tidings: there is nothing new for \(recipient)"
          + (last.map { "; the last mail was made at \($0), and --now \($0) shows it" } ?? ""))
    }
    let strange = strangers?.warning
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

  /// Delivers what is due unless a limit stops the run, and adds the result to the job's report.
  func deliver(to outbox: Outbox, _ job: Job) async throws {
    job.report.warnings += warnings
    job.warn(streamWarnings)
    job.report.rejectedRecipients += rejects.map(SideFileSentence.of)
    let stream = run.plan.stream.name
    if let strangers {
      if isForAll, !job.options.force { return job.refuse(strangers, stream: stream) }
      job.warnGravely([strangers.warning])
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
