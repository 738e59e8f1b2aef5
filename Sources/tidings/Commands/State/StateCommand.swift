import ArgumentParser

/// `tidings state`
struct StateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "Marks notifications as read or deleted, in a file beside the exports.",
    discussion: """
      A state file contains marks; an inbox page can download one too. Every command that reads \
      exports applies it with --state. The exports themselves are never changed.

      EXAMPLES
        tidings state mark-read export.jsonl --state marks.json --id n-17
        tidings state mark-all-read export.jsonl --state marks.json --recipient user-3
        tidings summary export.jsonl --state marks.json --state tidings-state.json
        tidings state sql export.jsonl --state marks.json | psql app
      """,
    subcommands: [
      MarkRead.self, MarkAllRead.self, Delete.self, ClearRead.self, ClearAll.self, Show.self,
      Statements.self, Requests.self,
    ])
}
