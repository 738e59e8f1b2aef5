import Exports
import Notifications
import Profiles

/// Asks on a terminal what names do not tell.
struct DraftQuestions {
  let draft: ProfileDraft

  init(_ draft: ProfileDraft) { self.draft = draft }

  /// The paths that a person chose; an empty one is none.
  func answers() -> [Field: String] {
    let people = draft.people
    guard !people.isEmpty else { return [:] }
    var answers: [Field: String] = [:]
    answers[.recipient] = ask("Who receives a notification?", people, guess: draft[.recipient])
    let actor = ask("Who acted?", people, guess: draft[.actorId] ?? draft[.actorName])
    guard let chosen = people.first(where: { $0.path == actor }) else { return answers }
    let isId = chosen.path.lowercased().hasSuffix("id")
    answers[isId ? .actorId : .actorName] = chosen.path
    return answers
  }

  private func ask(
    _ question: String, _ people: [DraftField], guess: ProfileDraft.Choice?
  ) -> String {
    let width = people.map(\.path.count).max() ?? 0
    Command.say(question)
    for (number, field) in people.enumerated() {
      let padding = String(repeating: " ", count: width - field.path.count)
      let mark = field.path == guess?.paths.first?.path ? " (the guess)" : ""
      Command.say(
        "  \(number + 1)  \(VisibleText.line(field.path))\(padding)  \(DraftText.facts(field))\(mark)"
      )
    }
    while true {
      Command.say("A number, or nothing for none of them:")
      guard let line = readLine() else { return "" }
      let answer = line.filter { !$0.isWhitespace }
      if answer.isEmpty { return "" }
      if let number = Int(answer), people.indices.contains(number - 1) {
        return people[number - 1].path
      }
    }
  }
}

extension Failure {
  /// The message about an export without anything to draft a profile from.
  static func noDraft(_ file: String) -> Failure {
    Failure(
      status: .noUsableData,
      message: "\(ExportSentence.location(file, nil)): it contains no records",
      advice: "name an export with a few notifications in it")
  }
}
