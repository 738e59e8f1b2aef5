import ArgumentParser
import Digests
import Notifications
import Pipeline

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

/// Options of the commands that mark notifications by id.
struct SingleMarking: ParsableArguments {
  @OptionGroup var input: InputOptions
  @OptionGroup var place: PlaceOptions

  @Option(
    name: .customLong("id"),
    help: ArgumentHelp("The notification; may be repeated.", valueName: "id"))
  var ids: [String]

  @Option(
    name: .customLong("recipient"),
    help: ArgumentHelp("The recipient of the notifications.", valueName: "id"))
  var recipients: [String] = []

  func validate() throws {
    try input.requireOneStateFile()
    if ids.isEmpty { throw ValidationError("Name at least one notification with --id.") }
  }

  func run(_ kind: Mark.Kind) async throws {
    try await Command.run { environment in
      let session = try Session(input, place, environment, makesState: true)
      var selection = Selection()
      if !recipients.isEmpty { selection.recipients = Set(recipients.map { RecipientID($0) }) }
      let reading = try await session.read(selection)
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
      try StateCommand.write(changing, kind, to: input)
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
