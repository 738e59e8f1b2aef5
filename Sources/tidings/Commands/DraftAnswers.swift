import ByteText
import Exports
import Languages

/// What a person says on a terminal where a draft would have to guess.
struct DraftAnswers {
  /// The path of who receives; empty for none, nil if nobody was asked.
  private(set) var receiver: String?
  private(set) var zone: String?

  init() {}

  init(asking draft: ProfileDraft) {
    let columns = draft.candidates
    if !columns.isEmpty {
      Command.say("Who receives a notification?")
      let width = columns.map(\.path.count).max() ?? 0
      for (number, column) in columns.enumerated() {
        let padding = String(repeating: " ", count: width - column.path.count)
        Command.say(
          "  \(number + 1)  \(VisibleText.line(column.path))\(padding)  \(DraftText.facts(column))")
      }
      receiver = Command.answer("A number, or nothing for none of them:") { line in
        let number = Int(line) ?? 0
        return line.isEmpty
          ? "" : columns.indices.contains(number - 1) ? columns[number - 1].path : nil
      }
    }
    if draft.zonelessTimes > 0 {
      zone = Command.answer("In which zone are the times? Such as Europe/Berlin; nothing is UTC:") {
        $0.isEmpty || Zone($0) != nil ? $0 : nil
      }
      if zone == "" { zone = nil }
    }
  }
}
