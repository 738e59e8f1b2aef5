internal import ByteText
internal import Delivery
package import Languages
package import MailMessages
package import Notifications
internal import Recipients
package import Rendering
internal import YAML

/// What the value of a setting may be, in words.
package struct SettingWords: Sendable {
  /// `path`; with a choice, what comes before it: `number from`
  private let kind: String
  /// The words or the range to choose from; nil if there is none to name.
  package let choice: String?
  /// What a help calls it: `<n>`
  package let value: String
  /// The words of a closed set; empty for anything else.
  package internal(set) var allowed: [String] = []
  package internal(set) var isList = false
  /// Whether one value on the command line lists several: `mon,thu`
  var isSplit = false
  /// Whether true and false are its values.
  package internal(set) var isSwitch = false
  var isPath: Bool { kind == "path" }
  /// Whether an empty text means something.
  package internal(set) var takesEmpty = false

  init(_ kind: String, choice: String? = nil, value: String? = nil) {
    (self.kind, self.choice) = (kind, choice)
    self.value = value ?? kind
  }

  /// `number from 1 to 3650`
  package var name: String {
    kind + (choice.map { " " + $0 } ?? "") + (isList ? ", or a list of these" : "")
  }
}

/// What the value of a setting may be, and how it is read.
package struct SettingType<Value>: Sendable {
  var words: SettingWords
  /// Throws the fault of a value that is not of this type.
  let read: @Sendable (YAMLNode, inout SettingsReader) throws(Fault) -> Value

  init(
    _ kind: String, choice: String? = nil, value: String? = nil,
    read: @escaping @Sendable (YAMLNode, inout SettingsReader) throws(Fault) -> Value
  ) {
    words = SettingWords(kind, choice: choice, value: value)
    self.read = read
  }

  init(
    _ kind: String, choice: String? = nil, value: String? = nil,
    as read: @escaping @Sendable (YAMLNode) -> () throws(Fault) -> Value
  ) {
    self.init(kind, choice: choice, value: value) { node, _ throws(Fault) in
      try read(node)()
    }
  }

  /// - Parameter expected: what a fault says that the text should have been.
  init(
    _ kind: String, choice: String? = nil, value: String? = nil, expected: String,
    read: @escaping @Sendable (String) -> Value?
  ) {
    self.init(kind, choice: choice, value: value) { node, _ throws(Fault) in
      try node.value(expected, read)
    }
  }

  /// - Parameter isSplit: whether one value on the command line lists several, with commas.
  package static func list<Element>(
    of element: SettingType<Element>, isSplit: Bool = false
  ) -> Self where Value == [Element] {
    var list = Self("") { node, reader throws(Fault) in
      var values: [Element] = []
      for part in node.list() { values.append(try element.read(part, &reader)) }
      return values
    }
    list.words = element.words
    list.words.isList = true
    list.words.isSplit = isSplit
    return list
  }

  /// One of some words.
  package static func word(_ allowed: [Value]) -> Self
  where Value: RawRepresentable & Sendable, Value.RawValue == String {
    let words = allowed.map(\.rawValue)
    return Self.offering(words) { node, _ throws(Fault) in
      let text = try node.text()
      if let place = words.firstIndex(of: text) { return allowed[place] }
      throw node.unknownWord(text, allowed: words)
    }
  }

  /// One of some words, which `read` understands.
  static func offering(
    _ words: [String],
    read: @escaping @Sendable (YAMLNode, inout SettingsReader) throws(Fault) -> Value
  ) -> Self {
    var type = Self("one of", choice: words.alternatives, value: "word", read: read)
    type.words.allowed = words
    return type
  }
}

extension SettingType<String> {
  package static var text: Self { Self("text", as: YAMLNode.text) }
  /// A text whose emptiness means something, such as a brand without a name.
  package static var anyText: Self {
    var type = text
    type.words.takesEmpty = true
    return type
  }
  /// A civil day or a point in time; its zone is known later.
  package static var dayOrTime: Self {
    Self("time", expected: "a day or a time such as 2026-02-08 or 2026-02-08T15:05:00Z") {
      CivilDate($0) != nil || Instant(rfc3339: $0) != nil ? $0 : nil
    }
  }
  package static var path: Self {
    Self("path") { node, reader throws(Fault) in try reader.folder.path(node) }
  }
  /// A file or folder to be written, which no other output may be.
  package static var output: Self {
    Self("path") { node, reader throws(Fault) in
      let path = try reader.folder.path(node)
      try reader.claim(path, for: node.key, at: node)
      return path
    }
  }
  /// A language tag, whether or not it has a catalogue.
  package static var locale: Self {
    Self("language tag", value: "tag", expected: "a language tag such as de or pt-BR") {
      LanguageTag($0).text == "und" ? nil : $0
    }
  }
  package static var variable: Self { Self("variable", value: "name", as: YAMLNode.variableName) }
  package static var url: Self { address() }
  package static var logoURL: Self { address(WebURL.secure) }
  package static var inboxURL: Self { address(names: ["recipient", "page"]) }
  /// One-click unsubscribing allows only `https` (RFC 8058 section 3.1).
  package static var unsubscribeURL: Self {
    address(WebURL.secure, names: ["recipient", "signature"])
  }
  fileprivate static var manageURL: Self {
    address(WebURL.secure, names: ["recipient", "signature", "type"])
  }
  private static func address(_ schemes: [String] = WebURL.schemes, names: [String] = []) -> Self {
    Self("URL", value: "url") { node, _ throws(Fault) in
      try node.webAddress(schemes, names: names)
    }
  }

  package static func word(_ words: [String]) -> Self {
    Self.offering(words) { node, _ throws(Fault) in
      let text = try node.text()
      guard words.contains(text) else { throw node.unknownWord(text, allowed: words) }
      return text
    }
  }

  /// The words of a rhythm, which are understood together: whether one is right depends on others.
  package static var frequency: Self {
    offering(RhythmWords.frequencies) { node, _ throws(Fault) in try node.text() }
  }
  package static var weekday: Self { rhythm("day from", "monday to sunday", value: "days") }
  package static var monthDay: Self { rhythm("number from", "1 to 31", value: "n") }
  package static var hour: Self {
    rhythm("hour from", "0 to 23, or a time such as 17:30", value: "time")
  }
  package static var urgency: Self {
    let words = UrgentMail.allCases.map(\.rawValue)
    return offering(words) { node, _ throws(Fault) in try node.text() }
  }
  package static var date: Self { rhythm("date") }

  private static func rhythm(
    _ kind: String, _ choice: String? = nil, value: String? = nil
  ) -> Self {
    Self(kind, choice: choice, value: value, as: YAMLNode.text)
  }
}

extension SettingType<[String]> {
  /// At most one that mutes a type and one that does not.
  package static var manageURLs: Self {
    let list = list(of: .manageURL)
    var urls = Self("") { node, reader throws(Fault) in
      let templates = try list.read(node, &reader)
      if !SignedLinkRule.isAmbiguous(templates) { return templates }
      let expected = "at most one URL with {type} and one without"
      throw node.malformed("this list", expected: expected)
    }
    urls.words = list.words
    return urls
  }
}

extension SettingType<Bool> {
  package static var flag: Self {
    var type = Self("true or false", as: YAMLNode.flag)
    type.words.isSwitch = true
    return type
  }
}

extension SettingType<Int> {
  package static var days: Self { number(1...3_650) }

  package static func number(_ range: ClosedRange<Int>) -> Self {
    let choice = "\(range.lowerBound) to \(range.upperBound)"
    return Self(
      "number from", choice: choice, value: "n", expected: "a number from \(choice)"
    ) { Int($0).flatMap { range.contains($0) ? $0 : nil } }
  }
}

extension SettingType<Instant> {
  /// A point in time. A number is none: in an export it is seconds since 1970, here a mistake.
  package static var time: SettingType<Instant> {
    Self("time", expected: "a time such as 2026-02-08T15:05:00Z") { Instant(rfc3339: $0) }
  }
}

extension SettingType<Int64> {
  /// In seconds.
  package static var duration: Self { Self("duration", as: YAMLNode.duration) }
}

extension SettingType<EmailAddress> {
  package static var address: SettingType<EmailAddress> {
    Self(
      "email address", value: "address",
      expected: "an address such as digest@example.org (the name beside it is the brand's)"
    ) { try? EmailAddress($0) }
  }
}

extension SettingType<RGB> {
  package static var color: SettingType<RGB> {
    Self("color", expected: "a color such as \"#1d4ed8\"") { RGB(hex: $0) }
  }
}

extension SettingType<Zone> {
  package static var zone: SettingType<Zone> { Self("time zone", value: "zone", as: YAMLNode.zone) }
}
