import ArgumentParser
import Digests
import Exports
import Pipeline
import Rendering

/// `tidings check`
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Reads everything, writes nothing: the profile of each file, every reject, every oddity.",
    discussion: """
      EXAMPLES
        tidings check notifications.jsonl
        tidings check exports/*.json --format json
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var place: PlaceOptions

  @Option(help: "The form: terminal or json.")
  var format: ReportFormat = .terminal

  func run() async throws {
    try await Command.run { environment in
      let session = try Session(input, place, environment)
      let reading = try await session.read(Selection())
      let report = CheckReport(reading.index, profiles: session.vocabulary.profiles)
      switch format {
      case .terminal: try StandardStream.output.write(report.text)
      case .json: try StandardStream.output.write(report.json)
      }
      return try session.finish(reading)
    }
  }
}
