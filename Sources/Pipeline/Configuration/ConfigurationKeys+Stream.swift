extension ConfigurationKeys {
  /// The keys of a mail stream.
  static let stream: [ConfigurationKey] = [
    ConfigurationKey(
      "from", "digest@example.org", "The address that the mails are from.", need: .required),
    ConfigurationKey("reply-to", "help@example.org", "Where answers go."),
    ConfigurationKey(
      "outbox", "outbox", "The folder from which a mail sender takes the messages.",
      need: .required),
    ConfigurationKey(
      "as", "maildir",
      "The form of the outbox: maildir, eml, mbox or jsonl.", standard: "maildir"),
    ConfigurationKey(
      "ledger", "digest.ledger", "Where the ledger is.", standard: "tidings.ledger in the outbox"),
    ConfigurationKey("theme", "default", "The look: default or lean."),
    ConfigurationKey(
      "hour", "7", "The local hour of recipients who name none: 0 to 23.", standard: "7"),
    ConfigurationKey(
      "first-days", "7", "How many days a recipient's first mail looks back: 1 to 3650.",
      standard: "one day, or seven for a weekly mail"),
    ConfigurationKey(
      "types", "[offer, event]", "Only these types, by key or label.", standard: "all"),
    ConfigurationKey("priorities", "[high]", "Only these priorities.", standard: "all"),
    ConfigurationKey(
      "send-empty", "false", "Mails those too who have nothing new.", standard: "false"),
    ConfigurationKey(
      "sync", "true", "Waits for the disk, so that a power failure loses nothing.",
      standard: "true"),
    ConfigurationKey(
      "max-messages", "50000",
      "A run that would send more stops before its first message, unless forced."),
    ConfigurationKey(
      "max-age", "36h",
      "A run whose newest record is older stops before its first message, unless forced."),
    ConfigurationKey(
      "max-ahead", "2d",
      "A run whose present is further after both the newest record and the last run stops before its "
        + "first message, unless forced: the clock is wrong.", standard: "2d"),
  ]
}
