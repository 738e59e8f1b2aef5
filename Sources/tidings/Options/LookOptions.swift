import ArgumentParser
import ByteText
import Exports
import Glibc
import Languages
import Notifications
import Pipeline
import Profiles
import Rendering

/// How documents look, and where their links lead.
struct LookOptions: ParsableArguments {
  @OptionGroup var templates: TemplateOptions
  @OptionGroup var inbox: InboxLinkOptions

  @Flag(
    inversion: .prefixedNo,
    help: "Show thumbnails and avatars in HTML, loaded from the web. (default: --images)")
  var images: Bool?
}

/// Where links to inboxes lead.
struct InboxLinkOptions: ParsableArguments {
  @Option(
    name: .customLong("inbox-url"),
    help: ArgumentHelp(
      "The URL of inboxes; {recipient} stands for the id, {page} for the name of the page.",
      valueName: "url"))
  var inboxURL: String?

  @Option(
    help: ArgumentHelp(
      "The folder of the pages that {page} names, written by tidings inbox -o.", valueName: "dir"))
  var inboxFolder: String?

  func validate() throws {
    if let inboxURL, !WebURL.isWellFormed(inboxURL) {
      throw ValidationError("--inbox-url takes a URL such as https://app.example.org/inbox.")
    }
    if let inboxURL, let mark = InboxAddress.unknownMark(in: inboxURL) {
      throw ValidationError(
        "--inbox-url has an unknown placeholder \(mark); it can contain {recipient} and {page}.")
    }
    if inboxURL?.contains(InboxAddress.pageMark) == true, inboxFolder == nil,
      ConfigurationFile.plan.pagesFolder == nil
    {
      throw ValidationError(
        "{page} in --inbox-url needs the folder of the pages; name it with --inbox-folder.")
    }
    let template = inboxURL ?? ConfigurationFile.plan.inboxURL
    if inboxFolder != nil, template?.contains(InboxAddress.pageMark) != true {
      throw ValidationError("--inbox-folder has no effect without {page} in --inbox-url.")
    }
  }
}

extension Plan {
  mutating func override(by options: LookOptions) {
    templatesFolder = options.templates.templatesFolder ?? templatesFolder
    override(by: options.inbox)
    showsImages = options.images ?? showsImages
  }

  mutating func override(by options: InboxLinkOptions) {
    inboxURL = options.inboxURL ?? inboxURL
    pagesFolder = options.inboxFolder ?? pagesFolder
  }

  /// Where inboxes are.
  ///
  /// - Parameters:
  ///   - home: the system of ids that name none; empty if no export tells.
  ///   - isShown: whether the document is only looked at, so that it may lack the link while the job of
  ///     the configuration file has not made its pages yet.
  func inboxAddress(home: ProfileName, isShown: Bool = false) throws -> InboxAddress? {
    guard let inboxURL else { return nil }
    guard inboxURL.contains(InboxAddress.pageMark), let pagesFolder else {
      return InboxAddress(inboxURL)
    }
    guard let pages = try PageAddresses(folder: pagesFolder, for: inputs, home: home) else {
      let job = pagesFolder == ConfigurationFile.plan.pagesFolder ? inputs.configuration : nil
      if isShown, job != nil {
        Command.say(
          "tidings: \(pagesFolder): there are no pages yet, so the link to the inbox is left out")
        return nil
      }
      throw Failure(
        status: .noInput, message: "\(pagesFolder): it contains no pages of tidings",
        advice: "write them first: tidings "
          + (job.map { "build \($0)" } ?? "inbox EXPORT… -o \(pagesFolder)"))
    }
    return InboxAddress(inboxURL, pages: pages)
  }

  /// The user's own templates and catalogues by path.
  func ownTemplates() throws -> [String: [UInt8]] {
    try templatesFolder.map { try TemplateFolder.read($0) } ?? [:]
  }
}

/// How pages look.
struct PageOptions: ParsableArguments {
  @OptionGroup var templates: TemplateOptions

  @Flag(
    inversion: .prefixedNo,
    help:
      "Show thumbnails and avatars, loaded from the web by the reader's browser. (default: --no-images)"
  )
  var images: Bool?

  @Option(
    help: ArgumentHelp(
      "The color of links and buttons, such as #1d4ed8.", valueName: "color"))
  var accent: String?
}

/// Whose mails they are.
struct BrandOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The app's name, for From, the mail and its footer.", valueName: "name"))
  var brand = OptionValue("")

  @Option(help: ArgumentHelp("The https URL of a square logo.", valueName: "url"))
  var logo: String?

  @Option(
    help: ArgumentHelp(
      "The color of links and buttons, such as #1d4ed8.", valueName: "color"))
  var accent: String?

  @Option(help: ArgumentHelp("The sender's postal address, for the footer.", valueName: "text"))
  var address: String?

  func validate() throws {
    if let logo, !WebURL.isWellFormed(logo, schemes: WebURL.secure) {
      throw ValidationError(
        "--logo takes an https URL such as https://app.example.org/logo.png: no mail shows another."
      )
    }
  }
}

extension BrandOptions {
  /// Throws for an option that the mails of the plan do not show. Templates of one's own may.
  func check(for plan: Plan) throws {
    let isLean = plan.streams.first?.options.theme == "lean" && plan.templatesFolder == nil
    let unused = [
      ("--logo", logo != nil && isLean, "the theme lean"),
      ("--accent", accent != nil && isLean, "the theme lean"),
      ("--logo", logo != nil && !plan.showsImages, "--no-images"),
    ]
    if let (option, _, cause) = unused.first(where: \.1) {
      throw Failure.usage("\(option) has no effect with \(cause)", "leave one of them out")
    }
  }
}

extension Brand {
  /// The brand that the options describe, over this one.
  mutating func override(by options: BrandOptions) throws {
    name = options.brand.or(name)
    logoURL = options.logo ?? logoURL
    address = options.address ?? address
    if let text = options.accent { accent = try AccentOption.resolved(text) }
  }
}

/// The user's own templates.
struct TemplateOptions: ParsableArguments {
  @Option(
    name: .customLong("templates"),
    help: ArgumentHelp(
      "A folder with templates and catalogues of your own (see tidings templates).",
      valueName: "dir"))
  var templatesFolder: String?
}

/// Reads the color of links and buttons, and warns if it had to be changed.
enum AccentOption {
  /// The accent of `--accent`.
  static func resolved(_ text: String) throws -> Accent {
    guard let color = RGB(hex: text) else {
      throw Failure.usage("--accent \(text) is not a color", "write it as #1d4ed8")
    }
    return Accent(color)
  }

  /// A warning if the accent is not the one that was asked for.
  static func warnings(of accent: Accent) -> [String] {
    accent.replaced.map {
      ["the accent \($0) is too pale to be read on white; \(accent.light) is used"]
    } ?? []
  }
}

/// When and where the reader is. No other options depend on the clock or the environment.
struct PlaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The current time, such as 2026-02-08T15:05:00Z; default: the clock.", valueName: "time"))
  var now: String?

  @Option(
    help: ArgumentHelp(
      "The time zone, such as Europe/Berlin; default: UTC.", valueName: "zone"))
  var timeZone: String?

  @Option(
    help: ArgumentHelp("The language, as a BCP 47 tag such as de; default: en.", valueName: "tag"))
  var locale: String?
}

extension PlaceOptions {
  /// The machine's time, in whole seconds. Nothing else reads the clock.
  static var machineTime: Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(seconds: Int64(time.tv_sec))
  }

  /// The time that `--now` gives, or else the machine's.
  func resolvedNow() throws -> Instant { try Self.time(of: now) }

  static func time(of now: String?) throws -> Instant {
    guard let now else { return machineTime }
    guard let instant = instant(now) else {
      throw Failure.usage("--now \(now) is not a time", "write it as 2026-02-08T15:05:00Z")
    }
    return instant
  }

  /// The zone that `--time-zone` gives.
  fileprivate func zone() throws -> Zone? {
    guard let timeZone else { return nil }
    guard let zone = Zone(timeZone) else {
      throw Failure.usage(
        "--time-zone \(timeZone) is not a time zone of the IANA database",
        Failure.didYouMean(Zone.nearest(to: timeZone)) ?? "name one such as Europe/Berlin")
    }
    return zone
  }

  /// The instant of an RFC 3339 time; nil for other text, and for a number: in an export it is seconds
  /// since 1970, on a command line a mistake.
  ///
  /// - Parameter zone: of a time that names none.
  static func instant(_ text: String, in zone: Zone = .utc) -> Instant? {
    if Double(text) != nil { return nil }
    var text = text
    return text.withUTF8 { bytes in
      try? Timestamp.instant(text: UnsafeRawBufferPointer(bytes), epoch: .unix, zone: zone)
    }
  }
}

extension Inputs {
  /// Zone and language as options give them.
  mutating func override(by options: PlaceOptions) throws {
    zone = try options.zone() ?? zone
    locale = options.locale ?? locale
  }
}

extension Failure {
  static func usage(_ message: String, _ advice: String) -> Failure {
    Failure(status: .usage, message: message, advice: advice)
  }
}
