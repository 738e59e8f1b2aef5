import Exports
import Languages

extension Failure {
  /// The sentence about a profile that cannot be read: file, line, column, key, and what to do.
  init(_ error: ProfileError) {
    var place = error.file
    if error.line > 0 { place += ":\(error.line):\(error.column)" }
    if !error.key.isEmpty { place += ": \(error.key)" }
    let (what, advice) = Self.words(error.reason)
    self.init(status: .usage, message: "\(place): \(what)", advice: advice)
  }

  private static func words(_ reason: ProfileError.Reason) -> (String, String) {
    switch reason {
    case .unreadable(let why): ("cannot be read: \(why)", "check the path and its permissions")
    case .tooLarge(let limit): ("has more than \(limit) bytes", "a profile is a few kilobytes")
    case .notYAML(let why): ("is no YAML: \(why)", "mend the line")
    case .anchor: ("uses an anchor or alias", "write the value out in full")
    case .notOneDocument: ("does not hold exactly one document", "put one profile into each file")
    case .unknownKey(let allowed): ("there is no such key", "use one of " + listed(allowed))
    case .missingKey: ("is missing", "add it; tidings profiles show rooms is an example")
    case .repeatedKey: ("stands here a second time", "keep one of them")
    case .unsupported:
      (
        "this tidings does not read it, so records would lack those fields",
        "put the fields into the records first, with jq for example, and take the key out"
      )
    case .wrongType(let expected, let found):
      ("must be \(expected), not \(found)", "change the value")
    case .unknownWord(let word, let allowed):
      ("\(word) is none of the known words", "use one of " + listed(allowed))
    case .malformed(let text, let expected): ("\(text) is not \(expected)", "change the value")
    case .badMessage(let error): (MessageSentence.of(error), "write a brace of the text twice: {{")
    case .unknownName(let name, let allowed):
      ("no value is called {\(name)}", "use one of " + listed(allowed))
    case .repeatedProfile(let name):
      ("the name \(name) is taken by another file", "give one of them another name")
    }
  }

  static func listed(_ words: [String]) -> String { words.joined(separator: ", ") }
}
