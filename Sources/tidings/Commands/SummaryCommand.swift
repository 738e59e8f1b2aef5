import ArgumentParser
import Digests
import Pipeline
import Rendering

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
  @OptionGroup(title: "Output") var output: ShowOptions
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
      try output.show(
        TerminalDocument.summary(
          summary, in: reading.context, style: terminal.style(for: .output, environment)),
        json: JSONDocument.summary(summary, in: reading.context), environment)
      for sentence in DigestSentence.farAhead(reading, days: selection.days) {
        Command.say("tidings: " + sentence)
      }
      return try session.finish(reading, listsRejects: output.format == .json)
    }
  }
}
