import ArgumentParser
import Delivery
import Digests
import Exports
import Languages
import MailMessages
import Notifications
import Pipeline
import Rendering

/// `tidings mail`
struct MailCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mail",
    abstract:
      "Makes the digest mail of every recipient who is due, and never mails anything twice.",
    discussion: """
      Addresses, languages, zones and wishes come from --recipients. A mail holds what is unread and \
      was not mailed before. The outbox keeps a ledger of what was delivered to whom.

      EXAMPLES
        tidings mail export.jsonl --from digest@example.org --recipients people.json -o outbox
        tidings mail export.jsonl --from digest@example.org --recipients people.json --preview user-17
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var place: PlaceOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var mailing: MailingOptions

  @Option(
    name: .customLong("recipient"), help: ArgumentHelp("Only this recipient.", valueName: "id"))
  var onlyRecipients: [String] = []

  @Option(help: ArgumentHelp("The recipients: JSON, JSON Lines or SQLite.", valueName: "file"))
  var recipients: String?

  @Option(help: ArgumentHelp("Addresses never to mail, one a line.", valueName: "file"))
  var suppress: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("The outbox.", valueName: "outbox"))
  var output: String?

  @Option(name: .customLong("as"), help: "The outbox's form: maildir, eml, mbox or jsonl.")
  var form: OutboxFormat = .maildir

  @Option(
    help: ArgumentHelp(
      "Write this recipient's mail to standard output; deliver nothing.", valueName: "id"))
  var preview: String?

  @Option(help: ArgumentHelp("Where the ledger is; default: in the outbox.", valueName: "file"))
  var ledger: String?

  @Option(help: "The local hour at which recipients without one get their mail, 0 to 23.")
  var hour: Int = 7

  @Option(help: ArgumentHelp("How many days a recipient's first mail looks back.", valueName: "n"))
  var firstDays: Int?

  @Flag(
    name: .customLong("no-sync"), help: "Do not wait for the disk; a power failure may lose mails.")
  var noSync = false

  @Flag(help: "Mail those too who have nothing new.")
  var sendEmpty = false

  func validate() throws {
    if (output == nil) == (preview == nil) {
      throw ValidationError("Name either an outbox with -o or a recipient with --preview.")
    }
    if !(0...23).contains(hour) { throw ValidationError("--hour takes a number from 0 to 23.") }
    if let firstDays, firstDays < 1 { throw ValidationError("--first-days takes a number from 1.") }
  }

  func run() async throws {
    try await Command.run { environment in
      let session = try Session(input, place, environment, templates: try look.ownTemplates())
      var selection = Selection()
      let only = onlyRecipients + (preview.map { [$0] } ?? [])
      if !only.isEmpty { selection.recipients = Set(only.map { RecipientID($0) }) }
      let reading = try await session.read(selection)
      let mail = try Mailing(self, session: session, reading: reading)
      if let preview { return try mail.preview(RecipientID(preview)) }
      let isWhole = try await mail.deliver()
      let status = try session.finish(reading)
      return isWhole ? status : .doneWithRejects
    }
  }
}
