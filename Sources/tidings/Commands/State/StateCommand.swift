import ArgumentParser

/// `tidings state`
struct StateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "Keeps marks beside exports that are never changed: what was read, what was deleted.",
    discussion: """
      A state file holds marks; the inbox page downloads one too. Every command that reads exports \
      takes it with --state, and shows them as they are since.

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
