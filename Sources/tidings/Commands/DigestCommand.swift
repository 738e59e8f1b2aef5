import ArgumentParser
import Digests
import Notifications
import Pipeline
import Rendering

/// The form of a digest.
enum DigestFormat: String, ExpressibleByArgument, CaseIterable {
  case terminal, json
}

/// `tidings digest`
struct DigestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "digest",
    abstract: "Makes a digest of a recipient's notifications: Today, Yesterday, Earlier.",
    discussion: """
      Looks at the last seven days unless --days, --since or --until say otherwise. Several \
      recipients are written as JSON only, one digest a line.

      EXAMPLES
        tidings digest notifications.jsonl --recipient user-17
        tidings digest notifications.jsonl --format json | jq .counts
        tidings digest rooms.json --owner me --time-zone Europe/Berlin
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var place: PlaceOptions
  @OptionGroup var terminal: TerminalOptions

  @Option(help: "The form: terminal or json.")
  var format: DigestFormat = .terminal

  @Option(help: ArgumentHelp("The most lines of a digest; counts stay whole.", valueName: "n"))
  var limit: Int = Selection.defaultLimit

  @Flag(inversion: .prefixedNo, help: "Make one line of notifications that belong together.")
  var collapse = true

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit takes a number from 0.") }
  }

  func run() async throws {
    try await Command.run { environment in
      let session = try Session(input, place, environment)
      var selection = try session.selection(selection, defaultDays: 7)
      selection.limit = limit
      selection.collapses = collapse
      let reading = try await session.read(selection)
      switch format {
      case .json: try writeJSON(reading)
      case .terminal: try writeOne(reading, terminal.style(for: .output, environment))
      }
      return try session.finish(reading)
    }
  }

  private func writeJSON(_ reading: Reading) throws {
    for recipient in reading.index.recipients {
      let digest = try reading.digest(for: recipient)
      let context = reading.context(for: Recipient(id: recipient))
      try StandardStream.output.write(
        JSONDocument.digest(digest, in: context, layout: .oneLine))
    }
  }

  private func writeOne(_ reading: Reading, _ style: TerminalStyle) throws {
    let recipients = reading.index.recipients
    guard recipients.count <= 1 else { throw Failure.severalRecipients(recipients) }
    let recipient = recipients.first ?? RecipientID(selection.recipients.first ?? "me")
    let digest = try reading.digest(for: recipient)
    let context = reading.context(for: Recipient(id: recipient))
    try StandardStream.output.write(TerminalDocument.digest(digest, in: context, style: style))
  }
}

extension Failure {
  static func severalRecipients(_ recipients: [RecipientID]) -> Failure {
    let some = recipients.prefix(3).map(\.text).joined(separator: ", ")
    return .usage(
      "there are \(recipients.count) recipients (\(some)\(recipients.count > 3 ? ", …" : ""))",
      "name one with --recipient, or use --format json for all of them")
  }
}
