import ByteText
import Languages
import Pipeline
import YAML

extension Failure {
  /// The message about a profile: file, line, column, key, and what to do.
  init(_ error: YAMLFileError) {
    let (message, advice) = YAMLFileSentence.words(error, example: "tidings profiles show rooms")
    self.init(status: Self.status(error.reason), message: message, advice: advice)
  }

  private static func status(_ reason: YAMLFileError.Reason) -> ExitStatus {
    switch reason {
    case .noSuchFile, .unreadable: .noInput
    default: .usage
    }
  }
}

/// Says what is wrong in a YAML file, and what would be right.
enum YAMLFileSentence {
  /// `profiles/rooms.yaml:7:3: types.offer.label is missing`, and what to do.
  ///
  /// - Parameter example: a command that prints a valid file.
  static func words(_ error: YAMLFileError, example: String) -> (String, String) {
    let place = error.line > 0 ? "\(error.file):\(error.line):\(error.column)" : error.file
    let (what, advice) = words(error.reason, of: error.key, example: example)
    return (place.isEmpty ? what : "\(place): \(what)", advice)
  }

  /// - Parameter key: the key with the fault; empty for the file itself.
  private static func words(
    _ reason: YAMLFileError.Reason, of key: String, example: String
  ) -> (String, String) {
    let subject = key.isEmpty ? "it" : key
    let mark = key.isEmpty ? "" : key + ": "
    return switch reason {
    case .noSuchFile: ("there is no such file or folder", "check the path")
    case .unreadable(let why): ("it cannot be read: \(why)", "check its permissions")
    case .notUTF8: ("it is not UTF-8", "save it as UTF-8")
    case .tooLarge(let limit):
      ("\(subject) has more than \(limit) bytes", "such a file is a few kilobytes")
    case .notYAML(let why): ("\(subject) is not YAML: \(why)", "correct the line")
    case .anchor: ("\(subject) uses an anchor or alias", "write the value out in full")
    case .tooDeep: ("\(subject) nests too deeply", "no key needs more than a few levels")
    case .notOneDocument:
      ("\(subject) must contain exactly one document", "put each in a file of its own")
    case .missingKey: ("\(subject) is missing", "add it; \(example) is an example")
    case .empty:
      ("\(subject) is empty", "give it a value, or leave it out; an unset variable is empty")
    case .repeatedKey: ("\(subject) occurs twice", "keep one of them")
    case .wrongType(let expected, let found):
      ("\(subject) must be \(expected), not \(found)", "change the value")
    case .unknownKey(let name, let allowed):
      ("\(mark)there is no such key", choice(name, allowed))
    case .unknownWord(let word, let allowed):
      (
        mark + allowed.lack(word),
        allowed.guess(word)
          ?? (allowed.isEmpty
            ? "name it where the file lists them, or leave it out" : "choose one of them")
      )
    case .malformed(let text, let expected, let nearest):
      ("\(mark)\(text) is not \(expected)", Failure.didYouMean(nearest) ?? "change the value")
    case .contradiction(let other):
      ("\(subject) cannot be combined with \(other)", "keep one of the two")
    case .badMessage(let error):
      (
        mark + MessageSentence.of(error),
        "write a literal brace twice: {{, and quotes around a name with other characters: {'Due Date'}"
      )
    case .unknownName(let name, let allowed):
      ("\(mark)no value is called {\(name)}", choice(name, allowed))
    case .repeatedProfile(let name):
      ("\(mark)the name \(name) is taken by another file", "give one of them another name")
    }
  }

  /// `did you mean time-zone? the choices are …`
  private static func choice(_ word: String, _ allowed: [String]) -> String {
    let guess = Failure.didYouMean(NearestName.of(word, among: allowed)).map { $0 + " " } ?? ""
    return guess + "the choices are " + allowed.listed(most: .max)
  }
}

extension Failure {
  /// The message about a configuration file: two lines for each fault.
  init(_ error: ConfigurationError) {
    var faults = error.faults.map {
      YAMLFileSentence.words($0, example: "tidings init example.yaml")
    }
    let (message, advice) = faults.popLast() ?? ("", "")
    self.init(
      status: .usage, message: message, advice: advice,
      earlier: faults.map { Failure(status: .usage, message: $0.0, advice: $0.1) })
  }
}
