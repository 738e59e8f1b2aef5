import ArgumentParser
import Delivery
import Pipeline

extension Shard: ExpressibleByArgument {
  /// `2/3`
  package init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else { return nil }
    self.init(index: index, count: count)
  }
}

/// `tidings ledger merge`
struct LedgerMergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merges the ledgers of several shards into a new one, to change their number.",
    discussion: """
      No outbox may have an interrupted run. The new ledger is written as a whole or not at all; \
      pass it to mail with --ledger and an empty outbox. With --shard it includes only that \
      shard's recipients, to turn two shards into three, for example.

      EXAMPLES
        tidings ledger merge shard-1 shard-2 -o whole.ledger
        tidings ledger merge shard-1 shard-2 --shard 1/3 -o first-of-three.ledger
      """)

  @Argument(help: ArgumentHelp("The outboxes, or their ledgers.", valueName: "outbox"))
  var places: [String]

  @Option(name: .shortAndLong, help: ArgumentHelp("The new ledger.", valueName: "file"))
  var output: String

  @Option(help: ArgumentHelp("Include only this shard's recipients.", valueName: "i/n"))
  var shard: Shard = .all

  /// Checks that no ledger is named twice and that the new one overwrites none of them.
  private func check(_ ledgers: [String]) throws {
    var seen: Set<FileIdentity> = []
    var outputs = OutputPaths()
    for path in ledgers {
      if let identity = FileIdentity(path), !seen.insert(identity).inserted {
        throw Failure.usage("\(path) is named twice", "name each ledger once")
      }
      outputs.read("a ledger", path)
    }
    outputs.write(newLedger: output)
    try outputs.check()
  }

  func run() async throws {
    try await Command.run { _ in
      let paths = try places.map { try LedgerPlace.path(of: $0) }
      try check(paths)
      try Ledger.join(paths, shard: shard, into: output)
      let ledger = try Ledger(path: output, access: .reading)
      let report = LedgerReport(path: output, status: try ledger.status())
      try StandardStream.output.write(report.text)
      return .done
    }
  }
}
