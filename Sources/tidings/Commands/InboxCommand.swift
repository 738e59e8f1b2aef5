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

  @OptionGroup var input: InputOptions
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var place: PlaceOptions
  @OptionGroup var look: PageOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write a page for each recipient into this folder.", valueName: "dir"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The recipients' zones, languages and preferences: JSON, JSON Lines or SQLite.",
      valueName: "file"))
  var recipients: String?

  @Flag(help: "Name files after their recipients, instead of names that cannot be guessed.")
  var plainNames = false

  @Flag(help: "Also write index.html, which lists all pages.")
  var index = false

  @Option(
    help: ArgumentHelp("The most lines of a page; counts still include everything.", valueName: "n")
  )
  var limit: Int = InboxPlan.defaultLimit

  @Flag(inversion: .prefixedNo, help: "Combine notifications that belong together into one line.")
  var collapse = true

  @Option(
    help: ArgumentHelp(
      "Stop if the newest notification and the last run are both longer ago, because the clock may "
        + "be wrong; default: 2d.", valueName: "duration"))
  var maxAhead: String?

  @Flag(help: "Go on although the clock is far ahead, or most pages would become empty.")
  var force = false

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit takes a number from 0.") }
    if let maxAhead, DurationText.seconds(maxAhead) == nil {
      throw ValidationError("--max-ahead takes a duration such as 90m, 36h or 2d.")
    }
    if output == nil && (plainNames || index) {
      throw ValidationError("--plain-names and --index need a folder: -o.")
    }
    if index && !selection.recipients.isEmpty {
      throw ValidationError("--index lists all pages; leave out --recipient.")
    }
  }

  func run() async throws {
    try await Command.run { environment in
      try outputPaths.check()
      let templates = try look.templates.ownTemplates()
      let session = try Session(input, place, in: environment, templates: templates)
      let addressed = try AddressedRecipients(recipients, session)
      let types = selection.types
      var selection = try session.selection(selection, defaultDays: nil)
      let only = selection.recipients
      selection.recipients = addressed.identities(of: only)
      selection.limit = limit
      selection.collapses = collapse
      let reading = try await session.read(selection)
      if let refusal = reading.index.refusal { throw Failure(refusal) }
      let (persons, rejects) = try addressed.persons(in: reading, only: only)
      // A recipient with a page from an earlier run may be in no export now.
      let paged = only == nil ? [] : try output.map { try InboxRun.recipients(of: $0) } ?? []
      try session.check(
        reading, recipients: only, known: addressed.known(persons, rejects) + paged, types: types)
      let run = try InboxRun(
        reading, persons: persons, templates: TemplateCatalogue(own: templates),
        plan: InboxPlan(
          hasPlainNames: plainNames, hasIndex: index, showsImages: look.images,
          accent: try look.accentColor()))
      if let output {
        try await write(run, to: output)
      } else {
        try writeToStandardOutput(run, of: reading)
      }
      for reject in rejects { Command.say("tidings: " + CompanionSentence.of(reject)) }
      addressed.warn(of: persons, in: reading)
      for sentence in DroppedLinkSentence.of(run.droppedLinks, in: "pages") {
        Command.say("tidings: " + sentence)
      }
      let status = try session.finish(reading)
      return rejects.isEmpty ? status : .doneWithRejects
    }
  }

  private var outputPaths: OutputPaths {
    var paths = OutputPaths(input)
    paths.read("--recipients", recipients)
    paths.read(folder: look.templates.templatesFolder, "--templates")
    paths.write(folder: output, "the folder of pages")
    return paths
  }

  private func write(_ run: InboxRun, to folder: String) async throws {
    try outputPaths.check(
      documents: try run.fileNames(in: folder), in: folder, "the folder of pages")
    let maxAhead = maxAhead.flatMap { DurationText.seconds($0) } ?? SendLimits.standardAhead
    if !force, let refusal = try run.refusal(in: folder, maxAhead: maxAhead) {
      throw Failure(refusal)
    }
    var generator = SystemRandomNumberGenerator()
    let report = try await run.write(
      to: folder, newKey: SipHash.Key(low: generator.next(), high: generator.next()),
      jobs: input.jobs ?? Machine.cores)
    try StandardStream.output.write(Array((report.sentence + "\n").utf8))
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

extension InboxReport {
  /// `12 pages written, 3 unchanged`
  var sentence: String {
    var parts = ["\(written) \(written == 1 ? "page" : "pages") written", "\(unchanged) unchanged"]
    if emptied > 0 { parts.append("\(emptied) of them emptied") }
    if removed > 0 { parts.append("\(removed) renamed") }
    return parts.joined(separator: ", ")
  }
}
