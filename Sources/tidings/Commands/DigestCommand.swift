import ArgumentParser
import Digests
import Exports
import Notifications
import Pipeline
import Rendering

extension DigestFormat: ExpressibleByArgument {}

/// `tidings digest`
struct DigestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "digest",
    abstract: "Makes a digest of a recipient's notifications: Today, Yesterday, Earlier.",
    discussion: """
      Covers the last seven days unless --days, --since or --until is given. Standard output takes \
      the digest of one recipient, or of several as JSON, one per line; -o writes a file for each.

      EXAMPLES
        tidings digest notifications.jsonl --recipient user-17
        tidings digest notifications.jsonl --format json | jq .counts
        tidings digest rooms.json --owner me --format html > digest.html
        tidings digest export.sqlite --format markdown -o digests
      """)

  @OptionGroup(title: "Input") var source: SourceOptions
  @OptionGroup(title: "Input") var people: RecipientsOption
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Look") var place: PlaceOptions
  @OptionGroup(title: "Look") var lines: Lines
  @OptionGroup(title: "Look") var terminal: TerminalOptions
  @OptionGroup(title: "Look") var look: LookOptions
  @OptionGroup(title: "Output") var output: Output
  @OptionGroup(title: "Output") var work: WorkOptions
  @OptionGroup(title: "Output") var loudness: ProgressOption
  @OptionGroup(title: "Safety") var strict: StrictOptions

  struct Lines: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The most lines of a digest; counts still include everything.", valueName: "n"))
    var limit: Int = Selection.defaultLimit

    @Flag(inversion: .prefixedNo, help: "Combine notifications that belong together into one line.")
    var collapse = true

    func validate() throws {
      if limit < 0 { throw ValidationError("--limit takes a number from 0.") }
    }
  }

  struct Output: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The format: terminal, markdown, html, text or json; default: terminal on a terminal, else "
          + "markdown.", valueName: "form"))
    var format: DigestFormat?

    @Option(
      name: [.customShort("o"), .customLong("output")],
      help: ArgumentHelp("Write a file for each recipient into this folder.", valueName: "dir"))
    var folder: String?

    @OptionGroup var pager: PagerOption

    /// The format; by default what standard output can show.
    var form: DigestFormat {
      format ?? (folder == nil && StandardStream.output.isTerminal ? .terminal : .markdown)
    }
  }

  func run() async throws {
    try await Command.run { environment in
      let plan = try plan()
      let paths = outputPaths(plan)
      try paths.check()
      let session = try Session(
        plan.inputs, at: try place.resolvedNow(), in: environment, progress: loudness.progress,
        templates: try plan.ownTemplates())
      // Days are counted in each reader's own zone.
      let days =
        selection.days ?? (selection.since == nil && selection.until == nil ? 7 : nil)
      let read = try await AddressedReading(session, selection, mustNameRecipients: false) {
        if selection.days != nil { $0.since = nil }
        $0.limit = lines.limit
        $0.collapses = lines.collapse
      }
      let run = DigestRun(
        read.exports, persons: read.persons, documents: try session.documents(), form: output.form,
        style: terminal.style(for: .output, environment), days: days,
        inboxURL: try plan.inboxAddress(home: read.exports.index.home, isShown: true),
        showsImages: plan.showsImages)
      if let folder = output.folder {
        try paths.check(documents: run.fileNames, in: folder, "the folder of digests")
        try await write(run, of: read, to: folder, session)
      } else {
        try write(run, of: read.exports, environment)
      }
      return try read.finish(
        run.droppedLinks, in: "digests",
        sentences: DigestSentence.farAhead(read.exports, days: days))
    }
  }

  private func write(
    _ run: DigestRun, of read: AddressedReading, to folder: String, _ session: Session
  ) async throws {
    let count = try await session.progress.during(.digests) { progress in
      try await run.write(to: folder, jobs: session.inputs.jobs ?? Machine.cores) {
        progress.advance(to: $0, of: $1)
      }
    }
    try StandardStream.output.say(DigestSentence.written(count))
    for sentence in DigestSentence.leftBehind(try run.otherFiles(in: folder), in: folder) {
      Command.say("tidings: " + sentence)
    }
  }

  /// What the configuration file says about digests, overridden by options.
  private func plan() throws -> Plan {
    var plan = try Plan(reading: source, at: place, work: work, strict: strict)
    plan.inputs.override(by: people)
    plan.override(by: look)
    return plan
  }

  private func outputPaths(_ plan: Plan) -> OutputPaths {
    var paths = OutputPaths(plan.inputs)
    for file in plan.inputs.recipients { paths.read("--recipients", file) }
    paths.readLook(of: plan)
    paths.write(folder: output.folder, "the folder of digests")
    return paths
  }

  /// Writes one digest to standard output, or all of them as one line of JSON each.
  private func write(
    _ run: DigestRun, of reading: Reading, _ environment: TerminalEnvironment
  ) throws {
    let form = output.form
    if form != .json, run.persons.count > 1 {
      throw Failure.severalRecipients(
        run.persons.map(\.recipient.id), orElse: "use --format json for all of them")
    }
    if run.persons.count > 1 {
      for person in run.persons {
        try StandardStream.output.write(try run.document(of: person, layout: .oneLine))
      }
      return
    }
    let asked = selection.recipients.first
    if run.persons.isEmpty, form == .json, asked == nil { return }
    let person =
      run.persons.first ?? Persons.nobody(RecipientID(asked ?? "me"), in: reading)
    try output.pager.show(try run.document(of: person, layout: .oneLine), environment)
  }
}

extension Failure {
  static func severalRecipients(_ recipients: [RecipientID], orElse: String) -> Failure {
    let count = recipients.count
    let some = recipients.prefix(3).map(\.text).joined(separator: ", ")
    return .usage(
      "there are \(count) recipients (\(some)\(count > 3 ? ", …" : ""))",
      "choose one with --recipient, or \(orElse)")
  }
}
