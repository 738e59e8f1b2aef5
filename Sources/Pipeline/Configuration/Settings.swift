internal import Exports
internal import Notifications
internal import Rendering
internal import YAML

/// All settings, in the order of their documentation: one row each. The configuration file is read by
/// this table, and `tidings init`, the manual's reference and the flags that override the file come of
/// it.
package enum Settings {
  package static let keys = plan.map(\.key)
  static let exampleCommand = "tidings init example.yaml"

  /// The stream's name in the file that `tidings init` writes.
  static let streamName = "digest"

  static let plan = [
    [exports], reading, [inboxURL], place, parts, reports, [rejected, strict, incomplete],
  ].flatMap(\.self)

  private static let parts: [Setting<Plan>] = [
    recipients, state, suppress,
    .section(
      "unsubscribe", "The unsubscribe link of recipients without one of their own.",
      rows: unsubscribe, in: { $1(&$0.links) }),
    .section(
      "manage",
      "The links by which recipients change how often mails come, or mute a type.",
      rows: manage, in: { $1(&$0.links) }),
    templates, images,
    .section(
      "brand", "The app, as readers see it.", rows: brand, in: { $1(&$0.brand) },
      check: { $1.refuseBareColor($0) }),
    streams,
    .section(
      "inbox", "The static inbox page of every recipient.", rows: inbox,
      in: { $0.inbox.fill(InboxPlan(), $1) }),
    .section(
      "feeds", "An Atom feed and a JSON Feed for every recipient, for any feed reader.",
      rows: feeds, in: { $0.feeds.fill(FeedPlan(), $1) }),
    .section(
      "digest", "A digest file for every recipient.", rows: digest,
      in: { $0.digest.fill(DigestConfiguration(folder: ""), $1) }),
  ]

  package static let exports = Setting<Plan>(
    "exports", .exports, example: "notifications.json",
    meaning:
      "The exported notifications: JSON, JSON Lines, CSV or SQLite, plain or gzipped; a file or "
      + "folder, a pattern such as feed-*.json, or a list of these. - is standard input. A folder's "
      + "files that end in .tmp, .part or ~ are passed over.",
    need: .required, flag: SettingFlag("export", .argument)
  ) { ($0.inputs.exports, $0.inputs.exportFolders) = ($1.files, $1.folders) }

  /// How exports are read.
  package static let reading: [Setting<Plan>] = [
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
      "owner", .text, example: RecipientID.me.text,
      meaning: "The recipient of records that name none.", standard: RecipientID.me.text,
      flag: SettingFlag(value: "id")
    ) { $0.inputs.owner = RecipientID($1) },
    Setting(
      "base-url", .baseURLs, example: "https://app.example.org",
      meaning:
        "The base URL of relative links: one for all systems, or one for each profile, as in "
        + "{rooms: https://rooms.example.org}."
    ) {
      $0.inputs.baseURLs.common = $1.common ?? $0.inputs.baseURLs.common
      $0.inputs.baseURLs.byProfile.merge($1.byProfile) { $1 }
    },
  ]

  package static let inboxURL = Setting<Plan>(
    "inbox-url", .inboxURL, example: "https://app.example.org/inbox/{recipient}",
    meaning:
      "The URL of a recipient's inbox; {recipient} stands for the id, {page} for the name of the page "
      + "in the folder of inbox.", flag: .first
  ) { $0.inboxURL = $1 }

  /// Where the readers are who do not say.
  package static let place: [Setting<Plan>] = [
    Setting(
      "time-zone", .zone, example: "Europe/Berlin",
      meaning: "The time zone of recipients who set none.", standard: "UTC", flag: .first
    ) { $0.inputs.zone = $1 },
    Setting(
      "locale", .locale, example: "de", meaning: "The language of recipients who set none.",
      standard: "en", flag: .first
    ) { $0.inputs.locale = $1 },
  ]

  package static let recipients = Setting<Plan>(
    "recipients", .list(of: .path), example: "recipients.json",
    meaning:
      "The recipients' addresses, zones, languages and preferences: JSON, JSON Lines, CSV or SQLite, "
      + "plain or gzipped; a file or a list of files.", flag: .first
  ) { $0.inputs.recipients = $1 }

  package static let state = Setting<Plan>(
    "state", .list(of: .path), example: "marks.json",
    meaning:
      "What recipients marked read or deleted since the export (see tidings state); a file or a list "
      + "of files.", flag: .first
  ) { $0.inputs.states += $1 }

  package static let suppress = Setting<Plan>(
    "suppress", .path, example: "suppressed.txt",
    meaning: "Addresses that are never mailed, one per line.", flag: .first
  ) { $0.inputs.suppress = $1 }

  static let unsubscribe: [Setting<MailLinks>] = [
    Setting(
      "url", .unsubscribeURL,
      example: "https://app.example.org/unsubscribe?u={recipient}&s={signature}",
      meaning:
        "The URL at which a recipient unsubscribes; {recipient} stands for the id, {signature} for a "
        + "signature of it that nobody else can make.", need: .required,
      flag: SettingFlag("unsubscribe-url", isFirst: true)
    ) { $0.unsubscribe = $1 },
    Setting(
      "secret-from", .variable, example: SignedLinkRule.defaultVariable,
      meaning:
        "The environment variable that holds the signature's secret, of 16 bytes or more; no "
        + "file contains the secret.", need: .required, flag: "unsubscribe-secret-env"
    ) { ($0.secretVariable, $0.manageSecretVariable) = ($1, nil) },
  ]

  static let manage: [Setting<MailLinks>] = [
    Setting(
      "url", .manageURLs, example: "https://app.example.org/emails?u={recipient}&s={signature}",
      meaning:
        "As that of unsubscribe; with {type}, mails and pages link to mute each type. A list of both "
        + "makes both.", need: .required,
      flag: "manage-url"
    ) { $0.manage = $1 },
    Setting(
      "secret-from", .variable, example: SignedLinkRule.defaultVariable,
      meaning: "The environment variable that holds the signature's secret.", need: .required,
      flag: .none
    ) { $0.manageSecretVariable = $1 },
  ]

  package static let templates = Setting<Plan>(
    "templates", .path, example: "templates",
    meaning: "A folder with templates and catalogues of your own."
  ) { $0.templatesFolder = $1 }

  package static let images = Setting<Plan>(
    "images", .flag, example: "true",
    meaning: "Shows thumbnails and avatars in mails, digests and feeds, loaded from the web.",
    standard: "true"
  ) { $0.showsImages = $1 }

  static let brand: [Setting<Brand>] = [
    Setting(
      "name", .anyText, example: "The Compass",
      meaning: "The app's name, for From, mails and digests.",
      flag: SettingFlag("brand", value: "name", isFirst: true)
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
      "address", .anyText, example: "1 Main Street, Springfield",
      meaning: "The sender's postal address, for the footer."
    ) { $0.address = $1 },
  ]

  /// Reports for whoever runs the job.
  package static let reports: [Setting<Plan>] = [
    Setting(
      "report", .output, example: "report.json",
      meaning: "A JSON report about every recipient, replaced by each run."
    ) { $0.report = $1 },
    Setting(
      "metrics", .output, example: "tidings.prom",
      meaning: "Metrics for Prometheus' textfile collector."
    ) { $0.metrics = $1 },
  ]

  package static let rejected = Setting<Plan>(
    "rejected", .output, example: "rejected.jsonl",
    meaning: "The rejected records, to be corrected and read again."
  ) { $0.inputs.rejected = $1 }

  package static let strict = Setting<Plan>(
    "strict", .flag, example: "false",
    meaning:
      "Exits with status 65 before anything is written if a record is rejected or something had to "
      + "be assumed, except what was read.", standard: "false", flag: .first
  ) { $0.inputs.isStrict = $1 }

  package static let incomplete = Setting<Plan>(
    "allow-incomplete", .flag, example: "false",
    meaning:
      "Goes on even if an export is cut off or lacks pages; missing notifications come later.",
    standard: "false", flag: .first
  ) { $0.allowsIncomplete = $1 }
}

extension SettingsReader {
  /// YAML takes a bare `#` for a comment.
  fileprivate mutating func refuseBareColor(_ section: YAMLSection) {
    guard let place = section.place(ofNull: "accent") else { return }
    let expected = "a color in quotes such as \"#1d4ed8\" (YAML takes a bare # for a comment)"
    report(place.wrongType(expected: expected, found: "nothing"))
  }
}
