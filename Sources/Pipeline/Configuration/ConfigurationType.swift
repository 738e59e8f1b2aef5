internal import Delivery
internal import Languages
internal import MailMessages
internal import Notifications
internal import Recipients
internal import Rendering
internal import YAML

/// What the value of a key may be: the reader checks values by it, and the manual names it.
package struct ConfigurationType: Sendable {
  /// `path`; with a choice, what comes before it: `number from`
  private let kind: String
  /// The words or the range to choose from; nil if there is none to name.
  let choice: String?
  private var isList = false
  /// Throws the fault of a value that is not of this type.
  let check: @Sendable (YAMLNode) throws(YAMLFileError) -> Void

  private init(
    _ kind: String, choice: String? = nil,
    check: @escaping @Sendable (YAMLNode) throws(YAMLFileError) -> Void
  ) {
    self.kind = kind
    self.choice = choice
    self.check = check
  }

  /// `number from 1 to 3650`
  package var name: String {
    kind + (choice.map { " " + $0 } ?? "") + (isList ? ", or a list of these" : "")
  }
}

extension ConfigurationType {
  static let text = value("text", as: YAMLNode.text)
  static let flag = value("true or false", as: YAMLNode.flag)
  static let path = ConfigurationType("path") { node throws(YAMLFileError) in
    _ = try ConfigurationFolder(of: "").path(node)
  }
  static let duration = value("duration", as: YAMLNode.duration)
  static let address = value("email address", as: YAMLNode.address)
  static let color = value("color", as: YAMLNode.color)
  static let zone = value("time zone", as: YAMLNode.zone)
  static let locale = value("language tag", as: YAMLNode.locale)
  static let join = value("name=path", as: YAMLNode.join)
  static let condition = value("field=value", as: YAMLNode.fieldCondition)
  static let variable = value("variable", as: YAMLNode.variableName)
  static let priority = value(
    "one of", choice: listed(Priority.allCases.map(\.name)), as: YAMLNode.priority)
  static let url = value("URL", as: YAMLNode.webPlace)
  static let inboxURL = value("URL", as: YAMLNode.inboxAddress)
  static let logoURL = value("URL", as: YAMLNode.logoAddress)
  static let unsubscribeURL = value("URL", as: YAMLNode.unsubscribeAddress)
  static let manageURL = value("URL", as: YAMLNode.manageAddress)
  /// The keys within have types of their own.
  static let section = ConfigurationType("section") { _ in }

  private static func value<Value>(
    _ kind: String, choice: String? = nil,
    as read: @escaping @Sendable (YAMLNode) -> () throws(YAMLFileError) -> Value
  ) -> ConfigurationType {
    ConfigurationType(kind, choice: choice) { node throws(YAMLFileError) in _ = try read(node)() }
  }

  static func list(of element: ConfigurationType) -> ConfigurationType {
    var list = ConfigurationType(element.kind, choice: element.choice) {
      node throws(YAMLFileError) in
      for part in node.list() { try element.check(part) }
    }
    list.isList = true
    return list
  }
}

extension ConfigurationType {
  static let days = number(1...3_650)

  static func number(_ range: ClosedRange<Int>) -> ConfigurationType {
    ConfigurationType("number from", choice: "\(range.lowerBound) to \(range.upperBound)") {
      node throws(YAMLFileError) in
      let text = try node.text()
      guard let number = Int(text), range.contains(number) else {
        throw node.error(
          .malformed(text, expected: "a number from \(range.lowerBound) to \(range.upperBound)"))
      }
    }
  }

  static func word(_ words: [String]) -> ConfigurationType {
    ConfigurationType("one of", choice: listed(words)) { node throws(YAMLFileError) in
      let text = try node.text()
      guard words.contains(text) else { throw node.error(.unknownWord(text, allowed: words)) }
    }
  }

  /// `maildir, eml, mbox or jsonl`
  private static func listed(_ words: [String]) -> String {
    let last = words.suffix(1).joined()
    return words.count < 2 ? last : words.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// The words of a rhythm, which the reader checks together: whether one is right depends on others.
extension ConfigurationType {
  static let frequency = rhythm("one of", choice: listed(RhythmWords.frequencies))
  static let weekday = rhythm("day from", choice: "monday to sunday")
  static let monthDay = rhythm("number from", choice: "1 to 31")
  static let hour = rhythm("hour from", choice: "0 to 23, or a time such as 17:30")
  static let urgency = rhythm("one of", choice: listed(UrgentMail.allCases.map(\.rawValue)))
  static let date = rhythm("date")

  private static func rhythm(_ kind: String, choice: String? = nil) -> ConfigurationType {
    ConfigurationType(kind, choice: choice) { _ in }
  }
}
