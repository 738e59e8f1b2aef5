import Exports
import Notifications
import Pipeline

/// Says which options a filter does not take.
enum FilterSentence {
  /// - Parameter configuration: the file that may have given it instead.
  static func refused(_ option: String, configuration: String? = nil) -> Failure {
    let file = configuration.map { ", and remove it from \($0)" } ?? ""
    return .usage(
      "\(option) cannot be used with -o -",
      "leave \(option) out\(file): the program that feeds the filter does this itself")
  }
}

extension Failure {
  /// The message about a filter's input that cannot be used.
  init(_ error: FilterError) {
    let (message, advice) = Self.words(error)
    self.init(status: .noUsableData, message: message, advice: advice)
  }

  private static func words(_ error: FilterError) -> (String, String) {
    switch error {
    case .torn:
      (
        "standard input ended without {\"tidings\":\"end\"}",
        "use none of the answers; run the task again"
      )
    case .damaged(let line):
      ("standard input, line \(line): the control line is damaged", correct)
    case .unknownKind(let kind, let line):
      (
        "standard input, line \(line): there is no control line \(kind.cut(toBytes: 64))",
        "the kinds are recipient, book, mark, record and end; a later tidings may know more"
      )
    case .nobody(let line):
      (
        "standard input, line \(line): no recipient precedes it",
        "write a line about the recipient before their records"
      )
    case .noID(let line):
      ("standard input, line \(line): the recipient has no id", correct)
    case .regrouped(let recipient, let line):
      (
        "standard input, line \(line): \(recipient.text.cut(toBytes: 200)) already had a group",
        "sort the input by recipient, so that all lines about one person are together"
      )
    case .unknownProfile(let profile, let line):
      (
        "standard input, line \(line): there is no profile \(profile.text.cut(toBytes: 64))",
        "tidings profiles list shows the profiles; --profiles adds your own"
      )
    case .afterEnd(let line):
      (
        "standard input, line \(line): the end line precedes it",
        "write {\"tidings\":\"end\"} once, as the last line; use none of the answers"
      )
    case .badBook(let line):
      (
        "standard input, line \(line): the book is not one from an answer",
        "feed books back unchanged; without them, mails would be sent twice"
      )
    }
  }

  private static let correct = "correct what writes the lines, and run the task again"
}
