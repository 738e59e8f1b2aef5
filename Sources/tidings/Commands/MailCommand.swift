import ArgumentParser
import Delivery
import Digests
import Exports
import Languages
import MailMessages
import Notifications
import Pipeline
import Recipients
import Rendering

/// `tidings mail`
struct MailCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mail",
    abstract:
      "Makes the digest mail of every recipient who is due, and never mails anything twice.",
    discussion: """
      Addresses, languages, zones and preferences come from --recipients. What that file leaves \
      out comes from the exports' own tables or lists named recipients or users, and from \
      foodshare's notification_preferences. A mail contains unread notifications that were not \
      mailed before. The outbox's ledger records what was handed over to whom. The next run \
      completes one that was interrupted.

      EXAMPLES
        tidings mail export.jsonl --from me@example.org -o outbox
        tidings mail export.jsonl --from me@example.org -o outbox --dry-run
        tidings mail export.jsonl --from me@example.org --preview user-17
      """)

  @OptionGroup(title: "Input") var source: SourceOptions
  @OptionGroup(title: "Input") var people: People
  @OptionGroup(title: "Selection") var selection: Recipients
  @OptionGroup(title: "Mail") var mailing: MailingOptions
  @OptionGroup(title: "Mail") var schedule: Timing
  @OptionGroup(title: "Mail") var unsubscribing: UnsubscribeOptions
  @OptionGroup(title: "Look") var place: PlaceOptions
  @OptionGroup(title: "Look") var look: LookOptions
  @OptionGroup(title: "Look") var terminal: TerminalOptions
  @OptionGroup(title: "Output") var outbox: OutboxOptions
  @OptionGroup(title: "Output") var output: Preview
  @OptionGroup(title: "Output") var reports: ReportOptions
  @OptionGroup(title: "Output") var loudness: LoudnessOptions
  @OptionGroup(title: "Output") var work: WorkOptions
  @OptionGroup(title: "Safety") var guards: GuardOptions
  @OptionGroup(title: "Safety") var limits: LimitOptions
  @OptionGroup(title: "Safety") var strict: StrictOptions

  struct People: ParsableArguments {
    @Option(
      help: ArgumentHelp("The recipients: JSON, JSON Lines, CSV or SQLite.", valueName: "file"))
    var recipients: String?

    @Option(
      help: ArgumentHelp("Addresses that are never mailed, one per line.", valueName: "file"))
    var suppress: String?
  }

  struct Recipients: ParsableArguments {
    @Option(
      name: .customLong("recipient"), help: ArgumentHelp("Only this recipient.", valueName: "id"))
    var only: [String] = []
  }

  struct Timing: ParsableArguments {
    @Option(help: "The local hour of recipients who set none, 0 to 23.")
    var hour: Int = 7

    @Option(
      help: ArgumentHelp("How many days a recipient's first mail looks back.", valueName: "n"))
    var firstDays: Int?

    @Flag(help: "Also mail recipients who have nothing new.")
    var sendEmpty = false

    func validate() throws {
      if !(0...23).contains(hour) { throw ValidationError("--hour takes a number from 0 to 23.") }
      if let firstDays, firstDays < 1 {
        throw ValidationError("--first-days takes a number from 1.")
      }
    }
  }

  struct Preview: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Write this recipient's mail to standard output; deliver nothing.", valueName: "id"))
    var preview: String?
  }

  var input: Inputs { Inputs(source, work: work, strict: strict) }
  var job: JobOptions { JobOptions(guards, reports) }

  func validate() throws {
    if (outbox.output == nil) == (output.preview == nil) {
      throw ValidationError("Name either an outbox with -o or a recipient with --preview.")
    }
  }

  func run() async throws {
    try await Command.run { environment in
      try outputPaths.check()
      if let recipient = output.preview {
        return try await preview(recipient, session(environment))
      }
      let record = JobRecord(job, now: try place.resolvedNow())
      return try await record.closing { try await deliver(record, environment) }
    }
  }

  private func session(_ environment: TerminalEnvironment) throws -> Session {
    try Session(input, place, in: environment, templates: try look.templates.ownTemplates())
  }

  private func deliver(
    _ record: JobRecord, _ environment: TerminalEnvironment
  ) async throws -> ExitStatus {
    let session = try session(environment)
    let style = loudness.quiet ? nil : terminal.style(for: .output, environment)
    let job = Job(session, record, progress: loudness.progress)
    // Locked from here on, so that a second run stops before it reads anything.
    let outbox = try outbox.opened(isDryRun: self.job.dryRun)
    try job.open(outbox, stream: mailing.stream)
    let reading = try await job.read(chosen(selection.only, in: session))
    let mail = try Mailing(self, session: session, reading: reading, ledger: outbox.ledger)
    try await job.run("mail") { try await mail.deliver(to: outbox, $0) }
    return try job.finish(reading, style)
  }

  /// Everything that the run reads and writes.
  private var outputPaths: OutputPaths {
    var paths = OutputPaths(input)
    paths.read("--recipients", people.recipients)
    paths.read("--suppress", people.suppress)
    look.addFolders(to: &paths)
    paths.write("--report", job.report)
    paths.write("--metrics", job.metrics)
    if let path = outbox.output { paths.write(outbox: path, ledger: outbox.ledger) }
    return paths
  }

  private func preview(_ recipient: String, _ session: Session) async throws -> ExitStatus {
    let reading = try await session.read(chosen([recipient], in: session))
    try Mailing(self, session: session, reading: reading).preview(RecipientID(recipient))
    return try session.finish(reading)
  }

  /// A selection of these recipients, by their ids in all systems.
  private func chosen(_ recipients: [String], in session: Session) throws -> Selection {
    var selection = Selection()
    if recipients.isEmpty { return selection }
    let asked = Set(recipients.map { RecipientID($0) })
    let addressed = try AddressedRecipients(people.recipients, session)
    selection.recipients = addressed.identities(of: asked)
    return selection
  }
}

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
      of: reading, home: home, recipients: command.people.recipients,
      suppress: command.people.suppress,
      temporaryFolder: Machine.temporaryFolder)
    rejects = audience.rejects
    var plan = MailPlan(
      stream: try command.mailing.mailStream(),
      brand: try command.mailing.mailBrand(), place: reading.place)
    let types = KnownTypes(reading)
    var warnings =
      AccentOption.warnings(of: plan.brand.accent)
      + audience.warnings(command.people.recipients, types)
      + audience.languages(in: reading).map(LanguageSentence.of)
    plan.theme = command.mailing.theme
    plan.form = command.outbox.form
    plan.inboxURL = try command.look.inbox()
    plan.showsImages = command.look.images
    plan.hour = command.schedule.hour
    plan.firstDays = command.schedule.firstDays
    plan.sendsEmpty = command.schedule.sendEmpty
    plan.unsubscribing = try command.unsubscribing.link(ProcessEnvironment.bytes(of:))
    if let config = command.input.config,
      let stream = try ConfigurationFile.read(config).stream(named: command.mailing.stream)
    {
      plan.narrow(to: stream, labels: session.vocabulary.labels(in: session.place.words))
      warnings += TypeWarning.of(stream, types)
    }
    self.warnings = warnings
    if !command.selection.only.isEmpty {
      plan.only = Set(command.selection.only.map { RecipientID($0) })
    }
    run = try MailRun(
      plan, reading, audience: audience, templates: TemplateCatalogue(own: session.templates),
      reason: CompanionSentence.of)
    let asked = command.selection.only + [command.output.preview].compactMap(\.self)
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
    let lookback = Lookback(
      now: now, frequency: addressee.recipient.preferences.frequency,
      firstDays: command.schedule.firstDays, first: nil, lastDelivery: nil)
    let schedule = Schedule(hour: command.schedule.hour)
    guard
      let mail = try run.composer.compose(
        for: addressee, lookback: lookback, delivered: [],
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
      run, limits: job.options.force ? nil : command.limits.limits,
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
      job.report.runs, recipients: command.people.recipients,
      isConfigured: command.input.config != nil)
  }
}
