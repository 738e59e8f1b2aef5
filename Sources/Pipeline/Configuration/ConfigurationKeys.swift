/// All keys of the configuration file, in the order of its documentation. The reader, `tidings
/// init` and the manual's reference all use this table.
package enum ConfigurationKeys {
  package static let root: [ConfigurationKey] =
    inputs + [
      .section(
        "mail",
        "The digest mails: a section for each stream, a series of mails with its own ledger entries. "
          + "Its name becomes part of the List-Id and of every Message-ID.",
        need: .shown, hasOwnNames: true, members: stream),
      .section("inbox", "The static inbox page of every recipient.", members: inbox),
      .section(
        "feeds", "An Atom feed and a JSON Feed for every recipient, for any feed reader.",
        members: feeds),
      .section("digest", "A digest file for every recipient.", members: digest),
    ] + books

  /// The stream's name in the file that `tidings init` writes.
  static let streamName = "digest"

  /// The keys of a top-level section.
  static func members(of name: String) -> [ConfigurationKey] {
    root.first { $0.name == name }?.members ?? []
  }

  private static let inputs: [ConfigurationKey] = [
    ConfigurationKey(
      "exports", .list(of: .path), example: "notifications.json",
      meaning:
        "The exported notifications: JSON, JSON Lines, CSV or SQLite, plain or gzipped; a file or a "
        + "list of files. - is standard input.", need: .required),
    ConfigurationKey(
      "profile", .text, example: "recruiting-compass",
      meaning:
        "Reads every export with this profile (see tidings profiles list) instead of detecting it."),
    ConfigurationKey(
      "profiles", .path, example: "profiles",
      meaning: "A mapping profile of your own (.yaml), or a folder of them."
    ),
    ConfigurationKey(
      "join", .list(of: .join), example: "users=users.json",
      meaning:
        "A file in which a profile looks values up, with the name that the profile gives it; or a list "
        + "of these."),
    ConfigurationKey(
      "owner", .text, example: "me", meaning: "The recipient of records that name none.",
      standard: "me"),
    ConfigurationKey(
      "base-url", .url, example: "https://app.example.org",
      meaning: "The base URL of relative links."),
    ConfigurationKey(
      "inbox-url", .inboxURL, example: "https://app.example.org/inbox/{recipient}",
      meaning:
        "The URL of a recipient's inbox; {recipient} stands for the id, {page} for the name of the page "
        + "in the folder of inbox."),
    ConfigurationKey(
      "time-zone", .zone, example: "Europe/Berlin",
      meaning: "The time zone of recipients who set none.",
      standard: "UTC"),
    ConfigurationKey(
      "locale", .locale, example: "de", meaning: "The language of recipients who set none.",
      standard: "en"),
    ConfigurationKey(
      "recipients", .list(of: .path), example: "recipients.json",
      meaning:
        "The recipients' addresses, zones, languages and preferences: JSON, JSON Lines, CSV or SQLite; a "
        + "file or a list of files."),
    ConfigurationKey(
      "state", .list(of: .path), example: "marks.json",
      meaning:
        "What recipients marked read or deleted since the export (see tidings state); a file or a list "
        + "of files."),
    ConfigurationKey(
      "suppress", .path, example: "suppressed.txt",
      meaning: "Addresses that are never mailed, one per line."),
    .section(
      "unsubscribe", "The unsubscribe link of recipients without one of their own.",
      members: [
        ConfigurationKey(
          "url", .unsubscribeURL,
          example: "https://app.example.org/unsubscribe?u={recipient}&s={signature}",
          meaning:
            "{recipient} stands for the id, {signature} for a signature of it that nobody else can "
            + "make.", need: .required),
        ConfigurationKey(
          "secret-from", .variable, example: "TIDINGS_UNSUBSCRIBE_SECRET",
          meaning:
            "The environment variable that holds the signature's secret, of 16 bytes or more; no "
            + "file contains the secret.", need: .required),
      ]),
    .section(
      "manage",
      "The links in mails by which recipients change how often mails come, or mute a type.",
      members: [
        ConfigurationKey(
          "url", .list(of: .manageURL),
          example: "https://app.example.org/emails?u={recipient}&s={signature}",
          meaning:
            "As that of unsubscribe; with {type} instead, mails link to mute each of their types. A "
            + "list of one with {type} and one without makes both.", need: .required),
        ConfigurationKey(
          "secret-from", .variable, example: "TIDINGS_UNSUBSCRIBE_SECRET",
          meaning: "The environment variable that holds the signature's secret.", need: .required),
      ]),
    ConfigurationKey(
      "templates", .path, example: "templates",
      meaning: "A folder with templates and catalogues of your own."),
    ConfigurationKey(
      "images", .flag, example: "true",
      meaning: "Shows thumbnails and avatars in mails and digests, loaded from the web.",
      standard: "true"),
    .section(
      "brand", "The app, as readers see it.",
      members: [
        ConfigurationKey(
          "name", .text, example: "The Compass",
          meaning: "The app's name, for From, the mail and its footer."),
        ConfigurationKey(
          "logo", .logoURL, example: "https://app.example.org/logo.png",
          meaning: "The https URL of a square logo."),
        ConfigurationKey(
          "accent", .color, example: "\"#1d4ed8\"",
          meaning: "The color of links and buttons; darkened if it could not be read."),
        ConfigurationKey(
          "address", .text, example: "1 Main Street, Springfield",
          meaning: "The sender's postal address, for the footer."),
      ]),
  ]

  private static let inbox: [ConfigurationKey] = [
    ConfigurationKey(
      "folder", .path, example: "pages",
      meaning: "The folder of the pages, for a web server to serve.",
      need: .required),
    ConfigurationKey(
      "plain-names", .flag, example: "false",
      meaning:
        "Names pages after their recipients, so that anyone who knows an id can open the page.",
      standard: "false"),
    ConfigurationKey(
      "images", .flag, example: "false",
      meaning: "Shows thumbnails and avatars, loaded from the web by the reader's browser.",
      standard: "false"),
    ConfigurationKey(
      "index", .flag, example: "false",
      meaning: "Also writes index.html, which lists all pages and their owners.",
      standard: "false"),
  ]

  private static let feeds: [ConfigurationKey] = [
    ConfigurationKey(
      "folder", .path, example: "feeds",
      meaning: "The folder of the feeds, for a web server to serve.",
      need: .required),
    ConfigurationKey(
      "url", .url, example: "https://app.example.org/feeds",
      meaning: "The URL at which the folder is served, so that feeds name their own."),
    ConfigurationKey(
      "plain-names", .flag, example: "false",
      meaning:
        "Names feeds after their recipients, so that anyone who knows an id can read the feed.",
      standard: "false"),
  ]

  private static let digest: [ConfigurationKey] = [
    ConfigurationKey(
      "folder", .path, example: "digests", meaning: "The folder of the digests.", need: .required),
    ConfigurationKey(
      "format", .word(DigestFormat.files.map(\.rawValue)), example: "html", meaning: "The format.",
      standard: "html"),
    ConfigurationKey(
      "days", .days, example: "7", meaning: "The number of days to include, with today.",
      standard: "7"),
  ]

  /// Reports for whoever runs the job.
  private static let books: [ConfigurationKey] = [
    ConfigurationKey(
      "report", .path, example: "report.json",
      meaning: "A JSON report about every recipient, replaced by each run."
    ),
    ConfigurationKey(
      "metrics", .path, example: "tidings.prom",
      meaning: "Metrics for Prometheus' textfile collector."),
    ConfigurationKey(
      "rejected", .path, example: "rejected.jsonl",
      meaning: "The rejected records, to be corrected and read again."
    ),
    ConfigurationKey(
      "strict", .flag, example: "false",
      meaning: "Exits with status 65 before anything is written if a record is "
        + "rejected or something had to be assumed.", standard: "false"),
    ConfigurationKey(
      "allow-incomplete", .flag, example: "false",
      meaning:
        "Goes on even if an export is cut off or lacks pages; missing notifications come later.",
      standard: "false"),
  ]
}

/// A key of the configuration file, with its documentation.
package struct ConfigurationKey: Sendable {
  package let name: String
  package let type: ConfigurationType
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
    _ name: String, _ type: ConfigurationType, example: String, meaning: String,
    standard: String? = nil, need: Need = .optional
  ) {
    self.name = name
    self.type = type
    self.example = example
    self.meaning = meaning
    self.standard = standard
    self.need = need
  }

  /// A section of keys.
  static func section(
    _ name: String, _ meaning: String, need: Need = .optional, hasOwnNames: Bool = false,
    members: [ConfigurationKey]
  ) -> ConfigurationKey {
    var key = ConfigurationKey(name, .section, example: "", meaning: meaning, need: need)
    key.members = members
    key.hasOwnNames = hasOwnNames
    return key
  }
}
