import Digests
import Exports
import Pipeline
import Rendering

extension Command {
  /// `tidings summary`
  static let summary = Command(
    name: "summary",
    abstract: "Summarizes exports: totals, types, priorities, days, recipients, rejects.",
    examples: """
      tidings summary notifications.jsonl
      gunzip -c night.gz | tidings summary - --unread --days 7
      tidings summary export.sqlite --format json | jq .counts.byType
      """,
    options: {
      [
        OptionGroup("Input", Options.exports), OptionGroup("Selection", Options.selection),
        OptionGroup("Look", Options.place + Options.terminal),
        OptionGroup("Output", Options.show + Options.work + [Options.quiet()]),
        OptionGroup("Safety", Options.strict),
      ]
    },
    run: { request in
      let session = try Session(request, followsTerminal: request.format == .terminal)
      let chosen = try session.selection()
      let reading = try await session.read(chosen, isSummary: true)
      try session.check(reading, recipients: chosen.recipients, types: request.chosen.types)
      let summary = await reading.summary()
      try request.show(
        TerminalDocument.summary(summary, in: reading.context, style: request.style),
        json: JSONDocument.summary(summary, in: reading.context))
      Command.warn(DigestSentence.farAhead(reading, days: request.chosen.days))
      return try session.finish(reading, listsRejects: request.format == .json)
    })
}
