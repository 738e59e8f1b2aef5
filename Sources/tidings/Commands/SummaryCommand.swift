import ArgumentParser
import Digests
import Pipeline
import Rendering

/// The output formats of a summary or a check.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case terminal, json
}

/// The format of a summary, a check or a list.
struct FormatOption: ParsableArguments {
  @Option(help: "The format: terminal or json.")
  var format: ReportFormat = .terminal
}

/// `tidings summary`
struct SummaryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "summary",
    abstract: "Summarizes exports: totals, types, priorities, days, recipients, rejects.",
    discussion: """
      EXAMPLES
        tidings summary notifications.jsonl
        gunzip -c night.gz | tidings summary - --unread --days 7
        tidings summary export.sqlite --format json | jq .counts.byType
      """)

  @OptionGroup(title: "Input") var source: SourceOptions
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Look") var place: PlaceOptions
  @OptionGroup(title: "Look") var terminal: TerminalOptions
  @OptionGroup(title: "Output") var output: FormatOption
  @OptionGroup(title: "Output") var work: WorkOptions
  @OptionGroup(title: "Output") var loudness: ProgressOption
  @OptionGroup(title: "Safety") var strict: StrictOptions

  func run() async throws {
    try await Command.run { environment in
      let plan = try Plan(reading: source, at: place, work: work, strict: strict)
      let session = try Session(
        plan.inputs, at: try place.resolvedNow(), in: environment, progress: loudness.progress,
        followsTerminal: output.format == .terminal)
      let chosen = try session.selection(selection, defaultDays: nil)
      let reading = try await session.read(chosen, isSummary: true)
      try session.check(reading, recipients: chosen.recipients, types: selection.types)
      let summary = await reading.summary(reason: RejectSentence.reason)
      switch output.format {
      case .json:
        try StandardStream.output.write(JSONDocument.summary(summary, in: reading.context))
      case .terminal:
        let style = terminal.style(for: .output, environment)
        try StandardStream.output.write(
          TerminalDocument.summary(summary, in: reading.context, style: style))
      }
      for sentence in DigestSentence.farAhead(reading, days: selection.days) {
        Command.say("tidings: " + sentence)
      }
      return try session.finish(reading, listsRejects: output.format == .json)
    }
  }
}
