import ArgumentParser
import Delivery
import Exports
import Pipeline
import YAML

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

  @Option(
    help: ArgumentHelp("Stop before the first message if there would be more.", valueName: "n"))
  var maxMessages: Int?

  @Option(
    help: ArgumentHelp(
      "Stop if the newest notification is older, such as 36h or 2d.", valueName: "duration"))
  var maxAge: String?

  @Option(
    help: ArgumentHelp(
      "Stop if the newest notification and the last run are both longer ago, because the clock may "
        + "be wrong; default: 2d.", valueName: "duration"))
  var maxAhead: String?

  func validate() throws {
    if let maxMessages, maxMessages < 0 {
      throw ValidationError("--max-messages takes a number from 0.")
    }
    if let maxAge, DurationText.seconds(maxAge) == nil {
      throw ValidationError("--max-age takes a duration such as 90m, 36h or 2d.")
    }
    if let maxAhead, DurationText.seconds(maxAhead) == nil {
      throw ValidationError("--max-ahead takes a duration such as 90m, 36h or 2d.")
    }
  }

  var brakes: Brakes {
    Brakes(
      maxMessages: maxMessages, maxAge: maxAge.flatMap { DurationText.seconds($0) },
      maxAhead: maxAhead.flatMap { DurationText.seconds($0) } ?? Brakes.standardAhead)
  }

  /// Opens the outbox, or for a dry run a read-only view of it.
  func opened(isRehearsal: Bool) throws -> Outbox {
    let options = Outbox.Options(format: form, ledgerPath: ledger, syncs: !noSync)
    return isRehearsal
      ? try Outbox(rehearsing: output ?? "", options: options)
      : try Outbox(path: output ?? "", options: options)
  }
}
