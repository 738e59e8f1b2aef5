import Delivery
import Exports
import Languages
import MailMessages
import Notifications
import Pipeline
import Rendering

/// A run of `tidings mail` with all settings resolved.
struct Mailing {
  let command: MailCommand
  let run: MailRun
  private let rejects: [CompanionReject]
  private let index: ExportIndex
  /// Warnings for the report.
  private let warnings: [String]

  /// - Parameter ledger: the outbox's ledger, if there is an outbox.
  init(
    _ command: MailCommand, session: Session, reading: Reading, ledger: Ledger? = nil
  ) throws {
    self.command = command
    index = reading.index
    let home = try HomeProfile.of(index, rememberedBy: ledger.map { [$0] } ?? [])
    let audience = try Audience(
      of: reading, home: home, recipients: command.recipients, suppress: command.suppress,
      temporaryFolder: Machine.temporaryFolder)
    rejects = audience.rejects
    var settings = MailSettings(
      stream: try command.mailing.mailStream(),
      brand: try command.mailing.mailBrand())
    let types = KnownTypes(reading)
    var warnings =
      AccentOption.warnings(of: settings.brand.accent)
      + audience.warnings(command.recipients, types)
      + audience.languages(in: reading).map(LanguageSentence.of)
    settings.theme = command.mailing.theme
    settings.form = command.outbox.form
    settings.inboxURL = try command.look.inbox()
    settings.showsImages = command.look.images
    settings.hour = command.hour
    settings.firstDays = command.firstDays
    settings.sendsEmpty = command.sendEmpty
    settings.unsubscribing = try command.unsubscribing.link(ProcessEnvironment.bytes(of:))
    if let config = command.input.config,
      let stream = try ConfigurationFile.read(config).stream(named: command.mailing.stream)
    {
      settings.narrow(to: stream, labels: session.vocabulary.labels(in: session.place.words))
      warnings += TypeWarning.of(stream, types)
    }
    self.warnings = warnings
    if !command.onlyRecipients.isEmpty {
      settings.only = Set(command.onlyRecipients.map { RecipientID($0) })
    }
    run = try MailRun(
      settings, reading, audience: audience, templates: TemplateCatalogue(own: session.templates),
      reason: CompanionSentence.of)
    let asked = command.onlyRecipients + [command.preview].compactMap(\.self)
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
    let horizon = Horizon(
      now: now, frequency: addressee.recipient.preferences.frequency,
      firstDays: command.firstDays, first: nil, lastDelivery: nil)
    let schedule = Schedule(hour: command.hour)
    guard
      let mail = try run.composer.compose(
        for: addressee, horizon: horizon, delivered: [],
        slot: schedule.slot(of: addressee.recipient.preferences, in: addressee.zone, at: now)
      ).mail
    else {
      return Command.say("tidings: there is nothing new for \(recipient)")
    }
    for warning in warnings { Command.say("tidings: \(warning)") }
    for sentence in DroppedLinkSentence.of(mail.droppedLinks, in: "mail") {
      Command.say("tidings: " + sentence)
    }
    try StandardStream.output.write(MailBytes.bytes(of: mail.message, form: command.outbox.form))
  }

  /// Delivers what is due unless a limit stops the run, and adds the result to the job's report.
  func deliver(to outbox: Outbox, _ job: Job) async throws {
    job.report.warnings += warnings
    job.report.rejectedRecipients += rejects.map(CompanionSentence.of)
    let stream = run.plan.stream.name
    let delivery = MailDelivery(
      run, brakes: job.options.force ? nil : command.outbox.brakes,
      jobs: command.input.jobs ?? Machine.cores)
    if let refusal = try delivery.refusal(outbox, index) {
      return job.refuse(refusal, stream: stream)
    }
    var result = try await delivery.complete(outbox, index)
    try await delivery.deliver(to: outbox, from: index, &result) {
      job.progress.advance("mail", done: $0, of: $1)
    }
    try job.add(result, stream: stream, outbox)
    job.report.warnings += AddressWarning.of(
      job.report.runs, recipients: command.recipients, isConfigured: command.input.config != nil)
  }
}
