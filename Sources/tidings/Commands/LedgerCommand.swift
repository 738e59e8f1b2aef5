import ArgumentParser
import Delivery
import Notifications
import Pipeline

/// `tidings ledger`
struct LedgerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract:
      "Shows what was handed over to whom, forgets recipients, undoes runs, merges ledgers.",
    discussion: """
      Every outbox has a ledger: the file tidings.ledger in it, or the file that mail --ledger \
      named. Name either the outbox or the ledger.

      EXAMPLES
        tidings ledger status outbox
        tidings ledger export outbox | jq -c 'select(.kind == "mail")'
        tidings ledger forget outbox --recipient user-17
        tidings ledger rewind outbox --to 2026-02-08T15:05:00Z
        tidings ledger merge shard-1 shard-2 -o whole.ledger
      """,
    subcommands: [
      LedgerStatusCommand.self, LedgerExportCommand.self, LedgerForgetCommand.self,
      LedgerMergeCommand.self, LedgerRewindCommand.self,
    ], defaultSubcommand: LedgerStatusCommand.self)
}

/// The ledger that a command works on.
struct LedgerPlace: ParsableArguments {
  @Argument(help: ArgumentHelp("The outbox, or its ledger.", valueName: "outbox"))
  var place: String

  /// The ledger's path; throws if there is none.
  func path() throws -> String { try Self.path(of: place) }

  static func path(of place: String) throws -> String {
    if let path = try Ledger.path(of: place) { return path }
    throw Failure(
      status: .noInput, message: "\(place): there is no ledger",
      advice: "name an outbox that tidings mail has written to, or the file of its --ledger")
  }
}

/// `tidings ledger export`
struct LedgerExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Prints a ledger as JSON Lines: its runs, recipients and mails.",
    discussion: """
      Times are microseconds since 1970; notifications are hashes of their ids. It is safe to use \
      during a run. The output is personal data.

      EXAMPLES
        tidings ledger export outbox > ledger.jsonl
        tidings ledger export outbox | jq -r 'select(.kind == "mail") | .recipient'
      """)

  @OptionGroup var place: LedgerPlace

  func run() async throws {
    try await Command.run { _ in
      let ledger = try Ledger(path: try place.path(), access: .reading)
      // Buffered: a write for every line would cost more than reading the ledger.
      var bytes: [UInt8] = []
      var failure: (any Error)?
      do {
        try ledger.export(naming: Self.names) { line in
          bytes += line
          bytes.append(UInt8(ascii: "\n"))
          guard bytes.count > 1 << 16 else { return }
          do {
            try StandardStream.output.write(bytes)
          } catch {
            failure = error
            throw error
          }
          bytes.removeAll(keepingCapacity: true)
        }
      } catch { throw failure ?? error }
      try StandardStream.output.write(bytes)
      return .done
    }
  }

  private static func names(_ key: [UInt8]) -> [(name: String, text: [UInt8])] {
    guard let key = PersonID(bytes: key) else { return [("recipient", key)] }
    return [
      ("profile", Array(key.profile.text.utf8)), ("recipient", Array(key.recipient.text.utf8)),
    ]
  }
}
