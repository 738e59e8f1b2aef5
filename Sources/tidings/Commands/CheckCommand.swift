import ArgumentParser
import Digests
import Marks
import Pipeline

/// `tidings check`
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Checks exports without writing anything: profiles, fields, rejects and warnings.",
    discussion: """
      Lists how many records have each field of the profile, and which paths in the records no \
      field uses. The status is 3 if a record is rejected, something is missing, or a profile maps \
      a field that no record has.

      EXAMPLES
        tidings check notifications.jsonl
        tidings check exports/*.json --format json
      """)

  @OptionGroup(title: "Input") var source: SourceOptions
  @OptionGroup(title: "Look") var place: PlaceOptions
  @OptionGroup(title: "Output") var output: ShowOptions
  @OptionGroup(title: "Output") var work: WorkOptions
  @OptionGroup(title: "Output") var loudness: ProgressOption
  @OptionGroup(title: "Safety") var strict: StrictOptions

  func run() async throws {
    try await Command.run { environment in
      let plan = try Plan(reading: source, at: place, work: work, strict: strict)
      let session = try Session(
        plan.inputs, at: try place.resolvedNow(), in: environment, progress: loudness.progress)
      let reading = try await session.read(Selection(), surveys: true)
      let report = CheckReport(
        reading.index, profiles: session.vocabulary.profiles, isForced: plan.inputs.profile != nil,
        marks: session.state.marks)
      try output.show(report.text, json: report.json, environment)
      let status = try session.finish(reading, listsRejects: false)
      return status == .done && !report.warnings.isEmpty ? .doneWithRejects : status
    }
  }
}
