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
    case .unclosedBrace: "a { that nothing closes"
    case .strayBrace: "a } that closes nothing"
    case .badName(let name): "{\(name)} is no name of letters, digits, _, - and ."
    case .unknownForm(let form): "\(form) is no plural form"
    case .repeatedForm(let form): "the form \(form) a second time"
    case .missingOther: "the form other is missing"
    }
  }
}
