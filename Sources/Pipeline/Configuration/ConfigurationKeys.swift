/// All keys of the configuration file, in the order of its documentation. The reader, `tidings
/// init` and the manual's reference all use this table.
package enum ConfigurationKeys {
  package static let root: [ConfigurationKey] =
    inputs + [
      .section(
        "mail",
        "The digest mails: a section for each stream, which is a series of mails with ledger entries "
          + "of its own. Its name becomes part of the List-Id and of every Message-ID.",
        need: .shown, hasOwnNames: true, stream),
      .section("inbox", "The static inbox page of every recipient.", inbox),
      .section("digest", "A digest of every recipient as a file.", digest),
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
      "The exported notifications: JSON, JSON Lines or SQLite, plain or gzipped. A list where they "
        + "are several; - is standard input.", need: .required),
    ConfigurationKey(
      "profile", "recruiting-compass",
      "Reads every export as one of this system (tidings profiles list) instead of detecting it."),
    ConfigurationKey("profiles", "profiles", "A folder with mapping profiles of your own."),
    ConfigurationKey(
      "owner", "me", "Whose the records are that name no recipient.", standard: "me"),
    ConfigurationKey("base-url", "https://app.example.org", "Where relative links lead."),
    ConfigurationKey(
      "inbox-url", "https://app.example.org/inbox/{recipient}",
      "Where a recipient's inbox is; {recipient} stands for the id, {page} for the name of their page in "
        + "the folder of inbox."),
    ConfigurationKey(
      "time-zone", "Europe/Berlin", "The zone of recipients who name none.", standard: "UTC"),
    ConfigurationKey("locale", "de", "The language of recipients who name none.", standard: "en"),
    ConfigurationKey(
      "recipients", "recipients.json",
      "The recipients' addresses, zones, languages and wishes: JSON, JSON Lines or SQLite."),
    ConfigurationKey(
      "state", "marks.json",
      "What recipients marked read or deleted since the export (tidings state, an inbox page). A list "
        + "where the files are several."),
    ConfigurationKey("suppress", "suppressed.txt", "Addresses never to mail, one a line."),
    .section(
      "unsubscribe", "The unsubscribe link of recipients who have none of their own.",
      [
        ConfigurationKey(
          "url", "https://app.example.org/unsubscribe?u={recipient}&s={signature}",
          "{recipient} stands for the id, {signature} for a signature of it that nobody else can "
            + "make.", need: .required),
        ConfigurationKey(
          "secret-from", "TIDINGS_UNSUBSCRIBE_SECRET",
          "The environment variable that holds the signature's secret, of 16 bytes or more; secrets "
            + "stand in no file.", need: .required),
      ]),
    ConfigurationKey(
      "templates", "templates", "A folder with templates and catalogues of your own."),
    ConfigurationKey(
      "images", "true",
      "Shows thumbnails and avatars in mails and digests, which are loaded from the web.",
      standard: "true"),
    .section(
      "brand", "The app, as readers see it.",
      [
        ConfigurationKey("name", "The Compass", "In From, in the mail and in its footer."),
        ConfigurationKey(
          "logo", "https://app.example.org/logo.png", "A square picture beside the name, by https."),
        ConfigurationKey(
          "accent", "\"#1d4ed8\"",
          "The color of links and of the button; darkened where it could not be read."),
        ConfigurationKey(
          "address", "1 Main Street, Springfield", "The sender's postal address, for the footer."),
      ]),
  ]

  private static let inbox: [ConfigurationKey] = [
    ConfigurationKey(
      "folder", "pages", "The folder of the pages, for a web server to serve.", need: .required),
    ConfigurationKey(
      "plain-names", "false",
      "Names pages by their recipients, so that whoever knows an id finds the page.",
      standard: "false"),
    ConfigurationKey(
      "images", "false",
      "Shows thumbnails and avatars, which the reader's browser then loads from the web.",
      standard: "false"),
    ConfigurationKey(
      "index", "false", "Makes an index of all pages, which tells who is in it.",
      standard: "false"),
  ]

  private static let digest: [ConfigurationKey] = [
    ConfigurationKey("folder", "digests", "The folder of the digests.", need: .required),
    ConfigurationKey(
      "format", "html", "markdown, html, text or json.", standard: "html"),
    ConfigurationKey(
      "days", "7", "How many civil days are looked at, today included: 1 to 3650.", standard: "7"),
  ]

  /// Reports for whoever runs the job.
  private static let books: [ConfigurationKey] = [
    ConfigurationKey(
      "report", "report.json", "What became of every recipient, as JSON; replaced by each run."),
    ConfigurationKey(
      "metrics", "tidings.prom", "Counts for the textfile collector of Prometheus."),
    ConfigurationKey(
      "rejected", "rejected.jsonl", "The records that could not be read, to mend and read again."),
    ConfigurationKey(
      "strict", "false",
      "Stops with status 65 before anything is written when a record is "
        + "rejected.", standard: "false"),
    ConfigurationKey(
      "allow-incomplete", "false",
      "Goes on although an export is torn or lacks pages; the missing notifications come later.",
      standard: "false"),
  ]
}
