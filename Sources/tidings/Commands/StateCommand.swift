import ArgumentParser
import Digests
import Languages
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
        tidings state mark export.jsonl --state marks.json --as read --id n-17
        tidings state mark export.jsonl --state marks.json --as read --recipient maya
        tidings summary export.jsonl --state marks.json --state tidings-state.json
        tidings state sql export.jsonl --state marks.json | psql app
      """,
    subcommands: [Marking.self, Show.self, Statements.self, Requests.self])
}

extension Mark.Kind: ExpressibleByArgument {}

extension StateCommand {
  /// `tidings state mark`
  struct Marking: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "mark",
      abstract: "Marks notifications as read or deleted: those with an id, or all that are chosen.",
      discussion: """
        Without --id, it marks what a reader would see now and the options choose: of a recipient, \
        or of everyone with --all.

        EXAMPLES
          tidings state mark export.jsonl --state marks.json --as read --id n-17 --id n-18
          tidings state mark export.jsonl --state marks.json --as read --all --type offer
          tidings state mark export.jsonl --state marks.json --as deleted --read --all
        """)

    @OptionGroup(title: "Input") var source: SourceOptions
    @OptionGroup(title: "Selection") var marked: MarkedOptions
    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "Look") var place: PlaceOptions
    @OptionGroup(title: "Output") var work: WorkOptions
    @OptionGroup(title: "Output") var loudness: ProgressOption
    @OptionGroup(title: "Safety") var strict: StrictOptions

    func validate() throws {
      if Inputs(source, work: work, strict: strict).states.count != 1 {
        throw ValidationError("Name exactly one state file with --state; it may be new.")
      }
      if marked.ids.isEmpty, marked.all == !selection.recipients.isEmpty {
        throw ValidationError(
          "Name notifications with --id, a recipient with --recipient, or everyone with --all.")
      }
      if !marked.ids.isEmpty, marked.all || selection.choosesNotifications {
        throw ValidationError("--id names the notifications; only --recipient goes with it.")
      }
    }

    func run() async throws {
      try await Command.run { environment in
        let plan = try Plan(reading: source, at: place, work: work, strict: strict)
        let session = try Session(
          plan.inputs, at: try place.resolvedNow(), in: environment, progress: loudness.progress,
          makesState: true)
        let chosen = try session.selection(selection, defaultDays: nil)
        let reading = try await session.read(chosen, forRecipients: true)
        try session.check(reading, recipients: chosen.recipients, types: selection.types)
        let marks =
          marked.ids.isEmpty
          ? try reading.marks(marked.kind) : try marked.marks(in: reading, at: session.place.now)
        let count = try StateUpdate.add(marks, to: plan.inputs.states[0])
        let done = marked.kind == .read ? "marked as read" : "deleted"
        try StandardStream.output.say("\(count.counted("notification")) \(done)")
        return try session.finish(reading)
      }
    }
  }
}

/// What to mark, and as what.
struct MarkedOptions: ParsableArguments {
  @Option(name: .customLong("as"), help: "The mark: read or deleted.")
  var kind: Mark.Kind

  @Option(
    name: .customLong("id"),
    help: ArgumentHelp("This notification; may be repeated.", valueName: "id"))
  var ids: [String] = []

  @Flag(help: "Mark everyone's notifications.")
  var all = false

  /// The marks of the notifications with the ids; one that is read already needs none.
  func marks(in reading: Reading, at time: Instant) throws -> [Mark] {
    let found = try reading.notifications(withIDs: Set(ids.map { NotificationID($0) }))
    return try ids.compactMap { id in
      guard let notifications = found[NotificationID(id)] else {
        throw Failure.noNotification(
          NotificationID(id), nearest: try reading.nearest(to: NotificationID(id)))
      }
      let notification = try only(notifications, id: id)
      return kind == .deleted || notification.isUnread ? Mark(notification, kind, at: time) : nil
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
