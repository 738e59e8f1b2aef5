import ArgumentParser
import ByteText
import Delivery
import Digests
import Exports
import Pipeline
import Rendering

/// `tidings feed`
struct FeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "Makes an Atom feed and a JSON Feed for every recipient, for any feed reader.",
    discussion: """
      A feed has the newest 100 notifications. Two files are written for each recipient, with names \
      that cannot be guessed unless --plain-names is given; the key of the names stays in the \
      folder. A feed is rewritten only if it changed.

      EXAMPLES
        tidings feed export.jsonl -o feeds
        tidings feed export.jsonl -o feeds --url https://app.example.org/feeds
        tidings feed rooms.json --owner me --plain-names -o feeds
      """)

  @OptionGroup(title: "Input") var source: SourceOptions
  @OptionGroup(title: "Input") var people: RecipientsOption
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Look") var place: PlaceOptions
  @OptionGroup(title: "Look") var look: Look
  @OptionGroup(title: "Output") var output: Output
  @OptionGroup(title: "Output") var work: WorkOptions
  @OptionGroup(title: "Output") var loudness: ProgressOption
  @OptionGroup(title: "Safety") var clock: ClockOption
  @OptionGroup(title: "Safety") var safety: FolderSafety
  @OptionGroup(title: "Safety") var strict: StrictOptions

  struct Look: ParsableArguments {
    @OptionGroup var templates: TemplateOptions
    @OptionGroup var inbox: InboxLinkOptions

    @Option(
      help: ArgumentHelp("The app's name, for the title and the author.", valueName: "name"))
    var brand: String?
  }

  struct Output: ParsableArguments {
    @Option(
      name: [.customShort("o"), .customLong("output")],
      help: ArgumentHelp("Write the feeds into this folder.", valueName: "dir"))
    var folder: String

    @Option(
      help: ArgumentHelp(
        "The URL at which the folder is served, so that feeds name their own.", valueName: "url"))
    var url: String?

    @Flag(help: "Name files after their recipients, instead of names that cannot be guessed.")
    var plainNames = false

    func validate() throws {
      if let url, !WebURL.isWellFormed(url) {
        throw ValidationError("--url \(url): write it as https://app.example.org/feeds.")
      }
    }
  }

  func run() async throws {
    try await Command.run { environment in
      let plan = try plan()
      let paths = outputPaths(plan)
      try paths.check()
      let templates = try plan.ownTemplates()
      let session = try Session(
        plan.inputs, at: try place.resolvedNow(), in: environment, progress: loudness.progress,
        templates: templates)
      let read = try await AddressedReading(
        session, selection, earlier: { try FolderKind.feeds.recipients(in: output.folder) },
        mustNameRecipients: true
      ) { $0.collapses = false }
      var feeds = FeedPlan()
      feeds.hasPlainNames = output.plainNames
      feeds.url = output.url ?? plan.feeds?.feeds.url
      feeds.app = plan.brand.name
      let run = FeedRun(
        read.exports, persons: read.persons, templates: TemplateCatalogue(own: templates),
        plan: feeds, inboxURL: try plan.inboxAddress(home: read.exports.index.home))
      try await read.write(
        run, to: output.folder, paths, maxAhead: clock.maxAhead(over: plan), isForced: safety.force)
      return try read.finish(run.droppedLinks, in: "feeds")
    }
  }

  /// What the configuration file says about feeds, overridden by options.
  private func plan() throws -> Plan {
    var plan = try Plan(reading: source, at: place, work: work, strict: strict)
    plan.inputs.override(by: people)
    plan.templatesFolder = look.templates.templatesFolder ?? plan.templatesFolder
    plan.override(by: look.inbox)
    plan.brand.name = look.brand ?? plan.brand.name
    return plan
  }

  private func outputPaths(_ plan: Plan) -> OutputPaths {
    var paths = OutputPaths(plan.inputs)
    for file in plan.inputs.recipients { paths.read("--recipients", file) }
    paths.readLook(of: plan)
    paths.write(folder: output.folder, "the folder of feeds")
    return paths
  }
}

/// What lets a run write a folder that it would refuse.
struct FolderSafety: ParsableArguments {
  @Flag(help: "Go on even if the clock is far ahead or most documents would become empty.")
  var force = false
}

extension ClockOption {
  /// The most seconds that the clock may be ahead.
  func maxAhead(over plan: Plan) -> Int64 {
    maxAhead ?? plan.streams.map(\.options.limits.maxAhead).max() ?? SendLimits.standardAhead
  }
}

extension SipHash.Key {
  /// A key that nobody can guess.
  static func random() -> SipHash.Key {
    var generator = SystemRandomNumberGenerator()
    return SipHash.Key(low: generator.next(), high: generator.next())
  }
}

extension PersonFolderReport {
  /// `12 pages written, 3 unchanged`, or `12 pages would be written to pages, 3 unchanged`
  func sentence(of kind: FolderKind, isDryRun: Bool = false) -> String {
    let done = isDryRun ? "would be written to \(folder)" : "written"
    var parts = ["\(written.counted(kind.singular)) \(done)", "\(unchanged) unchanged"]
    if emptied > 0 { parts.append("\(emptied) of them emptied") }
    if removed > 0 { parts.append("\(removed) renamed") }
    return parts.joined(separator: ", ")
  }
}
