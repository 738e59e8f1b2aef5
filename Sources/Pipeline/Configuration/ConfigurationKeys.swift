/// All keys of the configuration file, in the order of its documentation. The reader, `tidings
/// init` and the manual's reference all use this table.
package enum ConfigurationKeys {
  package static let root: [ConfigurationKey] =
    inputs + [
      .section(
        "mail",
        "The digest mails: a section for each stream, a series of mails with its own ledger entries. "
          + "Its name becomes part of the List-Id and of every Message-ID.",
        need: .shown, hasOwnNames: true, stream),
      .section("inbox", "The static inbox page of every recipient.", inbox),
      .section("digest", "A digest file for every recipient.", digest),
    ] + books

  /// The stream's name in the file that `tidings init` writes.
  static let streamName = "digest"

  /// The keys of a top-level section.
  static func members(of name: String) -> [ConfigurationKey] {
    root.first { $0.name == name }?.members ?? []
  }

  private static let inputs: [ConfigurationKey] = [
    ConfigurationKey(
      "exports", "notifications.json",
      "The exported notifications: JSON, JSON Lines or SQLite, plain or gzipped; a file or a "
        + "list of files. - is standard input.", need: .required),
    ConfigurationKey(
      "profile", "recruiting-compass",
      "Reads every export with this profile (see tidings profiles list) instead of detecting it."),
    ConfigurationKey("profiles", "profiles", "A folder with mapping profiles of your own."),
    ConfigurationKey(
      "owner", "me", "The recipient of records that name none.", standard: "me"),
    ConfigurationKey("base-url", "https://app.example.org", "The base URL of relative links."),
    ConfigurationKey(
      "inbox-url", "https://app.example.org/inbox/{recipient}",
      "The URL of a recipient's inbox; {recipient} stands for the id, {page} for the name of the page "
        + "in the folder of inbox."),
    ConfigurationKey(
      "time-zone", "Europe/Berlin", "The time zone of recipients who set none.", standard: "UTC"),
    ConfigurationKey("locale", "de", "The language of recipients who set none.", standard: "en"),
    ConfigurationKey(
      "recipients", "recipients.json",
      "The recipients' addresses, zones, languages and preferences: JSON, JSON Lines or SQLite."),
    ConfigurationKey(
      "state", "marks.json",
      "What recipients marked read or deleted since the export (see tidings state); a file or a list "
        + "of files."),
    ConfigurationKey(
      "suppress", "suppressed.txt", "Addresses that are never mailed, one per line."),
    .section(
      "unsubscribe", "The unsubscribe link of recipients without one of their own.",
      [
        ConfigurationKey(
          "url", "https://app.example.org/unsubscribe?u={recipient}&s={signature}",
          "{recipient} stands for the id, {signature} for a signature of it that nobody else can "
            + "make.", need: .required),
        ConfigurationKey(
          "secret-from", "TIDINGS_UNSUBSCRIBE_SECRET",
          "The environment variable that holds the signature's secret, of 16 bytes or more; no "
            + "file contains the secret.", need: .required),
      ]),
    ConfigurationKey(
      "templates", "templates", "A folder with templates and catalogues of your own."),
    ConfigurationKey(
      "images", "true",
      "Shows thumbnails and avatars in mails and digests, loaded from the web.",
      standard: "true"),
    .section(
      "brand", "The app, as readers see it.",
      [
        ConfigurationKey(
          "name", "The Compass", "The app's name, for From, the mail and its footer."),
        ConfigurationKey(
          "logo", "https://app.example.org/logo.png", "The https URL of a square logo."),
        ConfigurationKey(
          "accent", "\"#1d4ed8\"",
          "The color of links and buttons; darkened if it could not be read."),
        ConfigurationKey(
          "address", "1 Main Street, Springfield", "The sender's postal address, for the footer."),
      ]),
  ]

  private static let inbox: [ConfigurationKey] = [
    ConfigurationKey(
      "folder", "pages", "The folder of the pages, for a web server to serve.", need: .required),
    ConfigurationKey(
      "plain-names", "false",
      "Names pages after their recipients, so that anyone who knows an id can open the page.",
      standard: "false"),
    ConfigurationKey(
      "images", "false",
      "Shows thumbnails and avatars, loaded from the web by the reader's browser.",
      standard: "false"),
    ConfigurationKey(
      "index", "false", "Also writes index.html, which lists all pages and their owners.",
      standard: "false"),
  ]

  private static let digest: [ConfigurationKey] = [
    ConfigurationKey("folder", "digests", "The folder of the digests.", need: .required),
    ConfigurationKey(
      "format", "html", "The format: markdown, html, text or json.", standard: "html"),
    ConfigurationKey(
      "days", "7", "The number of days to include, with today: 1 to 3650.", standard: "7"),
  ]

  /// Reports for whoever runs the job.
  private static let books: [ConfigurationKey] = [
    ConfigurationKey(
      "report", "report.json", "A JSON report about every recipient, replaced by each run."),
    ConfigurationKey(
      "metrics", "tidings.prom", "Metrics for Prometheus' textfile collector."),
    ConfigurationKey(
      "rejected", "rejected.jsonl", "The rejected records, to be corrected and read again."),
    ConfigurationKey(
      "strict", "false",
      "Exits with status 65 before anything is written if a record is "
        + "rejected.", standard: "false"),
    ConfigurationKey(
      "allow-incomplete", "false",
      "Goes on even if an export is cut off or lacks pages; missing notifications come later.",
      standard: "false"),
  ]
}

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

/// A key of the configuration file, with its documentation.
package struct ConfigurationKey: Sendable {
  package let name: String
  /// An example value in YAML; empty for a section.
  package let example: String
  /// One or two sentences.
  package let meaning: String
  /// The default; nil if it is obvious.
  package var standard: String?
  package var need = Need.optional
  /// A section's keys.
  package var members: [ConfigurationKey] = []
  /// Whether the user chooses the names in this section, as for mail streams.
  package var hasOwnNames = false

  package enum Need: Sendable {
    case optional
    /// Every file must have it.
    case required
    /// `tidings init` writes it; it may be removed.
    case shown
  }

  init(
    _ name: String, _ example: String, _ meaning: String, standard: String? = nil,
    need: Need = .optional
  ) {
    self.name = name
    self.example = example
    self.meaning = meaning
    self.standard = standard
    self.need = need
  }

  /// A section of keys.
  static func section(
    _ name: String, _ meaning: String, need: Need = .optional, hasOwnNames: Bool = false,
    _ members: [ConfigurationKey]
  ) -> ConfigurationKey {
    var key = ConfigurationKey(name, "", meaning, need: need)
    key.members = members
    key.hasOwnNames = hasOwnNames
    return key
  }
}
