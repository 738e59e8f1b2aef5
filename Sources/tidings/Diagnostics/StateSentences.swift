import Exports
import Pipeline

extension Failure {
  /// The message about a state file that cannot be rewritten without losing an entry.
  init(_ error: StateUpdateError) {
    self.init(
      status: .noUsableData, message: CompanionSentence.of(error.reject),
      advice: "correct or remove this line first: the file will be rewritten")
  }

  /// The message about a system that has no SQL statements.
  init(_ error: StateStatementError) {
    switch error {
    case .noTable(let profile):
      self.init(
        status: .usage, message: "the profile \(profile) names no table",
        advice: "name it with --table")
    case .noColumn(let profile, let role):
      self.init(
        status: .usage, message: "the profile \(profile) does not say which column is the \(role)",
        advice: "copy the profile (tidings profiles show \(profile)) and name it there")
    case .unquotable(let name):
      self.init(
        status: .usage, message: "\(name) cannot be a name in SQL", advice: "name another table")
    }
  }
}
