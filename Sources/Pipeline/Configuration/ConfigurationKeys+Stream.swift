extension ConfigurationKeys {
  /// The keys of a mail stream.
  static let stream: [ConfigurationKey] = [
    ConfigurationKey(
      "from", "digest@example.org", "The sender's address.", need: .required),
    ConfigurationKey("reply-to", "help@example.org", "The address for replies."),
    ConfigurationKey(
      "outbox", "outbox", "The folder from which a mail sender takes the messages.",
      need: .required),
    ConfigurationKey(
      "as", "maildir",
      "The format of the outbox: maildir, eml, mbox or jsonl.", standard: "maildir"),
    ConfigurationKey(
      "ledger", "digest.ledger", "The path of the ledger.", standard: "tidings.ledger in the outbox"
    ),
    ConfigurationKey("theme", "default", "The theme: default or lean."),
    ConfigurationKey(
      "hour", "7", "The local hour of recipients who set none: 0 to 23.", standard: "7"),
    ConfigurationKey(
      "first-days", "7", "How many days a recipient's first mail looks back: 1 to 3650.",
      standard: "one day, or seven for a weekly mail"),
    ConfigurationKey(
      "types", "[offer, event]", "Only these types, by key or label.", standard: "all"),
    ConfigurationKey("priorities", "[high]", "Only these priorities.", standard: "all"),
    ConfigurationKey(
      "send-empty", "false", "Also mails recipients who have nothing new.", standard: "false"),
    ConfigurationKey(
      "sync", "true", "Syncs to the disk, so that a power failure loses nothing.",
      standard: "true"),
    ConfigurationKey(
      "max-messages", "50000",
      "Stops a run before its first message if it would send more, unless forced."),
    ConfigurationKey(
      "max-age", "36h",
      "Stops a run before its first message if the newest record is older, unless forced."),
    ConfigurationKey(
      "max-ahead", "2d",
      "Stops a run before its first message, unless forced, if the newest record and the last run are "
        + "both longer ago, because the clock may be wrong.", standard: "2d"),
  ]
}
