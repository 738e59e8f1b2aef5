import ArgumentParser
import Notifications
import Pipeline
import Recipients

/// When mail is due for recipients who do not say.
struct RhythmOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How often recipients who do not say get a mail: daily, weekdays, weekly, monthly or never; "
        + "default: daily.", valueName: "word"))
  var frequency: String?

  @Option(
    help: ArgumentHelp(
      "The days of a weekly mail, such as mon,thu; default: monday.", valueName: "days"))
  var days: String?

  @Option(
    help: ArgumentHelp(
      "The day of a monthly mail, 1 to 31; in a shorter month its last.", valueName: "n"))
  var day: String?

  @Option(
    help: ArgumentHelp(
      "The local hour of recipients who set none: 0 to 23, or a time such as 17:30; default: 7.",
      valueName: "time"))
  var hour: String?

  @Option(
    help: ArgumentHelp(
      "Several of these instead of --hour, such as 8,17:30.", valueName: "times"))
  var hours: String?

  @Option(
    help: ArgumentHelp(
      "When unread urgent ones are mailed: immediately, at any hour that is not quiet, or with the "
        + "digest; default: digest.", valueName: "word"))
  var urgent: String?

  @Option(
    name: .customLong("paused-until"),
    help: ArgumentHelp(
      "Mail nobody who does not say otherwise before this day, such as 2026-03-01.",
      valueName: "date"))
  var pausedUntil: String?

  func validate() throws {
    do throws(RhythmFault) { _ = try words.rhythm(refusesUnused: true) } catch {
      throw ValidationError(Self.sentence(error))
    }
  }

  /// Nil fields are those that no option gives.
  func resolved() throws(RhythmFault) -> Rhythm { try words.rhythm() }

  private var words: RhythmWords {
    var words = RhythmWords()
    words.frequency = frequency
    words.days = days.map(Self.list)
    words.day = day
    words.hour = hour
    words.hours = hours.map(Self.list)
    words.urgent = urgent
    words.pausedUntil = pausedUntil
    return words
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.filter { $0 != " " } }
  }

  private static func sentence(_ fault: RhythmFault) -> String {
    let option = "--\(fault.field.key)"
    switch fault.reason {
    case .unknownWord(let text, let allowed):
      return "\(option): " + ChoiceSentence.of(text, allowed: allowed)
    case .malformed(let text, let expected): return "\(option): \(text) is not \(expected)"
    case .empty(let expected): return "\(option) is empty: give \(expected), or leave it out."
    case .contradiction(let other):
      return "\(option) contradicts --\(other.key): give one of the two."
    }
  }
}
