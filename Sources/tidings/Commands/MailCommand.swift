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
    // Without a configuration file.
    usage: "tidings mail [<options>] [<export> ...] --from <address>",
    discussion: """
      Addresses, languages, zones and preferences come from --recipients. What that file leaves \
      out comes from the exports' own tables or lists named recipients or users, and from \
      foodshare's notification_preferences. A mail contains unread notifications that were not \
      mailed before. The outbox's ledger records what was handed over to whom. The next run \
      completes one that was interrupted.

      --preview shows a mail without delivering it. With -o, --ledger or --config it leaves out what the \
      ledger says was mailed before --now, and shows the mail that was made at that time.

      -o - is the form for engines that keep their own books: it reads tidings.filter/1 from \
      standard input and writes mails and answers to standard output, and nothing else.

      EXAMPLES
        tidings mail export.jsonl --from me@example.org -o outbox
        tidings mail export.jsonl --from me@example.org -o outbox --dry-run
        tidings mail export.jsonl --from me@example.org --preview user-17
        tidings mail export.jsonl --from me@example.org --preview user-17 -o outbox --now 2026-02-08T15:05:00Z
        tidings mail - -o - --as jsonl --profile rooms --from me@example.org --now 2026-02-08T15:05:00Z
      """)

  @OptionGroup(title: "Input") var source: SourceOptions
  @OptionGroup(title: "Input") var people: People
  @OptionGroup(title: "Selection") var selection: Recipients
  @OptionGroup(title: "Mail") var mailing: MailingOptions
  @OptionGroup(title: "Schedule") var rhythm: RhythmOptions
  @OptionGroup(title: "Schedule") var schedule: Timing
  @OptionGroup(title: "Mail") var links: SignedLinkOptions
  @OptionGroup(title: "Look") var place: PlaceOptions
  @OptionGroup(title: "Look") var look: LookOptions
  @OptionGroup(title: "Look") var terminal: TerminalOptions
  @OptionGroup(title: "Output") var outbox: OutboxOptions
  @OptionGroup(title: "Output") var output: Preview
  @OptionGroup(title: "Output") var form: FormatOption
  @OptionGroup(title: "Output") var reports: ReportOptions
  @OptionGroup(title: "Output") var loudness: LoudnessOptions
  @OptionGroup(title: "Output") var work: WorkOptions
  @OptionGroup(title: "Safety") var guards: GuardOptions
  @OptionGroup(title: "Safety") var limits: LimitOptions
  @OptionGroup(title: "Safety") var strict: StrictOptions

  struct People: ParsableArguments {
    @Option(
      help: ArgumentHelp("The recipients: JSON, JSON Lines, CSV or SQLite.", valueName: "file"))
    var recipients: [String] = []

    @Option(
      help: ArgumentHelp("Addresses that are never mailed, one per line.", valueName: "file"))
    var suppress: String?
  }

  struct Recipients: ParsableArguments {
    @Option(
      name: .customLong("recipient"), help: ArgumentHelp("Only this recipient.", valueName: "id"))
    private var named: [String] = []
    var only: [String] { RepeatedOptions.values(named) }
  }

  struct Timing: ParsableArguments {
    @Option(
      help: ArgumentHelp("How many days a recipient's first mail looks back.", valueName: "n"))
    var firstDays: Int?

    @Option(
      help: ArgumentHelp("The most lines of a mail; what is cut is counted.", valueName: "n"))
    var limit: Int?

    @Flag(help: "Also mail recipients who have nothing new.")
    var sendEmpty = false

    func validate() throws {
      if let firstDays, firstDays < 1 {
        throw ValidationError("--first-days takes a number from 1.")
      }
      if let limit, limit < 1 {
        throw ValidationError("--limit takes a number from 1.")
      }
    }
  }

  struct Preview: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Write this recipient's mail to standard output; deliver nothing.", valueName: "id"))
    var preview: String?
  }

  func validate() throws {
    if outboxPath == nil, output.preview == nil {
      throw ValidationError("Name an outbox with -o or a recipient with --preview.")
    }
    if outboxPath == Filter.place, output.preview != nil {
      throw ValidationError("--preview has no effect with -o -; leave it out.")
    }
    if form.format == .json, output.preview != nil {
      throw ValidationError("--preview prints the mail itself; --as jsonl prints it as JSON.")
    }
    let unused =
      runOptions.dropFirst() + [
        ("--no-sync", outbox.noSync), ("--recipient", !selection.only.isEmpty),
      ]
    if output.preview != nil, let option = unused.first(where: \.isGiven)?.option {
      throw ValidationError("\(option) has no effect with --preview; leave it out.")
    }
  }

  /// The ledger, then the options that say how an outbox is filled, and whether they are given.
  var runOptions: [(option: String, isGiven: Bool)] {
    [
      ("--ledger", outbox.ledger != nil),
      ("--report", reports.report != nil), ("--metrics", reports.metrics != nil),
      ("--dry-run", guards.dryRun), ("--force", guards.force),
      ("--allow-incomplete", guards.allowIncomplete),
      ("--max-messages", limits.maxMessages != nil), ("--max-age", limits.maxAge != nil),
      ("--max-ahead", limits.clock.text != nil),
    ]
  }

  func run() async throws {
    try await Command.run { environment in
      var plan = paths
      let options = JobOptions(guards, reports, over: plan)
      if outboxPath == Filter.place {
        let now = try place.resolvedNow()
        try resolve(&plan)
        try Filter.check(self, plan)
        return try await Filter(self, plan, session: session(plan, at: now, environment)).run()
      }
      let now = try place.resolvedNow()
      if let recipient = output.preview {
        try resolve(&plan)
        return try await preview(recipient, plan, session: session(plan, at: now, environment))
      }
      try outputPaths(plan, options).check()
      let record = JobRecord(options, format: form.format, now: now)
      return try await record.closing {
        try resolve(&plan)
        return try await deliver(
          plan, record, session: session(plan, at: now, environment), environment: environment)
      }
    }
  }

  /// What the configuration file says, overridden by the options that always have a value; the
  /// paths of the run are among it.
  private var paths: Plan {
    var plan = ConfigurationFile.plan
    plan.inputs = Inputs(source, work: work, strict: strict)
    if !people.recipients.isEmpty { plan.inputs.recipients = people.recipients }
    plan.inputs.suppress = people.suppress ?? plan.inputs.suppress
    plan.override(by: look)
    plan.override(by: links)
    // Only a job of the configuration file writes its report.
    plan.report = nil
    plan.metrics = nil
    return plan
  }

  /// Adds the options whose values may be wrong.
  private func resolve(_ plan: inout Plan) throws {
    try plan.inputs.override(by: place)
    try plan.brand.override(by: mailing.brand)
    plan.streams = [
      try StreamConfiguration(self, over: plan.streams.first)
    ]
    try mailing.brand.check(for: plan)
  }

  private var outboxPath: String? {
    outbox.output ?? ConfigurationFile.plan.streams.first?.outbox
  }

  /// The ledger that a preview looks into; nil if there is none.
  private func knownLedger(_ stream: StreamConfiguration) throws -> Ledger? {
    if let path = outbox.ledger {
      return try Ledger(path: try LedgerLocation.path(of: path), access: .reading)
    }
    let path = try (stream.options.ledger ?? outboxPath).flatMap { try Ledger.path(of: $0) }
    return try path.map { try Ledger(path: $0, access: .reading) }
  }

  private func session(
    _ plan: Plan, at now: Instant, _ environment: TerminalEnvironment
  ) throws -> Session {
    try Session(
      plan.inputs, at: now, in: environment, progress: loudness.progress,
      templates: try plan.ownTemplates(), isDryRun: guards.dryRun)
  }

  private func deliver(
    _ plan: Plan, _ record: JobRecord, session: Session, environment: TerminalEnvironment
  ) async throws -> ExitStatus {
    let job = Job(session, record)
    // Locked from here on, so that a second run stops before it reads anything.
    let outbox = try plan.streams[0].openOutbox(
      isDryRun: job.options.dryRun, isForced: job.options.force)
    try job.open(outbox, stream: plan.streams[0].name)
    let reading = try await job.read(
      chosen(selection.only, in: session), filters: plan.streamFilters)
    let mail = try Mailing(
      plan, session: session, reading: reading, ledger: outbox.ledger, only: selection.only)
    try await job.run("mail", as: .mails(nil)) { try await mail.deliver(to: outbox, $0) }
    return try job.finish(
      reading, isQuiet: loudness.quiet,
      style: terminal.style(for: .output, environment))
  }

  /// Everything that the run reads and writes.
  private func outputPaths(_ plan: Plan, _ job: JobOptions) -> OutputPaths {
    var paths = OutputPaths(plan.inputs, isDryRun: job.dryRun)
    for file in plan.inputs.recipients { paths.read("--recipients", file) }
    paths.read("--suppress", plan.inputs.suppress)
    paths.readLook(of: plan)
    paths.write("--report", job.report)
    paths.write("--metrics", job.metrics, isWritten: !job.dryRun)
    if let path = outboxPath {
      paths.write(
        outbox: path, ledger: outbox.ledger ?? plan.streams.first?.options.ledger)
    }
    return paths
  }

  private func preview(
    _ recipient: String, _ plan: Plan, session: Session
  ) async throws -> ExitStatus {
    let reading = try await session.read(
      chosen([recipient], in: session), filters: plan.streamFilters, forRecipients: true)
    let ledger = try knownLedger(plan.streams[0])
    try Mailing(
      plan, session: session, reading: reading, ledger: ledger, only: selection.only,
      preview: recipient
    ).preview(RecipientID(recipient), ledger: ledger)
    return try session.finish(reading)
  }

  /// A selection of these recipients, by their ids in all systems.
  private func chosen(_ recipients: [String], in session: Session) throws -> Selection {
    var selection = Selection()
    if recipients.isEmpty { return selection }
    let asked = Set(recipients.map { RecipientID($0) })
    selection.recipients = try session.recipients.identities(of: asked)
    return selection
  }
}
