import ArgumentParser
import Digests
import Pipeline
import Rendering

/// The output formats of a summary or a check.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case terminal, json
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

  @OptionGroup var input: InputOptions
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var place: PlaceOptions
  @OptionGroup var terminal: TerminalOptions

  @Option(help: "The format: terminal or json.")
  var format: ReportFormat = .terminal

  func run() async throws {
    try await Command.run { environment in
      let session = try Session(
        input, place, in: environment, followsTerminal: format == .terminal)
      let chosen = try session.selection(selection, defaultDays: nil)
      let reading = try await session.read(chosen, isSummary: true)
      try session.check(reading, recipients: chosen.recipients, types: selection.types)
      let summary = await reading.summary(reason: RejectSentence.reason)
      switch format {
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
      return try session.finish(reading, listsRejects: format == .json)
    }
  }
}
