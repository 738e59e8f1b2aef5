internal import ByteText
internal import Delivery
internal import Exports
internal import Languages
internal import MailMessages
internal import Notifications
internal import Recipients
internal import Rendering
internal import YAML

/// What the value of a setting may be, in words.
package struct SettingWords: Sendable {
  /// `path`; with a choice, what comes before it: `number from`
  private let kind: String
  /// The words or the range to choose from; nil if there is none to name.
  let choice: String?
  fileprivate var isList = false

  init(_ kind: String, choice: String? = nil) {
    self.kind = kind
    self.choice = choice
  }

  /// `number from 1 to 3650`
  package var name: String {
    kind + (choice.map { " " + $0 } ?? "") + (isList ? ", or a list of these" : "")
  }

  /// `maildir, eml, mbox or jsonl`
  fileprivate static func listed(_ words: [String]) -> String {
    let last = words.suffix(1).joined()
    return words.count < 2 ? last : words.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// What the value of a setting may be, and how it is read.
struct SettingType<Value>: Sendable {
  fileprivate(set) var words: SettingWords
  /// Throws the fault of a value that is not of this type.
  let read: @Sendable (YAMLNode, inout SettingsReader) throws(YAMLFileError) -> Value

  fileprivate init(
    _ kind: String, choice: String? = nil,
    read: @escaping @Sendable (YAMLNode, inout SettingsReader) throws(YAMLFileError) -> Value
  ) {
    words = SettingWords(kind, choice: choice)
    self.read = read
  }

  fileprivate init(
    _ kind: String, choice: String? = nil,
    as read: @escaping @Sendable (YAMLNode) -> () throws(YAMLFileError) -> Value
  ) {
    self.init(kind, choice: choice) { node, _ throws(YAMLFileError) in try read(node)() }
  }

  static func list<Element>(of element: SettingType<Element>) -> Self where Value == [Element] {
    var list = Self("") { node, reader throws(YAMLFileError) in
      var values: [Element] = []
      for part in node.list() { values.append(try element.read(part, &reader)) }
      return values
    }
    list.words = element.words
    list.words.isList = true
    return list
  }

  /// One of some words.
  static func word(_ allowed: [Value]) -> Self
  where Value: RawRepresentable & Sendable, Value.RawValue == String {
    let words = allowed.map(\.rawValue)
    return Self("one of", choice: SettingWords.listed(words)) { node, _ throws(YAMLFileError) in
      let text = try node.text()
      if let place = words.firstIndex(of: text) { return allowed[place] }
      throw node.error(.unknownWord(text, allowed: words))
    }
  }
}

extension SettingType<String> {
  static var text: Self { Self("text", as: YAMLNode.text) }
  static var path: Self {
    Self("path") { node, reader throws(YAMLFileError) in try reader.folder.path(node) }
  }
  /// A file or folder to be written, which no other output may be.
  static var output: Self {
    Self("path") { node, reader throws(YAMLFileError) in
      let path = try reader.folder.path(node)
      try reader.claim(path, for: node.key, at: node)
      return path
    }
  }
  static var locale: Self { Self("language tag", as: YAMLNode.locale) }
  static var variable: Self { Self("variable", as: YAMLNode.variableName) }
  static var url: Self { Self("URL", as: YAMLNode.webPlace) }
  static var inboxURL: Self { Self("URL", as: YAMLNode.inboxAddress) }
  static var logoURL: Self { Self("URL", as: YAMLNode.logoAddress) }
  static var unsubscribeURL: Self { Self("URL", as: YAMLNode.unsubscribeAddress) }

  static func word(_ words: [String]) -> Self {
    Self("one of", choice: SettingWords.listed(words)) { node, _ throws(YAMLFileError) in
      let text = try node.text()
      guard words.contains(text) else { throw node.error(.unknownWord(text, allowed: words)) }
      return text
    }
  }

  /// The words of a rhythm, which are understood together: whether one is right depends on others.
  static var frequency: Self { rhythm("one of", SettingWords.listed(RhythmWords.frequencies)) }
  static var weekday: Self { rhythm("day from", "monday to sunday") }
  static var monthDay: Self { rhythm("number from", "1 to 31") }
  static var hour: Self { rhythm("hour from", "0 to 23, or a time such as 17:30") }
  static var urgency: Self {
    rhythm("one of", SettingWords.listed(UrgentMail.allCases.map(\.rawValue)))
  }
  static var date: Self { rhythm("date") }

  private static func rhythm(_ kind: String, _ choice: String? = nil) -> Self {
    Self(kind, choice: choice, as: YAMLNode.text)
  }
}

extension SettingType<[String]> {
  /// At most one that mutes a type and one that does not.
  static var manageURLs: Self {
    let list = list(of: SettingType<String>("URL", as: YAMLNode.manageAddress))
    var urls = Self("") { node, reader throws(YAMLFileError) in
      let templates = try list.read(node, &reader)
      if !SignedLinkRule.isAmbiguous(templates) { return templates }
      let expected = "at most one URL with {type} and one without"
      throw node.error(.malformed("this list", expected: expected))
    }
    urls.words = list.words
    return urls
  }
}

extension SettingType<BaseURLs> {
  static var baseURLs: Self {
    Self("URL, or a URL for each profile") { node, _ throws(YAMLFileError) in
      guard node.isMapping else { return BaseURLs(try node.webPlace()) }
      var urls = BaseURLs()
      for (name, value) in try node.members() {
        urls.byProfile[ProfileName(name)] = try value.webPlace()
      }
      return urls
    }
  }
}

extension SettingType<Bool> {
  static var flag: Self { Self("true or false", as: YAMLNode.flag) }
}

extension SettingType<Int> {
  static var days: Self { number(1...3_650) }

  static func number(_ range: ClosedRange<Int>) -> Self {
    let choice = "\(range.lowerBound) to \(range.upperBound)"
    return Self("number from", choice: choice) { node, _ throws(YAMLFileError) in
      let text = try node.text()
      if let number = Int(text), range.contains(number) { return number }
      throw node.error(.malformed(text, expected: "a number from \(choice)"))
    }
  }
}

extension SettingType<Int64> {
  /// In seconds.
  static var duration: Self { Self("duration", as: YAMLNode.duration) }
}

extension SettingType<EmailAddress> {
  static var address: Self { Self("email address", as: YAMLNode.address) }
}

extension SettingType<RGB> {
  static var color: Self { Self("color", as: YAMLNode.color) }
}

extension SettingType<Zone> {
  static var zone: Self { Self("time zone", as: YAMLNode.zone) }
}

extension SettingType<[ExportInput]> {
  /// Files, or patterns of their names: a night that finds none has no export.
  static var exports: Self {
    var exports = Self("path") { node, reader throws(YAMLFileError) in
      var inputs: [ExportInput] = []
      for part in node.list() {
        let text = try part.text()
        let path = try reader.folder.path(part)
        guard FilePattern.isOne(text), (try? FileState(path: path)) == nil else {
          inputs.append(text == "-" ? .standardInput : .file(path))
          continue
        }
        let paths = FilePattern.paths(reader.folder.pattern(text))
        if paths.isEmpty {
          throw part.error(.malformed(text, expected: "a pattern that the name of a file matches"))
        }
        inputs += paths.map { .file($0) }
      }
      return inputs
    }
    exports.words.isList = true
    return exports
  }
}

extension SettingType<JoinedFile> {
  static var join: Self {
    Self("name=path") { node, reader throws(YAMLFileError) in
      var file = try node.join()
      file.path = reader.folder.path(file.path)
      return file
    }
  }
}

extension SettingType<FieldCondition> {
  static var condition: Self { Self("field=value", as: YAMLNode.fieldCondition) }
}

extension SettingType<Priority> {
  static var priority: Self {
    Self(
      "one of", choice: SettingWords.listed(Priority.allCases.map(\.name)), as: YAMLNode.priority)
  }
}
