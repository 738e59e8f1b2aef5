import ArgumentParser
import Delivery
import MailMessages
import Notifications
import Pipeline
import Recipients
import Rendering
import YAML

/// The sender of mails, and how they look.
struct MailingOptions: ParsableArguments {
  @Option var from: OptionValue<String>

  @OptionGroup var brand: BrandOptions

  @Option(help: ArgumentHelp("The address for replies.", valueName: "address"))
  var replyTo: String?

  @Option(help: "The theme: default or lean.")
  var theme = OptionValue("default")

  @Option(
    help: ArgumentHelp(
      "The name of the series of mails; each has its own ledger entries.", valueName: "name"))
  var stream = OptionValue("digest")

  /// A configuration file with a stream names its sender.
  init() {
    let help = ArgumentHelp("The sender's address.", valueName: "address")
    _from =
      ConfigurationFile.plan.streams.isEmpty
      ? Option(help: help) : Option(wrappedValue: OptionValue(""), help: help)
  }

  func validate() throws {
    guard !MailTheme.bundled.contains(theme.value) else { return }
    throw ValidationError(
      "--theme: " + ChoiceSentence.of(theme.value, allowed: MailTheme.bundled))
  }

  /// The sender that the options describe, over a configured one.
  func override(_ configured: inout StreamConfiguration) throws {
    if from.isGiven { configured.from = try Self.address(from.value, option: "--from") }
    if let replyTo {
      configured.replyTo = try Self.address(replyTo, option: "--reply-to")
    }
    configured.name = stream.or(configured.name)
    configured.options.theme = theme.or(configured.options.theme)
    _ = try configured.sender(of: Brand(name: ""))
  }

  private static func address(_ text: String, option: String) throws -> EmailAddress {
    do {
      return try EmailAddress(text)
    } catch {
      throw Failure.usage("\(option) \(text) is not an address", "write it as digest@example.org")
    }
  }
}

extension StreamConfiguration {
  /// The stream that `tidings mail` describes, over a configured one.
  init(_ command: MailCommand, over configured: StreamConfiguration?) throws {
    self = configured ?? StreamConfiguration()
    try command.mailing.override(&self)
    outbox = command.outbox.output ?? outbox
    options.form = command.outbox.form.or(options.form)
    options.ledger = command.outbox.ledger ?? options.ledger
    try options.override(by: command.rhythm, command.schedule)
    options.syncs = options.syncs && !command.outbox.noSync
    options.limits.override(by: command.limits)
  }

  /// Who sends the mails, and as what.
  func sender(of brand: Brand) throws -> MailStream {
    guard let from else { throw Failure.usage("there is no sender", "name one with --from") }
    do {
      return try MailStream(
        name: name, from: Mailbox(brand.name.isEmpty ? nil : brand.name, from),
        replyTo: replyTo.map { Mailbox(nil, $0) })
    } catch {
      throw Failure.usage("--stream \(name) cannot be part of a List-Id", "use letters and hyphens")
    }
  }

  /// Opens the outbox, or for a dry run a read-only view of it.
  ///
  /// - Parameter isForced: whether it may belong to another user.
  func openOutbox(isDryRun: Bool, isForced: Bool) throws -> Outbox {
    let settings = Outbox.Options(
      format: options.form, ledgerPath: options.ledger, syncs: options.syncs)
    if !isDryRun, !isForced { try Outbox.checkOwner(of: outbox, ledger: options.ledger) }
    return isDryRun
      ? try Outbox(dryRun: outbox, options: settings) : try Outbox(path: outbox, options: settings)
  }
}

extension StreamConfiguration.Options {
  mutating func override(
    by rhythm: RhythmOptions, _ schedule: MailCommand.Timing
  ) throws(RhythmFault) {
    self.rhythm = try rhythm.resolved().over(self.rhythm)
    firstDays = schedule.firstDays ?? firstDays
    limit = schedule.limit ?? limit
    sendsEmpty = sendsEmpty || schedule.sendEmpty
  }
}

extension OutboxFormat: ExpressibleByArgument {}

/// Where mails go, and how many are too many.
struct OutboxOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("The outbox to write to.", valueName: "outbox"))
  var output: String?

  @Option(name: .customLong("as"), help: "The outbox's format: maildir, eml, mbox or jsonl.")
  var form = OptionValue(OutboxFormat.maildir)

  @Option(
    help: ArgumentHelp("The ledger; default: tidings.ledger in the outbox.", valueName: "file"))
  var ledger: String?

  @Flag(
    name: .customLong("no-sync"), help: "Do not sync to the disk; a power failure may lose mails.")
  var noSync = false
}

/// How far the clock may be ahead.
struct ClockOption: ParsableArguments {
  @Option(
    name: .customLong("max-ahead"),
    help: ArgumentHelp(
      "Stop if the newest notification and the last run are both longer ago, because the clock may "
        + "be wrong; default: 2d.", valueName: "duration"))
  var text: String?

  /// In seconds, if given.
  var maxAhead: Int64? { text.flatMap { DurationText.seconds($0) } }

  func validate() throws {
    if let text, DurationText.seconds(text) == nil {
      throw ValidationError("--max-ahead takes a duration such as 90m, 36h or 2d.")
    }
  }
}

/// What stops a run before its first message.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Stop before the first message if there would be more.", valueName: "n"))
  var maxMessages: Int?

  @Option(
    help: ArgumentHelp(
      "Stop if the newest notification is older, such as 36h or 2d.", valueName: "duration"))
  var maxAge: String?

  @OptionGroup var clock: ClockOption

  func validate() throws {
    if let maxMessages, maxMessages < 0 {
      throw ValidationError("--max-messages takes a number from 0.")
    }
    if let maxAge, DurationText.seconds(maxAge) == nil {
      throw ValidationError("--max-age takes a duration such as 90m, 36h or 2d.")
    }
  }
}

extension SendLimits {
  mutating func override(by options: LimitOptions) {
    maxMessages = options.maxMessages ?? maxMessages
    maxAge = options.maxAge.flatMap { DurationText.seconds($0) } ?? maxAge
    maxAhead = options.clock.maxAhead ?? maxAhead
  }
}

/// The links by which recipients unsubscribe, if they have none of their own, and change what they get.
struct SignedLinkOptions: ParsableArguments {
  @Option(
    name: .customLong("unsubscribe-url"),
    help: ArgumentHelp(
      "The https URL to unsubscribe, with {recipient} and {signature}.",
      valueName: "url"))
  var template: String?

  @Option(
    name: .customLong("manage-url"),
    help: ArgumentHelp(
      "The https URL to change how often mails come, with {recipient} and {signature}; with {type}, "
        + "the URL to mute a type. Give it twice for both.", valueName: "url"))
  var manageTemplates: [String] = []

  @Option(
    name: .customLong("unsubscribe-secret-env"),
    help: ArgumentHelp(
      "The environment variable that holds the secret of {signature}.", valueName: "name"))
  var variable = OptionValue(SignedLinkRule.defaultVariable)

  func validate() throws {
    if SignedLinkRule.isAmbiguous(manageTemplates) {
      throw ValidationError(
        "--manage-url takes at most one URL with {type}, to mute a type, and one without.")
    }
    let plan = ConfigurationFile.plan
    let hasLinks = template != nil || plan.unsubscribe != nil
    if variable.isGiven, !hasLinks, (manageTemplates + plan.manage.map(\.template)).isEmpty {
      throw ValidationError(
        "--unsubscribe-secret-env has no effect without --unsubscribe-url or --manage-url.")
    }
  }
}

extension Plan {
  /// Options replace what the configuration file says.
  mutating func override(by options: SignedLinkOptions) {
    links.unsubscribe = options.template ?? links.unsubscribe
    if !options.manageTemplates.isEmpty { links.manage = options.manageTemplates }
    if options.variable.isGiven {
      (links.secretVariable, links.manageSecretVariable) = (options.variable.value, nil)
    }
  }
}

/// Whether a job writes anything, and what it ignores.
struct GuardOptions: ParsableArguments {
  @Flag(help: "Decide as a run would, but write only the report.")
  var dryRun = false

  @Flag(help: "Go on even if a safety limit would stop the run.")
  var force = false

  @Flag(help: "Go on even if an input is cut off or pages of it are missing.")
  var allowIncomplete = false
}

/// Where a job writes what it did.
struct ReportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write a JSON report about every recipient to this file.", valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp("Write metrics for Prometheus to this file.", valueName: "file"))
  var metrics: String?
}

/// How to run a publishing job, and where to write its report.
struct JobOptions {
  var dryRun: Bool
  var force: Bool
  var allowIncomplete: Bool
  var report: String?
  var metrics: String?

  /// The options, with what `plan` says for those not given.
  init(_ guards: GuardOptions, _ reports: ReportOptions, over plan: Plan) {
    dryRun = guards.dryRun
    force = guards.force
    allowIncomplete = guards.allowIncomplete || plan.allowsIncomplete
    report = reports.report ?? plan.report
    metrics = reports.metrics ?? plan.metrics
  }
}
