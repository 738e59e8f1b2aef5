import ArgumentParser
import Digests
import Exports
import Notifications
import Pipeline

extension ProfilesCommand {
  /// `tidings profiles detect`
  struct Detect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows which profile fits each export.",
      discussion: """
        EXAMPLES
          tidings profiles detect export.json
        """)

    @OptionGroup var input: InputOptions

    func run() async throws {
      try await Command.run { environment in
        let session = try Session(input, try PlaceOptions.parse([]), environment)
        let reading = try await session.read(Selection())
        let lines = reading.index.sources.map { source in
          let profile = source.profile?.text ?? "no records"
          let strays = source.strays.map {
            ", \(MappingSentence.records($0.records)) of \($0.profile.text)"
          }
          return VisibleText.line(
            "\(ExportSentence.place(source.file, nil)): \(profile)\(strays.joined())") + "\n"
        }
        try StandardStream.output.write(Array(lines.joined().utf8))
        return try session.finish(reading)
      }
    }
  }
}
