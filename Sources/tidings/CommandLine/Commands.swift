extension Command {
  static let tidings = Command(
    name: "tidings",
    abstract: "Turns an app's exported notifications into digests, inbox pages, feeds and mails.",
    about: """
      Reads JSON, JSON Lines, CSV and SQLite exports, plain or gzipped, from files and from standard \
      input (-), and writes digests, inbox pages, feeds, mails and summaries.

      Every command that prints something for people prints it for programs with --format json. On a \
      terminal, long output goes through the pager that PAGER names.
      """,
    examples: """
      tidings summary notifications.jsonl
      tidings digest notifications.json --recipient user-17
      tidings inbox notifications.json -o pages
      tidings feed notifications.json -o feeds
      tidings check export.sqlite
      tidings build morning.yaml --dry-run
      """,
    commands: [
      summary, digest, inbox, feed, mail, build, initialize, check, ledger, profiles, templates,
      state, reference,
    ])
}
