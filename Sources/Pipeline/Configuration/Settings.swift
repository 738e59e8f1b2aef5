internal import Exports
internal import Notifications
internal import Rendering
internal import YAML

/// All settings, in the order of their documentation: one row each. The configuration file is read by
/// this table, and `tidings init`, the manual's reference and the flags that override the file come of
/// it.
package enum Settings {
  package static let keys = plan.map(\.key)

  /// The stream's name in the file that `tidings init` writes.
  static let streamName = "digest"

  static let plan: [Setting<Plan>] =
    inputs + audience
    + [
      .section(
        "unsubscribe", "The unsubscribe link of recipients without one of their own.",
        rows: unsubscribe, in: { $1(&$0.links) }),
      .section(
        "manage",
        "The links in mails by which recipients change how often mails come, or mute a type.",
        rows: manage, in: { $1(&$0.links) }),
    ] + look
    + [
      .section(
        "brand", "The app, as readers see it.", rows: brand, in: { $1(&$0.brand) },
        check: { $1.refuseBareColor($0) }),
      streams,
      .section(
        "inbox", "The static inbox page of every recipient.", rows: inbox,
        in: { $0.inbox.fill(InboxConfiguration(folder: ""), $1) }),
      .section(
        "feeds", "An Atom feed and a JSON Feed for every recipient, for any feed reader.",
        rows: feeds, in: { $0.feeds.fill(FeedsConfiguration(folder: ""), $1) }),
      .section(
        "digest", "A digest file for every recipient.", rows: digest,
        in: { $0.digest.fill(DigestConfiguration(folder: ""), $1) }),
    ] + books

  private static let inputs: [Setting<Plan>] = [
    Setting(
      "exports", .exports, example: "notifications.json",
      meaning:
        "The exported notifications: JSON, JSON Lines, CSV or SQLite, plain or gzipped; a file, a "
        + "pattern such as feed-*.json, or a list of these. - is standard input.", need: .required
    ) { $0.inputs.exports = $1 },
    Setting(
      "profile", .text, example: "recruiting-compass",
      meaning:
        "Reads every export with this profile (see tidings profiles list) instead of detecting it."
    ) { $0.inputs.profile = ProfileName($1) },
    Setting(
      "profiles", .path, example: "profiles",
      meaning: "A mapping profile of your own (.yaml), or a folder of them."
    ) { $0.inputs.profilesPath = $1 },
    Setting(
      "join", .list(of: .join), example: "users=users.json",
      meaning:
        "A file in which a profile looks values up, with the name that the profile gives it; or a list "
        + "of these."
    ) { for join in $1 { $0.inputs.joins[join.name] = join.path } },
    Setting(
      "owner", .text, example: "me", meaning: "The recipient of records that name none.",
      standard: "me"
    ) { $0.inputs.owner = RecipientID($1) },
    Setting(
      "base-url", .baseURLs, example: "https://app.example.org",
      meaning:
        "The base URL of relative links: one for all systems, or one for each profile, as in "
        + "{rooms: https://rooms.example.org}."
    ) { $0.inputs.baseURLs = $1 },
    Setting(
      "inbox-url", .inboxURL, example: "https://app.example.org/inbox/{recipient}",
      meaning:
        "The URL of a recipient's inbox; {recipient} stands for the id, {page} for the name of the page "
        + "in the folder of inbox."
    ) { $0.inboxURL = $1 },
  ]

  private static let audience: [Setting<Plan>] = [
    Setting(
      "time-zone", .zone, example: "Europe/Berlin",
      meaning: "The time zone of recipients who set none.", standard: "UTC"
    ) { $0.inputs.zone = $1 },
    Setting(
      "locale", .locale, example: "de", meaning: "The language of recipients who set none.",
      standard: "en"
    ) { $0.inputs.locale = $1 },
    Setting(
      "recipients", .list(of: .path), example: "recipients.json",
      meaning:
        "The recipients' addresses, zones, languages and preferences: JSON, JSON Lines, CSV or SQLite; a "
        + "file or a list of files."
    ) { $0.inputs.recipients = $1 },
    Setting(
      "state", .list(of: .path), example: "marks.json",
      meaning:
        "What recipients marked read or deleted since the export (see tidings state); a file or a list "
        + "of files."
    ) { $0.inputs.states += $1 },
    Setting(
      "suppress", .path, example: "suppressed.txt",
      meaning: "Addresses that are never mailed, one per line."
    ) { $0.inputs.suppress = $1 },
  ]

  private static let unsubscribe: [Setting<MailLinks>] = [
    Setting(
      "url", .unsubscribeURL,
      example: "https://app.example.org/unsubscribe?u={recipient}&s={signature}",
      meaning:
        "{recipient} stands for the id, {signature} for a signature of it that nobody else can "
        + "make.", need: .required
    ) { $0.unsubscribe = $1 },
    Setting(
      "secret-from", .variable, example: SignedLinkRule.defaultVariable,
      meaning:
        "The environment variable that holds the signature's secret, of 16 bytes or more; no "
        + "file contains the secret.", need: .required
    ) { ($0.secretVariable, $0.manageSecretVariable) = ($1, nil) },
  ]

  private static let manage: [Setting<MailLinks>] = [
    Setting(
      "url", .manageURLs, example: "https://app.example.org/emails?u={recipient}&s={signature}",
      meaning:
        "As that of unsubscribe; with {type} instead, mails link to mute each of their types. A "
        + "list of one with {type} and one without makes both.", need: .required
    ) { $0.manage = $1 },
    Setting(
      "secret-from", .variable, example: SignedLinkRule.defaultVariable,
      meaning: "The environment variable that holds the signature's secret.", need: .required
    ) { $0.manageSecretVariable = $1 },
  ]

  private static let look: [Setting<Plan>] = [
    Setting(
      "templates", .path, example: "templates",
      meaning: "A folder with templates and catalogues of your own."
    ) { $0.templatesFolder = $1 },
    Setting(
      "images", .flag, example: "true",
      meaning: "Shows thumbnails and avatars in mails and digests, loaded from the web.",
      standard: "true"
    ) { $0.showsImages = $1 },
  ]

  private static let brand: [Setting<Brand>] = [
    Setting(
      "name", .text, example: "The Compass",
      meaning: "The app's name, for From, the mail and its footer."
    ) { $0.name = $1 },
    Setting(
      "logo", .logoURL, example: "https://app.example.org/logo.png",
      meaning: "The https URL of a square logo."
    ) { $0.logoURL = $1 },
    Setting(
      "accent", .color, example: "\"#1d4ed8\"",
      meaning: "The color of links and buttons; darkened if it could not be read."
    ) { $0.accent = Accent($1) },
    Setting(
      "address", .text, example: "1 Main Street, Springfield",
      meaning: "The sender's postal address, for the footer."
    ) { $0.address = $1 },
  ]

  private static let inbox: [Setting<InboxConfiguration>] = [
    Setting(
      "folder", .output, example: "pages",
      meaning: "The folder of the pages, for a web server to serve.", need: .required
    ) { $0.folder = $1 },
    Setting(
      "plain-names", .flag, example: "false",
      meaning:
        "Names pages after their recipients, so that anyone who knows an id can open the page.",
      standard: "false"
    ) { $0.pages.hasPlainNames = $1 },
    Setting(
      "images", .flag, example: "false",
      meaning: "Shows thumbnails and avatars, loaded from the web by the reader's browser.",
      standard: "false"
    ) { $0.pages.showsImages = $1 },
    Setting(
      "index", .flag, example: "false",
      meaning: "Also writes index.html, which lists all pages and their owners.",
      standard: "false"
    ) { $0.pages.hasIndex = $1 },
  ]

  private static let feeds: [Setting<FeedsConfiguration>] = [
    Setting(
      "folder", .output, example: "feeds",
      meaning: "The folder of the feeds, for a web server to serve.", need: .required
    ) { $0.folder = $1 },
    Setting(
      "url", .url, example: "https://app.example.org/feeds",
      meaning: "The URL at which the folder is served, so that feeds name their own."
    ) { $0.feeds.url = $1 },
    Setting(
      "plain-names", .flag, example: "false",
      meaning:
        "Names feeds after their recipients, so that anyone who knows an id can read the feed.",
      standard: "false"
    ) { $0.feeds.hasPlainNames = $1 },
  ]

  private static let digest: [Setting<DigestConfiguration>] = [
    Setting(
      "folder", .output, example: "digests", meaning: "The folder of the digests.", need: .required
    ) { $0.folder = $1 },
    Setting(
      "format", .word(DigestFormat.files), example: "html", meaning: "The format.",
      standard: "html"
    ) { $0.format = $1 },
    Setting(
      "days", .days, example: "7", meaning: "The number of days to include, with today.",
      standard: "7"
    ) { $0.days = $1 },
  ]

  /// Reports for whoever runs the job.
  private static let books: [Setting<Plan>] = [
    Setting(
      "report", .output, example: "report.json",
      meaning: "A JSON report about every recipient, replaced by each run."
    ) { $0.report = $1 },
    Setting(
      "metrics", .output, example: "tidings.prom",
      meaning: "Metrics for Prometheus' textfile collector."
    ) { $0.metrics = $1 },
    Setting(
      "rejected", .output, example: "rejected.jsonl",
      meaning: "The rejected records, to be corrected and read again."
    ) { $0.inputs.rejected = $1 },
    Setting(
      "strict", .flag, example: "false",
      meaning:
        "Exits with status 65 before anything is written if a record is rejected or something had to "
        + "be assumed.", standard: "false"
    ) { $0.inputs.isStrict = $1 },
    Setting(
      "allow-incomplete", .flag, example: "false",
      meaning:
        "Goes on even if an export is cut off or lacks pages; missing notifications come later.",
      standard: "false"
    ) { $0.allowsIncomplete = $1 },
  ]
}

extension Optional {
  /// Fills what is there, or else a new value.
  fileprivate mutating func fill(_ new: Wrapped, _ body: (inout Wrapped) -> Void) {
    var value = self ?? new
    body(&value)
    self = value
  }
}

extension SettingsReader {
  /// YAML takes a bare `#` for a comment.
  fileprivate mutating func refuseBareColor(_ section: YAMLSection) {
    guard let place = section.place(ofNull: "accent") else { return }
    let expected = "a color in quotes such as \"#1d4ed8\" (YAML takes a bare # for a comment)"
    report(place.error(.wrongType(expected: expected, found: "nothing")))
  }
}
