import ByteText
import Exports
import Languages
import Notifications
import Profiles

/// What a person says on a terminal where a draft would have to guess.
struct DraftAnswers {
  /// The paths that were chosen; an empty one is none.
  private(set) var fields: [Field: String] = [:]
  private(set) var zone: String?

  init() {}

  init(asking draft: ProfileDraft) {
    for decision in draft.decisions {
      fields[decision.field] = Self.ask("Who receives a notification?", decision.candidates)
    }
    if draft.zonelessTimes > 0 {
      zone = Self.line(
        "In which zone are the times? Such as Europe/Berlin; nothing is UTC:"
      ) { line in
        line.isEmpty ? .some(nil) : Zone(line).map { _ in line }
      }
    }
  }

  /// Asks until an answer is understood; nil at the end of the input too.
  private static func line<Answer>(
    _ question: String, _ read: (String) -> Answer??
  ) -> Answer? {
    while true {
      Command.say(question)
      guard let line = readLine() else { return nil }
      if let answer = read(line.filter { !$0.isWhitespace }) { return answer }
    }
  }

  private static func ask(_ question: String, _ columns: [DraftField]) -> String {
    let width = columns.map(\.path.count).max() ?? 0
    Command.say(question)
    for (number, field) in columns.enumerated() {
      let padding = String(repeating: " ", count: width - field.path.count)
      Command.say(
        "  \(number + 1)  \(VisibleText.line(field.path))\(padding)  \(DraftText.facts(field))")
    }
    return line("A number, or nothing for none of them:") { answer -> String?? in
      if answer.isEmpty { return "" }
      guard let number = Int(answer), columns.indices.contains(number - 1) else { return nil }
      return columns[number - 1].path
    } ?? ""
  }
}
