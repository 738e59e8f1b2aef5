import ByteText
import Languages
import Pipeline
import YAML

extension Failure {
  /// The message about a profile: file, line, column, key, and what to do.
  init(_ error: YAMLFileError) {
    let (what, advice) = YAMLFileSentence.words(
      error.reason, example: "tidings profiles show rooms")
    self.init(
      status: .usage, message: "\(YAMLFileSentence.location(of: error)): \(what)", advice: advice)
  }

  static func listed(_ words: [String]) -> String { words.joined(separator: ", ") }
}

/// Says what is wrong in a YAML file, and what would be right.
enum YAMLFileSentence {
  /// `profiles/rooms.yaml:7:3: types.offer.label`
  static func location(of error: YAMLFileError) -> String {
    var place = error.file
    if error.line > 0 { place += ":\(error.line):\(error.column)" }
    if !error.key.isEmpty { place += ": \(error.key)" }
    return place
  }

  /// - Parameter example: a command that prints a valid file.
  static func words(_ reason: YAMLFileError.Reason, example: String) -> (String, String) {
    switch reason {
    case .unreadable(let why): ("cannot be read: \(why)", "check the path and its permissions")
    case .tooLarge(let limit): ("has more than \(limit) bytes", "such a file is a few kilobytes")
    case .notYAML(let why): ("is not YAML: \(why)", "correct the line")
    case .anchor: ("uses an anchor or alias", "write the value out in full")
    case .tooDeep: ("nests too deeply", "no key needs more than a few levels")
    case .notOneDocument: ("must contain exactly one document", "put each in a file of its own")
    case .unknownKey(let name, let allowed): ("there is no such key", choice(name, allowed))
    case .missingKey: ("is missing", "add it; \(example) is an example")
    case .repeatedKey: ("occurs twice", "keep one of them")
    case .wrongType(let expected, let found):
      ("must be \(expected), not \(found)", "change the value")
    case .unknownWord(let word, let allowed):
      ("\(word) is not one of the known words", choice(word, allowed))
    case .malformed(let text, let expected, let nearest):
      ("\(text) is not \(expected)", Failure.didYouMean(nearest) ?? "change the value")
    case .badMessage(let error): (MessageSentence.of(error), "write a literal brace twice: {{")
    case .unknownName(let name, let allowed):
      ("no value is called {\(name)}", choice(name, allowed))
    case .repeatedProfile(let name):
      ("the name \(name) is taken by another file", "give one of them another name")
    }
  }

  /// `did you mean time-zone? the choices are …`
  private static func choice(_ word: String, _ allowed: [String]) -> String {
    let guess = NearestName.of(word, among: allowed).map { "did you mean \($0)? " } ?? ""
    return guess + "the choices are " + Failure.listed(allowed)
  }
}

extension Failure {
  /// The message about a configuration file: two lines for each fault.
  init(_ error: ConfigurationError) {
    let faults = error.faults.map { fault in
      let (what, advice) = YAMLFileSentence.words(
        fault.reason, example: "tidings init example.yaml")
      return (message: "\(YAMLFileSentence.location(of: fault)): \(what)", advice: advice)
    }
    let last = faults.last
    self.init(
      status: .usage, message: last?.message ?? "", advice: last?.advice,
      earlier: faults.dropLast().map {
        Failure(status: .usage, message: $0.message, advice: $0.advice)
      })
  }
}
