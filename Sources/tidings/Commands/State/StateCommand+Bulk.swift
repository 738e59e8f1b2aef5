import ArgumentParser
import Digests
import Notifications
import Pipeline

extension StateCommand {
  /// `tidings state mark-all-read`
  struct MarkAllRead: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "mark-all-read", abstract: "Marks everything unread as read.",
      discussion: """
        EXAMPLES
          tidings state mark-all-read export.jsonl --state marks.json --recipient user-3
          tidings state mark-all-read export.jsonl --state marks.json --all --type offer
        """)

    @OptionGroup var marking: BulkMarking

    func run() async throws { try await marking.run(.markAllRead, .read) }
  }

  /// `tidings state clear-read`
  struct ClearRead: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear-read", abstract: "Marks everything read as deleted.",
      discussion: """
        EXAMPLES
          tidings state clear-read export.jsonl --state marks.json --recipient user-3
        """)

    @OptionGroup var marking: BulkMarking

    func run() async throws { try await marking.run(.clearRead, .deleted) }
  }

  /// `tidings state clear-all`
  struct ClearAll: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear-all", abstract: "Marks everything as deleted.",
      discussion: """
        EXAMPLES
          tidings state clear-all export.jsonl --state marks.json --recipient user-3
        """)

    @OptionGroup var marking: BulkMarking

    func run() async throws { try await marking.run(.clearAll, .deleted) }
  }
}

/// Options of the commands that mark every notification a reader would see now, or those that the
/// selection chooses.
struct BulkMarking: ParsableArguments {
  @OptionGroup var input: InputOptions
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var place: PlaceOptions

  @Flag(help: "Mark everyone's notifications.")
  var all = false

  func validate() throws {
    try input.requireOneStateFile()
    if all == !selection.recipients.isEmpty {
      throw ValidationError("Name either a recipient with --recipient, or --all for everyone.")
    }
  }

  func run(_ change: StateChange, _ kind: Mark.Kind) async throws {
    try await Command.run { environment in
      let session = try Session(input, place, environment, makesState: true)
      let chosen = try session.selection(selection, defaultDays: nil)
      let reading = try await session.read(chosen)
      try session.check(reading, recipients: chosen.recipients, types: selection.types)
      try StateCommand.write(try reading.marks(for: change), kind, to: input)
      return try session.finish(reading)
    }
  }
}

extension StateCommand {
  /// Adds marks to the state file and prints how many changed something.
  static func write(_ marks: [Mark], _ kind: Mark.Kind, to input: InputOptions) throws {
    let count = try StateUpdate.add(marks, to: input.state[0])
    let what = count == 1 ? "1 notification" : "\(count) notifications"
    let done =
      switch kind {
      case .read: "marked as read"
      case .deleted: "deleted"
      }
    try StandardStream.output.write(Array("\(what) \(done)\n".utf8))
  }
}

extension InputOptions {
  /// Requires exactly one state file.
  func requireOneStateFile() throws {
    if state.count != 1 {
      throw ValidationError("Name exactly one state file with --state; it may be new.")
    }
  }
}
