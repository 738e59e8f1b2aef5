import ArgumentParser
import ByteText
import Digests
import Exports
import Languages
import Marks
import Notifications
import Pipeline
import Profiles
import Rendering

extension StateCommand {
  /// `tidings state show`
  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Shows the marks in state files; as JSON, joins the files into one.",
      discussion: """
        EXAMPLES
          tidings state show marks.json
          tidings state show marks.json tidings-state.json --format json > joined.json
        """)

    @Argument(help: ArgumentHelp("State files.", valueName: "file"))
    var files: [String] = []

    @Option(help: ArgumentHelp("A state file, as in other commands.", valueName: "file"))
    var state: [String] = []

    @Option(
      name: .customLong("recipient"),
      help: ArgumentHelp("Only marks for this recipient.", valueName: "id"))
    private var named: [String] = []
    private var recipients: [String] { RepeatedOptions.values(named) }

    @OptionGroup var output: ShowOptions

    func validate() throws {
      if files.isEmpty && state.isEmpty { throw ValidationError("Name at least one state file.") }
    }

    func run() async throws {
      try await Command.run { environment in
        let reading = try StateFile.read(files + state)
        let only = Set(recipients.map { RecipientID($0) })
        let known = Set(reading.marks.marks.map(\.recipient))
        if let unknown = only.subtracting(known).min(), !known.isEmpty {
          throw Failure.noMarks(
            of: unknown, nearest: NearestName.of(unknown.text, among: known.map(\.text)))
        }
        let marks = reading.marks.marks.filter { only.isEmpty || only.contains($0.recipient) }
        try output.show(
          Array(Self.text(of: marks).utf8), json: StateFile.bytes(of: MarkTable(marks)),
          environment)
        for reject in reading.rejects { Command.say("tidings: " + SideFileSentence.of(reject)) }
        return reading.rejects.isEmpty ? .done : .doneWithRejects
      }
    }

    private static func text(of marks: [Mark]) -> String {
      let lines = marks.map { mark in
        let kind =
          switch mark.kind {
          case .read: "read   "
          case .deleted: "deleted"
          }
        return VisibleText.line(
          "\(kind)  \(mark.time.text)  \(mark.profile)  \(mark.recipient)  \(mark.notification)")
      }
      return (lines + [marks.count.counted("mark")]).joined(separator: "\n") + "\n"
    }
  }
}

extension StateCommand {
  /// `tidings state sql`
  struct Statements: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sql",
      abstract: "Prints SQL statements that apply the marks to the app's own database.",
      discussion: """
        The profile says the statements (marks: sql). Each names at most 500 ids from the export, \
        so newer rows are never changed. Review the statements before you run them. Statements \
        with control characters are written only to a file or a pipe.

        EXAMPLES
          tidings state sql export.jsonl --state marks.json
          tidings state sql export.jsonl --expired
        """)

    @OptionGroup var exporting: StateExporting

    @Flag(help: "Also delete what has expired or is older than the app keeps it.")
    var expired = false

    func validate() throws {
      if exporting.inputs.states.isEmpty && !expired {
        throw ValidationError("Name a state file with --state, or --expired.")
      }
    }

    func run() async throws {
      try await exporting.run(removesExpired: expired) { marks, profile, _, index in
        let found = StateTable(of: profile.name, in: index)
        if found.databases.count > 1 {
          throw Failure.severalDatabases(found.databases, of: profile.name)
        }
        let name = found.name ?? profile.records.tables.first ?? "notifications"
        guard let table = SQLText.identifier(name) else { throw Failure.unquotable(name) }
        let output = StateOutput.statements(for: marks, profile.marks.statements, table: table)
        try StateCommand.refuseOnTerminal(output.lines)
        let comment = Array(StateSentence.comment(found.files, profile.name).utf8)
        return StateExporting.Lines(
          lines: (output.lines.isEmpty ? [] : [comment]) + output.lines,
          refused: StateSentence.refused(output.refused, by: profile.name, .statement))
      }
    }
  }

  /// An SQL literal has no escapes: it holds an id's raw bytes, which may go to a file but not to a
  /// terminal.
  private static func refuseOnTerminal(_ statements: [[UInt8]]) throws {
    func isVisible(_ line: [UInt8]) -> Bool {
      VisibleText.isVisible(String(decoding: line, as: UTF8.self))
    }
    guard StandardStream.output.isTerminal, !statements.allSatisfy(isVisible) else { return }
    throw Failure.usage(
      "a statement contains invisible or control characters, and standard output is a terminal",
      "redirect the output to a file: tidings state sql EXPORT --state FILE > out.sql"
    )
  }

  /// `tidings state requests`
  struct Requests: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "requests",
      abstract: "Prints requests that apply the marks through the app's API, one JSON line each.",
      discussion: """
        The profile says the requests (marks: requests).

        EXAMPLES
          tidings state requests export.jsonl --state marks.json
        """)

    @OptionGroup var exporting: StateExporting

    func validate() throws {
      if exporting.inputs.states.isEmpty {
        throw ValidationError("Name a state file with --state.")
      }
    }

    func run() async throws {
      try await exporting.run(removesExpired: false) { marks, profile, inputs, _ in
        let output = StateOutput.requests(
          for: marks, profile.marks.requests, base: inputs.baseURLs[profile.name])
        return StateExporting.Lines(
          lines: output.lines,
          refused: StateSentence.refused(output.refused, by: profile.name, .request))
      }
    }
  }
}

/// Whose marks to use.
struct MarkedRecipients: ParsableArguments {
  @Option(
    name: .customLong("recipient"),
    help: ArgumentHelp("Only marks for this recipient.", valueName: "id"))
  private var named: [String] = []
  var recipients: [String] { RepeatedOptions.values(named) }
}

/// Options of the commands that pass marks on to the app.
struct StateExporting: ParsableArguments {
  @OptionGroup(title: "Input") var source: SourceOptions
  @OptionGroup(title: "Selection") var selection: MarkedRecipients
  @OptionGroup(title: "Look") var place: PlaceOptions
  @OptionGroup(title: "Output") var work: WorkOptions
  @OptionGroup(title: "Output") var loudness: ProgressOption
  @OptionGroup(title: "Safety") var strict: StrictOptions

  var inputs: Inputs { Inputs(source, work: work, strict: strict) }

  /// The output for the marks of one system, and why some are left out.
  struct Lines {
    var lines: [[UInt8]]
    var refused: [String]
  }

  func run(
    removesExpired: Bool, _ write: ([Mark], Profile, Inputs, ExportIndex) throws -> Lines
  ) async throws {
    try await Command.run { environment in
      let plan = try Plan(reading: source, at: place, work: work, strict: strict)
      let session = try Session(
        plan.inputs, at: try place.resolvedNow(), in: environment, progress: loudness.progress)
      // Reads everyone's records, to notice ids that several recipients share.
      let reading = try await session.read(Selection(), appliesState: false)
      let recipients = selection.recipients
      let only = recipients.isEmpty ? nil : Set(recipients.map { RecipientID($0) })
      try session.check(
        reading, recipients: only, known: session.state.marks.marks.map(\.recipient))
      let export = try StateExport(
        reading,
        wanted: StateExport.Wanted(
          marks: session.state.marks,
          recipients: only,
          removesExpired: removesExpired))
      var output: [UInt8] = []
      let notes = StateSentence.unmatched(export.unmatched)
      var refused = export.sharedIDs.map {
        "several notifications share the id \($0), so it is left out"
      }
      for profile in session.vocabulary.profiles.profiles {
        let marks = export.marks.filter { $0.profile == profile.name }
        if marks.isEmpty { continue }
        let written = try write(marks, profile, plan.inputs, reading.index)
        for line in written.lines { output += line + [0x0A] }
        refused += written.refused
      }
      try StandardStream.output.write(output)
      for sentence in notes + refused { Command.say("tidings: " + sentence) }
      let status = try session.finish(reading)
      return refused.isEmpty ? status : .doneWithRejects
    }
  }
}
