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
      receiver = Self.answer("A number, or nothing for none of them:") { line in
        let number = Int(line) ?? 0
        return line.isEmpty
          ? "" : columns.indices.contains(number - 1) ? columns[number - 1].path : nil
      }
    }
    if draft.zonelessTimes > 0 {
      zone = Self.answer("In which zone are the times? Such as Europe/Berlin; nothing is UTC:") {
        $0.isEmpty || Zone($0) != nil ? $0 : nil
      }
      if zone == "" { zone = nil }
    }
  }

  /// Asks until an answer is understood; empty at the end of the input too.
  private static func answer(_ question: String, _ read: (String) -> String?) -> String {
    while true {
      Command.say(question)
      guard let line = readLine() else { return "" }
      if let answer = read(line.filter { !$0.isWhitespace }) { return answer }
    }
  }
}
