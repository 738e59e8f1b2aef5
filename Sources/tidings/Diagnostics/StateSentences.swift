import Exports
import Pipeline

extension Failure {
  /// The sentence about a state file that would lose something if it were written anew.
  init(_ error: StateUpdateError) {
    self.init(
      status: .noUsableData, message: CompanionSentence.of(error.reject),
      advice: "mend or take out this line first: the file is written anew")
  }

  /// The sentence about a system for which no statements can be written.
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
        status: .usage, message: "\(name) can be no name in SQL", advice: "name another table")
    }
  }
}
