internal import Delivery
internal import Rendering

extension ConfigurationKeys {
  /// The keys of a mail stream.
  static let stream: [ConfigurationKey] =
    [
      ConfigurationKey(
        "from", .address, example: "digest@example.org", meaning: "The sender's address.",
        need: .required),
      ConfigurationKey(
        "reply-to", .address, example: "help@example.org", meaning: "The address for replies."),
      ConfigurationKey(
        "outbox", .path, example: "outbox",
        meaning: "The folder from which a mail sender takes the messages.",
        need: .required),
      ConfigurationKey(
        "as", .word(OutboxFormat.allCases.map(\.rawValue)), example: "maildir",
        meaning: "The format of the outbox.", standard: "maildir"),
      ConfigurationKey(
        "ledger", .path, example: "digest.ledger", meaning: "The path of the ledger.",
        standard: "tidings.ledger in the outbox"
      ),
      ConfigurationKey(
        "theme", .word(MailTheme.bundled), example: "default", meaning: "The theme.",
        standard: "default"),
    ] + rhythm + [
      ConfigurationKey(
        "first-days", .days, example: "7",
        meaning: "How many days a recipient's first mail looks back.",
        standard: "from one of their days to the next: 1, for a weekly mail 7, for a monthly one 31"
      ),
      ConfigurationKey(
        "limit", .number(1...1_000_000), example: "15",
        meaning: "The most lines of a mail; what is cut is counted.", standard: "15"),
      ConfigurationKey(
        "types", .list(of: .text), example: "[offer, event]",
        meaning: "Only these types, by key or label.", standard: "all"),
      ConfigurationKey(
        "priorities", .list(of: .priority), example: "[high]", meaning: "Only these priorities.",
        standard: "all"),
      ConfigurationKey(
        "where", .list(of: .condition), example: "[data.env=production]",
        meaning:
          "Only notifications with this value of a field: actor, subject or the path of any other; != "
          + "excludes a value.", standard: "all"),
      ConfigurationKey(
        "send-empty", .flag, example: "false",
        meaning: "Also mails recipients who have nothing new.",
        standard: "false"),
      ConfigurationKey(
        "sync", .flag, example: "true",
        meaning: "Syncs to the disk, so that a power failure loses nothing.",
        standard: "true"),
      ConfigurationKey(
        "max-messages", .number(0...1_000_000_000), example: "50000",
        meaning: "Stops a run before its first message if it would send more, unless forced."),
      ConfigurationKey(
        "max-age", .duration, example: "36h",
        meaning:
          "Stops a run before its first message if the newest record is older, unless forced."),
      ConfigurationKey(
        "max-ahead", .duration, example: "2d",
        meaning:
          "Stops a run before its first message, unless forced, if the newest record and the last run are "
          + "both longer ago, because the clock may be wrong.", standard: "2d"),
    ]
}

extension ConfigurationKeys {
  /// When mail is due for recipients who do not say.
  private static let rhythm: [ConfigurationKey] = [
    ConfigurationKey(
      "frequency", .frequency, example: "weekly",
      meaning:
        "How often recipients who do not say get a mail.",
      standard: "daily"),
    ConfigurationKey(
      "days", .list(of: .weekday), example: "[mon, thu]", meaning: "The days of a weekly mail.",
      standard: "monday"),
    ConfigurationKey(
      "day", .monthDay, example: "1",
      meaning: "The day of a monthly mail; in a shorter month its last.", standard: "1"),
    ConfigurationKey(
      "hour", .hour, example: "7",
      meaning: "The local hour of recipients who set none.",
      standard: "7"),
    ConfigurationKey(
      "hours", .list(of: .hour), example: "[8, 17:30]",
      meaning: "Several of these instead of hour, for several mails on each day."),
    ConfigurationKey(
      "urgent", .urgency, example: "immediately",
      meaning:
        "When unread notifications of high priority are mailed. With immediately, the next run mails "
        + "them at any hour that is not quiet.", standard: "digest"),
    ConfigurationKey(
      "paused-until", .date, example: "2026-03-01",
      meaning: "Nobody who does not say otherwise is mailed before this day begins for them."),
  ]
}
