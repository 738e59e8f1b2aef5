import ArgumentParser

/// The notifications that a command looks at. Different options narrow the selection; repeating one
/// widens it.
struct SelectionOptions: ParsableArguments {
  @Option(
    name: .customLong("recipient"),
    help: ArgumentHelp("Only this recipient's notifications.", valueName: "id"))
  var recipients: [String] = []

  @Option(name: .customLong("type"), help: "Only this type, by key or label.")
  var types: [String] = []

  @Option(name: .customLong("priority"), help: "Only this priority: low, normal or high.")
  var priorities: [String] = []

  @Flag(help: "Only unread notifications.")
  var unread = false

  @Flag(help: "Only read notifications.")
  var read = false

  @Option(
    help: ArgumentHelp(
      "Only notifications with this text in title or body, ignoring case and accents.",
      valueName: "text"))
  var search: [String] = []

  @Option(help: ArgumentHelp("Only notifications from this day or time on.", valueName: "time"))
  var since: String?

  @Option(help: ArgumentHelp("Only notifications before this day or time.", valueName: "time"))
  var until: String?

  @Option(help: ArgumentHelp("Only the last N days, including today.", valueName: "n"))
  var days: Int?

  private static let mostDays = 100_000

  func validate() throws {
    if let days, !(1...Self.mostDays).contains(days) {
      throw ValidationError("--days takes a number from 1 to \(Self.mostDays).")
    }
    if unread && read {
      throw ValidationError("--unread and --read cannot be combined; leave out both to see all.")
    }
    if days != nil && since != nil {
      throw ValidationError("--days and --since cannot be combined.")
    }
  }
}
