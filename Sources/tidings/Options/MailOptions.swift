import ArgumentParser
import Delivery
import MailMessages
import Pipeline
import Rendering
import YAML

/// The sender of mails, and how they look.
struct MailingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The sender's address.", valueName: "address"))
  var from: String

  @Option(
    help: ArgumentHelp("The app's name, for From, the mail and its footer.", valueName: "name"))
  var brand: String = ""

  @Option(help: ArgumentHelp("The address for replies.", valueName: "address"))
  var replyTo: String?

  @Option(help: ArgumentHelp("The https URL of a square logo.", valueName: "url"))
  var logo: String?

  @Option(
    help: ArgumentHelp(
      "The color of links and buttons, such as #1d4ed8.", valueName: "color"))
  var accent: String?

  @Option(help: ArgumentHelp("The sender's postal address, for the footer.", valueName: "text"))
  var address: String?

  @Option(help: "The theme: default or lean.")
  var theme: String = "default"

  @Option(
    help: ArgumentHelp(
      "The name of the series of mails; each has its own ledger entries.", valueName: "name"))
  var stream: String = "digest"

  /// The stream that the options describe.
  func mailStream() throws -> MailStream {
    let sender = Mailbox(brand.isEmpty ? nil : brand, try Self.address(from, option: "--from"))
    let answers = try replyTo.map { Mailbox(nil, try Self.address($0, option: "--reply-to")) }
    do {
      return try MailStream(name: stream, from: sender, replyTo: answers)
    } catch {
      throw Failure.usage(
        "--stream \(stream) cannot be part of a List-Id", "use letters and hyphens")
    }
  }

  /// The brand that the options describe.
  func mailBrand() throws -> Brand {
    var look = Brand(name: brand, logoURL: logo, address: address)
    if let accent { look.accent = try AccentOption.resolved(accent) }
    return look
  }

  private static func address(_ text: String, option: String) throws -> EmailAddress {
    do {
      return try EmailAddress(text)
    } catch {
      throw Failure.usage("\(option) \(text) is not an address", "write it as digest@example.org")
    }
  }
}

extension OutboxFormat: ExpressibleByArgument {}

/// Where mails go, and how many are too many.
struct OutboxOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("The outbox to write to.", valueName: "outbox"))
  var output: String?

  @Option(name: .customLong("as"), help: "The outbox's format: maildir, eml, mbox or jsonl.")
  var form: OutboxFormat = .maildir

  @Option(
    help: ArgumentHelp("The ledger; default: tidings.ledger in the outbox.", valueName: "file"))
  var ledger: String?

  @Flag(
    name: .customLong("no-sync"), help: "Do not sync to the disk; a power failure may lose mails.")
  var noSync = false

  /// Opens the outbox, or for a dry run a read-only view of it.
  func opened(isDryRun: Bool) throws -> Outbox {
    let options = Outbox.Options(format: form, ledgerPath: ledger, syncs: !noSync)
    return isDryRun
      ? try Outbox(dryRun: output ?? "", options: options)
      : try Outbox(path: output ?? "", options: options)
  }
}

/// How far the clock may be ahead.
struct ClockOption: ParsableArguments {
  @Option(
    name: .customLong("max-ahead"),
    help: ArgumentHelp(
      "Stop if the newest notification and the last run are both longer ago, because the clock may "
        + "be wrong; default: 2d.", valueName: "duration"))
  var text: String?

  /// In seconds.
  var maxAhead: Int64 { text.flatMap { DurationText.seconds($0) } ?? SendLimits.standardAhead }

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

  var limits: SendLimits {
    SendLimits(
      maxMessages: maxMessages, maxAge: maxAge.flatMap { DurationText.seconds($0) },
      maxAhead: clock.maxAhead)
  }
}

/// How recipients without a link of their own unsubscribe.
struct UnsubscribeOptions: ParsableArguments {
  @Option(
    name: .customLong("unsubscribe-url"),
    help: ArgumentHelp(
      "The https URL to unsubscribe, with {recipient} and {signature}.",
      valueName: "url"))
  var template: String?

  @Option(
    name: .customLong("unsubscribe-secret-env"),
    help: ArgumentHelp(
      "The environment variable that holds the secret of {signature}.", valueName: "name"))
  var variable: String = UnsubscribeRule.defaultVariable

  /// The links that the options describe; nil if they describe none.
  func link(_ environment: (String) -> [UInt8]?) throws -> UnsubscribeLink? {
    guard let template else { return nil }
    return try UnsubscribeLink(
      template: template, secretFrom: variable, of: environment, named: "--unsubscribe-url",
      secretNamed: "--unsubscribe-secret-env")
  }
}

/// Whether a job writes anything, and what it ignores.
struct GuardOptions: ParsableArguments {
  @Flag(help: "Decide and report as a run would, but write nothing.")
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

  init(_ guards: GuardOptions, _ reports: ReportOptions) {
    dryRun = guards.dryRun
    force = guards.force
    allowIncomplete = guards.allowIncomplete
    report = reports.report
    metrics = reports.metrics
  }
}
