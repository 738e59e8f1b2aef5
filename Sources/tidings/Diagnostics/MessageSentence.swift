import Languages
import YAML

/// Says what is wrong with a message of a catalogue or profile.
enum MessageSentence {
  static func of(_ error: MessageSyntaxError) -> String {
    let form = error.form.map { " (form \($0))" } ?? ""
    return "\(words(error.reason)) at byte \(error.offset)\(form)"
  }

  private static func words(_ reason: MessageSyntaxError.Reason) -> String {
    switch reason {
    case .unclosedBrace: "a { that is never closed"
    case .strayBrace: "a } without a {"
    case .badName(let name): "{\(name)} is not a name of letters, digits, _, - and ."
    case .unknownForm(let form): "\(form) is not a plural form"
    case .repeatedForm(let form): "the form \(form) occurs twice"
    case .missingOther: "the form other is missing"
    }
  }
}
