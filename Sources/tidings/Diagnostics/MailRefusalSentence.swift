import Exports
import Notifications
import Pipeline
import Rendering

/// Why a run was stopped before its first message, and what to do.
enum MailRefusalSentence {
  static func words(_ refusal: MailRefusal) -> (message: String, advice: String) {
    switch refusal {
    case .tooManyMessages(let messages, .option(let limit)):
      (
        "there would be \(messages) messages, more than --max-messages \(limit)",
        "look at them with --dry-run --report FILE; --force goes on nevertheless"
      )
    case .tooManyMessages(let messages, .history(let largest)):
      (
        "there would be \(messages) messages, more than five times the \(largest) of the largest run "
          + "of the last seven days",
        "look at them with --dry-run --report FILE; --force goes on nevertheless"
      )
    case .tooOld(let newest, _):
      (
        "the newest notification is of \(newest.timestamp), older than --max-age allows",
        "see whether the export was made; --force goes on nevertheless"
      )
    case .noRecipients(let profile, let paths):
      (
        "no record has the recipient that profile \(profile.text) maps ("
          + paths.map(\.description).joined(separator: ", ")
          + "): one person would get all of them",
        "correct recipient in the profile (tidings check shows the records' fields), or say whose "
          + "they are with --owner"
      )
    case .incomplete(let file, let reason):
      (
        "\(file) is incomplete: \(IncompletenessSentence.of(reason))",
        "export it again; --allow-incomplete goes on with what is there"
      )
    }
  }
}

extension Failure {
  init(_ refusal: MailRefusal) {
    let (message, advice) = MailRefusalSentence.words(refusal)
    self.init(status: .noUsableData, message: message, advice: advice)
  }
}
