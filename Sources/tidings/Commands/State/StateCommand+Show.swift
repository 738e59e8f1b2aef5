import ArgumentParser
import ByteText
import Exports
import Notifications
import Pipeline
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
    var recipients: [String] = []

    @Option(help: "The format: terminal or json.")
    var format: ReportFormat = .terminal

    func validate() throws {
      if files.isEmpty && state.isEmpty { throw ValidationError("Name at least one state file.") }
    }

    func run() async throws {
      try await Command.run { _ in
        let reading = try StateFile.read(files + state)
        let only = Set(recipients.map { RecipientID($0) })
        let known = Set(reading.marks.marks.map(\.recipient))
        if let unknown = only.subtracting(known).min(), !known.isEmpty {
          throw Failure.noMarks(
            of: unknown, nearest: NearestName.of(unknown.text, among: known.map(\.text)))
        }
        let marks = reading.marks.marks.filter { only.isEmpty || only.contains($0.recipient) }
        switch format {
        case .json: try StandardStream.output.write(StateFile.bytes(of: MarkTable(marks)))
        case .terminal: try StandardStream.output.write(Array(Self.text(of: marks).utf8))
        }
        for reject in reading.rejects { Command.say("tidings: " + CompanionSentence.of(reject)) }
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
      let count = marks.count == 1 ? "1 mark" : "\(marks.count) marks"
      return (lines + [count]).joined(separator: "\n") + "\n"
    }
  }
}
