import ArgumentParser
import ByteText
import Delivery
import Digests
import Exports
import Languages
import MailMessages
import Notifications
import Pipeline
import Rendering
import YAML

/// `tidings inbox`
struct InboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inbox",
    abstract: "Makes an inbox page for every recipient, each a self-contained HTML file.",
    discussion: """
      A page shows everything that has not expired. It works without JavaScript; with it, readers \
      can search and mark notifications, and download the marks for --state. A page is rewritten \
      only if its notifications, marks or date changed. Its name cannot be guessed unless \
      --plain-names is given; the key of the names stays in the folder.

      EXAMPLES
        tidings inbox export.jsonl -o pages
        tidings inbox export.jsonl -o pages --plain-names --index
        tidings inbox rooms.json --owner me --time-zone Europe/Berlin > inbox.html
      """)

  @OptionGroup(title: "Input") var source: SourceOptions
  @OptionGroup(title: "Input") var people: RecipientsOption
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Look") var place: PlaceOptions
  @OptionGroup(title: "Look") var lines: Lines
  @OptionGroup(title: "Look") var look: PageOptions
  @OptionGroup(title: "Output") var output: Output
  @OptionGroup(title: "Output") var work: WorkOptions
  @OptionGroup(title: "Output") var loudness: ProgressOption
  @OptionGroup(title: "Safety") var clock: ClockOption
  @OptionGroup(title: "Safety") var safety: FolderSafety
  @OptionGroup(title: "Safety") var strict: StrictOptions

  struct Lines: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The most lines of a page; counts still include everything.", valueName: "n"))
    var limit: Int = InboxPlan.defaultLimit

    @Flag(inversion: .prefixedNo, help: "Combine notifications that belong together into one line.")
    var collapse = true

    func validate() throws {
      if limit < 0 { throw ValidationError("--limit takes a number from 0.") }
    }
  }

  struct Output: ParsableArguments {
    @Option(
      name: [.customShort("o"), .customLong("output")],
      help: ArgumentHelp("Write a page for each recipient into this folder.", valueName: "dir"))
    var folder: String?

    @Flag(help: "Name files after their recipients, instead of names that cannot be guessed.")
    var plainNames = false

    @Flag(help: "Also write index.html, which lists all pages.")
    var index = false

    func validate() throws {
      if folder == nil && (plainNames || index) {
        throw ValidationError("--plain-names and --index need a folder: -o.")
      }
    }
  }

  func validate() throws {
    if output.folder == nil && (safety.force || clock.text != nil) {
      throw ValidationError("--force and --max-ahead need a folder: -o.")
    }
    if output.index && !selection.recipients.isEmpty {
      throw ValidationError("--index lists all pages; leave out --recipient.")
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
        session, selection,
        earlier: { try output.folder.map { try FolderKind.pages.recipients(in: $0) } ?? [] },
        mustNameRecipients: true
      ) {
        $0.limit = lines.limit
        $0.collapses = lines.collapse
      }
      for text in AccentOption.warnings(of: plan.brand.accent) { Command.say("tidings: \(text)") }
      var pages = InboxPlan()
      pages.hasPlainNames = output.plainNames
      pages.hasIndex = output.index
      pages.showsImages = plan.showsImages
      pages.accent = plan.brand.accent
      let run = try InboxRun(
        read.exports, persons: read.persons, templates: TemplateCatalogue(own: templates),
        plan: pages)
      if let folder = output.folder {
        try await read.write(
          run, to: folder, paths, maxAhead: clock.maxAhead(over: plan), isForced: safety.force)
      } else {
        try writeToStandardOutput(run, of: read.exports)
      }
      return try read.finish(run.droppedLinks, in: "pages")
    }
  }

  /// What the configuration file says about pages, overridden by options.
  private func plan() throws -> Plan {
    var plan = try Plan(reading: source, at: place, work: work, strict: strict)
    plan.inputs.override(by: people)
    plan.templatesFolder = look.templates.templatesFolder ?? plan.templatesFolder
    plan.showsImages = look.images ?? plan.inbox?.pages.showsImages ?? false
    if let accent = look.accent { plan.brand.accent = try AccentOption.resolved(accent) }
    return plan
  }

  private func outputPaths(_ plan: Plan) -> OutputPaths {
    var paths = OutputPaths(plan.inputs)
    for file in plan.inputs.recipients { paths.read("--recipients", file) }
    // A configured folder of pages is what the command may write.
    paths.read(folder: plan.templatesFolder, "--templates")
    paths.write(folder: output.folder, "the folder of pages")
    return paths
  }

  private func writeToStandardOutput(_ run: InboxRun, of reading: Reading) throws {
    if run.persons.count > 1 {
      throw Failure.severalRecipients(
        run.persons.map(\.recipient.id), orElse: "write a page for each with -o")
    }
    let asked = RecipientID(selection.recipients.first ?? "me")
    let person = run.persons.first ?? Persons.nobody(asked, in: reading)
    try StandardStream.output.write(try run.page(for: person))
  }
}
