import ArgumentParser
import ByteText
import Digests
import Languages
import Notifications
import Pipeline

/// The notifications that a command looks at. Different options narrow the selection; repeating one
/// widens it.
struct SelectionOptions: ParsableArguments {
  @Option(
    name: .customLong("recipient"),
    help: ArgumentHelp("Only this recipient's notifications.", valueName: "id"))
  private var named: [String] = []
  var recipients: [String] { RepeatedOptions.values(named) }

  @Option(name: .customLong("type"), help: "Only this type, by key or label.")
  private var namedTypes: [String] = []
  var types: [String] { RepeatedOptions.values(namedTypes) }

  @Option(name: .customLong("priority"), help: "Only this priority: low, normal or high.")
  var priorities: [String] = []

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Only notifications with this value of a field: actor, subject, type or the path of any other, "
        + "such as data.env=production; != excludes a value.", valueName: "name=value"))
  var conditions: [String] = []

  @Flag(help: "Only unread notifications.")
  var unread = false

  @Flag(help: "Only read notifications.")
  var read = false

  @Option(
    help: ArgumentHelp(
      "Only notifications with this text in title, body or label, ignoring case and accents.",
      valueName: "text"))
  var search: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only notifications from this day or time on; without an offset, in the zone of --time-zone.",
      valueName: "time"))
  var since: String?

  @Option(
    help: ArgumentHelp(
      "Only notifications before this day or time, in the same zone.", valueName: "time"))
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
    for text in conditions where FieldCondition(text) == nil {
      throw ValidationError("--where \(text): write it as actor=maya or data.env!=production.")
    }
    if conditions.count > FieldFilter.mostConditions {
      throw ValidationError("--where can be given \(FieldFilter.mostConditions) times at most.")
    }
    if days != nil && since != nil {
      throw ValidationError("--days and --since cannot be combined.")
    }
  }
}

extension SelectionOptions {
  /// Whether an option chooses among a recipient's notifications.
  var choosesNotifications: Bool {
    !(types + priorities + conditions + search).isEmpty || unread || read || since != nil
      || until != nil || days != nil
  }

  /// The selection that the options describe, for a reader at `place`.
  ///
  /// - Parameter defaultDays: the civil days to look at if the options give no start; nil for all.
  func resolved(at place: Place, labels: TypeLabels, defaultDays: Int?) throws -> Selection {
    var selection = Selection()
    selection.labels = labels
    if !recipients.isEmpty { selection.recipients = Set(recipients.map { RecipientID($0) }) }
    if !types.isEmpty { selection.types = TypeFilter(types, labels: labels) }
    if !priorities.isEmpty { selection.priorities = Set(try priorities.map(priority)) }
    selection.fields = FieldFilter(conditions.compactMap(FieldCondition.init))
    if unread || read { selection.isUnread = unread }
    selection.searches = search.map { SearchText($0) }
    selection.since = try since.map { try time($0, at: place, option: "--since") }
    selection.until = try until.map { try time($0, at: place, option: "--until") }
    if let days = days ?? (since == nil ? defaultDays : nil) {
      selection.since = place.start(of: place.today.adding(days: 1 - days))
    }
    try check(selection)
    return selection
  }

  /// Throws if the window is empty, which can only be a mistake.
  private func check(_ selection: Selection) throws {
    guard let from = selection.since, let to = selection.until, from >= to, let until else {
      return
    }
    let beginning = since.map { "--since \($0)" } ?? "--days \(days ?? 0)"
    throw Failure.usage(
      "there is nothing between \(beginning) and --until \(until)",
      "--until must be the later of the two")
  }

  private func priority(_ word: String) throws -> Priority {
    guard let priority = Priority(word: word) else {
      let names = Priority.allCases.map(\.name)
      throw Failure.usage(
        "--priority \(ChoiceSentence.fault(word, allowed: names))",
        ChoiceSentence.guess(word, allowed: names) ?? "choose one of them")
    }
    return priority
  }

  /// A time, or the start of a civil day, in the reader's zone unless the time names one.
  private func time(_ text: String, at place: Place, option: String) throws -> Instant {
    if let date = CivilDate(text) { return place.start(of: date) }
    guard let instant = PlaceOptions.instant(text, in: place.zone) else {
      throw Failure.usage(
        "\(option) \(text) is neither a day nor a time",
        "write 2026-02-08 or 2026-02-08T15:05:00Z")
    }
    return instant
  }
}
