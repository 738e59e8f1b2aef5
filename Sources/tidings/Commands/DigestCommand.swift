import ArgumentParser
import Digests
import Notifications
import Pipeline
import Rendering

extension DigestForm: ExpressibleByArgument {}

/// `tidings digest`
struct DigestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "digest",
    abstract: "Makes a digest of a recipient's notifications: Today, Yesterday, Earlier.",
    discussion: """
      Looks at the last seven days unless --days, --since or --until say otherwise. On standard \
      output several recipients are written as JSON only, one digest a line; with -o each gets a \
      file of its own.

      EXAMPLES
        tidings digest notifications.jsonl --recipient user-17
        tidings digest notifications.jsonl --format json | jq .counts
        tidings digest rooms.json --owner me --format html --time-zone Europe/Berlin > digest.html
        tidings digest export.sqlite --format markdown -o digests
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var place: PlaceOptions
  @OptionGroup var terminal: TerminalOptions

  @OptionGroup var look: LookOptions

  @Option(
    help: ArgumentHelp(
      "The form: terminal, markdown, html, text or json; default: terminal on a terminal, else "
        + "markdown.", valueName: "form"))
  var format: DigestForm?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write a file for each recipient into this folder.", valueName: "dir"))
  var output: String?

  @Option(help: ArgumentHelp("The most lines of a digest; counts stay whole.", valueName: "n"))
  var limit: Int = Selection.defaultLimit

  @Flag(inversion: .prefixedNo, help: "Make one line of notifications that belong together.")
  var collapse = true

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit takes a number from 0.") }
  }

  func run() async throws {
    try await Command.run { environment in
      let session = try Session(input, place, environment, templates: try look.ownTemplates())
      let form =
        format ?? (output == nil && StandardStream.output.isTerminal ? .terminal : .markdown)
      var selection = try session.selection(selection, defaultDays: 7)
      selection.limit = limit
      selection.collapses = collapse
      let reading = try await session.read(selection)
      let writer = DigestWriter(
        reading: reading, documents: try session.documents(), form: form,
        style: terminal.style(for: .output, environment), look: look)
      if let output {
        try writer.write(to: output)
      } else {
        try writer.writeToStandardOutput(nobody: self.selection.recipients.first)
      }
      return try session.finish(reading)
    }
  }
}

extension Failure {
  static func severalRecipients(_ recipients: [RecipientID], orElse: String) -> Failure {
    let count = recipients.count
    let some = recipients.prefix(3).map(\.text).joined(separator: ", ")
    return .usage(
      "there are \(count) recipients (\(some)\(count > 3 ? ", …" : ""))",
      "name one with --recipient, or \(orElse)")
  }
}
