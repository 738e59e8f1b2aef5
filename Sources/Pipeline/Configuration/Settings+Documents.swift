internal import Exports
internal import Rendering
internal import YAML

extension Settings {
  static let inbox: [Setting<InboxPlan>] = [
    Setting(
      "folder", .output, example: "pages",
      meaning: "The folder of the pages, for a web server to serve.", need: .required,
      flag: SettingFlag("output", short: "o", value: "dir", isFirst: true)
    ) { $0.folder = $1 },
    Setting(
      "plain-names", .flag, example: "false",
      meaning:
        "Names pages after their recipients, so that anyone who knows an id can open the page.",
      standard: "false"
    ) { $0.hasPlainNames = $1 },
    Setting(
      "images", .flag, example: "false",
      meaning: "Shows thumbnails and avatars, loaded from the web by the reader's browser.",
      standard: "false"
    ) { $0.showsImages = $1 },
    Setting(
      "index", .flag, example: "false",
      meaning: "Also writes index.html, which lists all pages and their owners.",
      standard: "false", flag: .first
    ) { $0.hasIndex = $1 },
  ]

  static let feeds: [Setting<FeedPlan>] = [
    Setting(
      "folder", .output, example: "feeds",
      meaning: "The folder of the feeds, for a web server to serve.", need: .required,
      flag: SettingFlag("output", short: "o", value: "dir", isFirst: true)
    ) { $0.folder = $1 },
    Setting(
      "url", .url, example: "https://app.example.org/feeds",
      meaning: "The URL at which the folder is served, so that feeds name their own."
    ) { $0.url = $1 },
    Setting(
      "plain-names", .flag, example: "false",
      meaning:
        "Names feeds after their recipients, so that anyone who knows an id can read the feed.",
      standard: "false"
    ) { $0.hasPlainNames = $1 },
  ]

  static let digest: [Setting<DigestConfiguration>] = [
    Setting(
      "folder", .output, example: "digests", meaning: "The folder of the digests.", need: .required
    ) { $0.folder = $1 },
    Setting(
      "format", .word(DigestFormat.files), example: "html", meaning: "The format.", standard: "html"
    ) { $0.format = $1 },
    Setting(
      "days", .days, example: "7", meaning: "The number of days to include, with today.",
      standard: "7"
    ) { $0.days = $1 },
  ]

  // MARK: The settings of a part as settings of the plan, for the command line.

  package static let brandOfPlan = brand.map {
    $0.lifted { (plan: inout Plan, fill) in fill(&plan.brand) }
  }
  package static let inboxOfPlan = inbox.map { row in
    row.lifted { (plan: inout Plan, fill) in plan.inbox.fill(InboxPlan(), fill) }
  }
  package static let feedsOfPlan = feeds.map { row in
    row.lifted { (plan: inout Plan, fill) in plan.feeds.fill(FeedPlan(), fill) }
  }
  package static let links = (unsubscribe + manage).map { row in
    row.lifted { (plan: inout Plan, fill) in fill(&plan.links) }
  }
}

extension Optional {
  /// Fills what is there, or else a new value.
  mutating func fill(_ new: Wrapped, _ body: (inout Wrapped) -> Void) {
    var value = self ?? new
    body(&value)
    self = value
  }
}
