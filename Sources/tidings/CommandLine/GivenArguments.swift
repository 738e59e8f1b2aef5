import ByteText
import Pipeline

/// The options and arguments that a command line gives, by their names, as texts.
struct GivenArguments {
  private(set) var values: [String: [String]] = [:]
  private let keys: [SettingKey]
  /// `tidings mail`
  private let path: String
  private var words: ArraySlice<String>
  private var operands: [String] = []

  /// Other spellings of an option.
  private static let aliases = ["colour": "color"]

  /// - Throws: a failure for an option that the command does not have, a value too few, and a word too
  ///   many.
  init(_ words: ArraySlice<String>, of keys: [SettingKey], path: String) throws(Fault) {
    self.keys = keys
    self.path = path
    self.words = words
    while let word = self.words.popFirst() {
      if word == "--" {
        operands += self.words
        break
      }
      if word.hasPrefix("--") {
        try read(long: word)
      } else if word.hasPrefix("-"), word != "-" {
        try read(short: word)
      } else if word.isEmpty {
        throw .usage("an argument is empty", "leave it out; an unset variable is empty")
      } else {
        operands.append(word)
      }
    }
    try assign()
  }

  private mutating func read(long word: String) throws(Fault) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? String(parts[1]) : nil
    let written = String(parts[0].dropFirst(2))
    let name = Self.aliases[written] ?? written
    if let key = key(name) { return try read(key, written: "--" + written, value: value) }
    if name.hasPrefix("no-"), let key = key(String(name.dropFirst(3))), key.type.isSwitch {
      return try read(key, written: "--" + written, value: value, means: "false")
    }
    throw unknown("--" + written)
  }

  /// `-q`, `-qv`, `-o folder`, `-o=folder`
  private mutating func read(short word: String) throws(Fault) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let key = keys.first(where: { $0.flag.short == letter }) else { throw unknown(word) }
      var value: String?
      if letters.first == "=" {
        value = String(letters.dropFirst())
        letters = ""
      } else if !key.type.isSwitch, !letters.isEmpty {
        throw unknown(word)
      }
      try read(key, written: "-\(letter)", value: value)
    }
  }

  private mutating func read(
    _ key: SettingKey, written: String, value: String?, means word: String = "true"
  ) throws(Fault) {
    guard let name = key.optionName else { return }
    if key.type.isSwitch {
      guard value == nil else {
        throw .usage("\(written) takes no value", "leave out what follows it")
      }
      values[name] = [word]
      return
    }
    let next = words.first.map { !$0.hasPrefix("-") || $0 == "-" || Double($0) != nil } ?? false
    guard let text = value ?? (next ? words.popFirst() : nil) else {
      throw .usage("\(written) needs a value", "write it as \(written) <\(key.valueName ?? "")>")
    }
    values[name, default: []].append(text)
  }

  /// Gives the words without a dash to the arguments; the last one may take several.
  private mutating func assign() throws(Fault) {
    for key in keys where key.flag.kind == .argument {
      guard let name = key.optionName, !operands.isEmpty else { continue }
      values[name] = key.type.isList ? operands : [operands.removeFirst()]
      if key.type.isList { operands = [] }
    }
    if let extra = operands.first {
      throw .usage("\(extra) is one argument too many", "\(path) --help shows what it takes")
    }
  }

  private func key(_ name: String) -> SettingKey? {
    keys.first { $0.flag.kind == .option && $0.optionName == name }
  }

  private func unknown(_ word: String) -> Fault {
    let known = keys.filter { $0.flag.kind == .option }.map(\.dashedName)
    return .usage(
      "\(path) has no option \(word)",
      Fault.didYouMean(NearestName.of(word, among: known)) ?? "\(path) --help-all shows them")
  }
}
