extension ConfigurationKeys {
  /// The keys of a mail stream.
  static let stream: [ConfigurationKey] =
    [
      ConfigurationKey(
        "from", "digest@example.org", meaning: "The sender's address.", need: .required),
      ConfigurationKey("reply-to", "help@example.org", meaning: "The address for replies."),
      ConfigurationKey(
        "outbox", "outbox", meaning: "The folder from which a mail sender takes the messages.",
        need: .required),
      ConfigurationKey(
        "as", "maildir",
        meaning: "The format of the outbox: maildir, eml, mbox or jsonl.", standard: "maildir"),
      ConfigurationKey(
        "ledger", "digest.ledger", meaning: "The path of the ledger.",
        standard: "tidings.ledger in the outbox"
      ),
      ConfigurationKey("theme", "default", meaning: "The theme: default or lean."),
    ] + rhythm + [
      ConfigurationKey(
        "first-days", "7", meaning: "How many days a recipient's first mail looks back: 1 to 3650.",
        standard: "from one of their days to the next: 1, for a weekly mail 7, for a monthly one 31"
      ),
      ConfigurationKey(
        "limit", "15", meaning: "The most lines of a mail; what is cut is counted.", standard: "15"),
      ConfigurationKey(
        "types", "[offer, event]", meaning: "Only these types, by key or label.", standard: "all"),
      ConfigurationKey("priorities", "[high]", meaning: "Only these priorities.", standard: "all"),
      ConfigurationKey(
        "where", "[data.env=production]",
        meaning:
          "Only notifications with this value of a field: actor, subject or the path of any other; != "
          + "excludes a value.", standard: "all"),
      ConfigurationKey(
        "send-empty", "false", meaning: "Also mails recipients who have nothing new.",
        standard: "false"),
      ConfigurationKey(
        "sync", "true", meaning: "Syncs to the disk, so that a power failure loses nothing.",
        standard: "true"),
      ConfigurationKey(
        "max-messages", "50000",
        meaning: "Stops a run before its first message if it would send more, unless forced."),
      ConfigurationKey(
        "max-age", "36h",
        meaning:
          "Stops a run before its first message if the newest record is older, unless forced."),
      ConfigurationKey(
        "max-ahead", "2d",
        meaning:
          "Stops a run before its first message, unless forced, if the newest record and the last run are "
          + "both longer ago, because the clock may be wrong.", standard: "2d"),
    ]
}

extension ConfigurationKeys {
  /// When mail is due for recipients who do not say.
  private static let rhythm: [ConfigurationKey] = [
    ConfigurationKey(
      "frequency", "weekly",
      meaning:
        "How often recipients who do not say get a mail: daily, weekdays, weekly, monthly or never.",
      standard: "daily"),
    ConfigurationKey(
      "days", "[mon, thu]", meaning: "The days of a weekly mail.", standard: "monday"),
    ConfigurationKey(
      "day", "1",
      meaning: "The day of a monthly mail, 1 to 31; in a shorter month its last.", standard: "1"),
    ConfigurationKey(
      "hour", "7",
      meaning: "The local hour of recipients who set none: 0 to 23, or a time such as 17:30.",
      standard: "7"),
    ConfigurationKey(
      "hours", "[8, 17:30]",
      meaning: "Several of these instead of hour, for several mails on each day."),
    ConfigurationKey(
      "urgent", "immediately",
      meaning:
        "When unread notifications of high priority are mailed: immediately, by the next run at any "
        + "hour that is not quiet, or with the digest.", standard: "digest"),
    ConfigurationKey(
      "paused-until", "2026-03-01",
      meaning: "Nobody who does not say otherwise is mailed before this day begins for them."),
  ]
}
