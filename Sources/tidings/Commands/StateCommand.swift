import ArgumentParser
import Digests
import Notifications
import Pipeline
import Rendering

/// `tidings state`
struct StateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "Marks notifications as read or deleted, in a file beside the exports.",
    discussion: """
      A state file contains marks; an inbox page can download one too. Every command that reads \
      exports applies it with --state. The exports themselves are never changed.

      EXAMPLES
        tidings state mark-read export.jsonl --state marks.json --id n-17
        tidings state mark-all-read export.jsonl --state marks.json --recipient maya
        tidings summary export.jsonl --state marks.json --state tidings-state.json
        tidings state sql export.jsonl --state marks.json | psql app
      """,
    subcommands: [
      MarkRead.self, MarkAllRead.self, Delete.self, ClearRead.self, ClearAll.self, Show.self,
      Statements.self, Requests.self,
    ])
}

extension StateCommand {
  /// `tidings state mark-read`
  struct MarkRead: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "mark-read", abstract: "Marks notifications as read.",
      discussion: """
        EXAMPLES
          tidings state mark-read export.jsonl --state marks.json --id n-17 --id n-18
        """)

    @OptionGroup var marking: SingleMarking

    func run() async throws { try await marking.run(.read) }
  }

  /// `tidings state delete`
  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Marks notifications as deleted.",
      discussion: """
        EXAMPLES
          tidings state delete export.jsonl --state marks.json --id n-17
        """)

    @OptionGroup var marking: SingleMarking

    func run() async throws { try await marking.run(.deleted) }
  }
}

/// Which notifications to mark.
struct IDOptions: ParsableArguments {
  @Option(
    name: .customLong("id"),
    help: ArgumentHelp("The notification; may be repeated.", valueName: "id"))
  var ids: [String]

  @Option(
    name: .customLong("recipient"),
    help: ArgumentHelp("The recipient of the notifications.", valueName: "id"))
  var recipients: [String] = []

  func validate() throws {
    if ids.isEmpty { throw ValidationError("Name at least one notification with --id.") }
  }
}

/// Options of the commands that mark notifications by id.
struct SingleMarking: ParsableArguments {
  @OptionGroup(title: "Input") var source: SourceOptions
  @OptionGroup(title: "Selection") var selection: IDOptions
  @OptionGroup(title: "Look") var place: PlaceOptions
  @OptionGroup(title: "Output") var output: FormatOption
  @OptionGroup(title: "Output") var work: WorkOptions
  @OptionGroup(title: "Output") var loudness: ProgressOption
  @OptionGroup(title: "Safety") var strict: StrictOptions

  var inputs: Inputs { Inputs(source, work: work, strict: strict) }

  func validate() throws {
    try inputs.requireOneStateFile()
  }

  func run(_ kind: Mark.Kind) async throws {
    try await Command.run { environment in
      let plan = try Plan(reading: source, at: place, work: work, strict: strict)
      let session = try Session(
        plan.inputs, at: try place.resolvedNow(), in: environment, progress: loudness.progress,
        makesState: true)
      let (ids, recipients) = (selection.ids, selection.recipients)
      var selection = Selection()
      if !recipients.isEmpty { selection.recipients = Set(recipients.map { RecipientID($0) }) }
      let reading = try await session.read(selection, forRecipients: true)
      try session.check(reading, recipients: selection.recipients)
      let found = try reading.notifications(withIDs: Set(ids.map { NotificationID($0) }))
      let marks = try ids.map { id in
        guard let notifications = found[NotificationID(id)] else {
          throw Failure.noNotification(
            NotificationID(id), nearest: try reading.nearest(to: NotificationID(id)))
        }
        return Mark(try only(notifications, id: id), kind, at: session.place.now)
      }
      let changing = marks.filter { mark in
        kind == .deleted || found[mark.notification]?.first?.isUnread == true
      }
      try StateCommand.write(changing, kind, to: plan.inputs.states[0], saying: output)
      return try session.finish(reading)
    }
  }

  /// The only notification with an id; throws if several share it.
  private func only(
    _ notifications: [Notifications.Notification], id: String
  ) throws -> Notifications.Notification {
    guard notifications.count == 1 else {
      let owners = notifications.prefix(3).map { "\($0.recipient) of \($0.profile)" }
      throw Failure.usage(
        "\(notifications.count) notifications have the id \(id): \(owners.joined(separator: ", "))",
        "name the recipient with --recipient, or pass the exports of one system only")
    }
    return notifications[0]
  }
}

extension StateCommand {
  /// `tidings state mark-all-read`
  struct MarkAllRead: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "mark-all-read", abstract: "Marks everything unread as read.",
      discussion: """
        EXAMPLES
          tidings state mark-all-read export.jsonl --state marks.json --recipient maya
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

/// Whether to mark the notifications of all recipients.
struct EveryoneOption: ParsableArguments {
  @Flag(help: "Mark everyone's notifications.")
  var all = false
}

/// Options of the commands that mark every notification a reader would see now, or those that the
/// selection chooses.
struct BulkMarking: ParsableArguments {
  @OptionGroup(title: "Input") var source: SourceOptions
  @OptionGroup(title: "Selection") var everyone: EveryoneOption
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Look") var place: PlaceOptions
  @OptionGroup(title: "Output") var output: FormatOption
  @OptionGroup(title: "Output") var work: WorkOptions
  @OptionGroup(title: "Output") var loudness: ProgressOption
  @OptionGroup(title: "Safety") var strict: StrictOptions

  var inputs: Inputs { Inputs(source, work: work, strict: strict) }

  func validate() throws {
    try inputs.requireOneStateFile()
    if everyone.all == !selection.recipients.isEmpty {
      throw ValidationError("Name either a recipient with --recipient, or --all for everyone.")
    }
  }

  func run(_ change: StateChange, _ kind: Mark.Kind) async throws {
    try await Command.run { environment in
      let plan = try Plan(reading: source, at: place, work: work, strict: strict)
      let session = try Session(
        plan.inputs, at: try place.resolvedNow(), in: environment, progress: loudness.progress,
        makesState: true)
      let chosen = try session.selection(selection, defaultDays: nil)
      let reading = try await session.read(chosen, forRecipients: true)
      try session.check(reading, recipients: chosen.recipients, types: selection.types)
      try StateCommand.write(
        try reading.marks(for: change), kind, to: plan.inputs.states[0], saying: output)
      return try session.finish(reading)
    }
  }
}

extension StateCommand {
  /// Adds marks to the state file and prints how many changed something.
  static func write(
    _ marks: [Mark], _ kind: Mark.Kind, to path: String, saying output: FormatOption
  ) throws {
    let count = try StateUpdate.add(marks, to: path)
    let done =
      switch kind {
      case .read: "marked as read"
      case .deleted: "deleted"
      }
    try output.format.print("\(count.counted("notification")) \(done)", as: "tidings.marked/1") {
      json in
      json.member("state", path)
      json.member("mark", kind.rawValue)
      json.member("marked", count)
    }
  }
}

extension Inputs {
  /// Requires exactly one state file.
  func requireOneStateFile() throws {
    if states.count != 1 {
      throw ValidationError("Name exactly one state file with --state; it may be new.")
    }
  }
}
