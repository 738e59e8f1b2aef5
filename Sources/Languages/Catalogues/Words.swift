package import Notifications

/// Everything that is said in one locale: messages, numbers, dates.
///
///     words(.countNotifications, count: 1)       // 1 notification
///     words(.itemOpenTitle, ["title": .text(title)])
///
/// Immutable, and a class because it is large: copied as a value, it cost more than the words.
package final class Words: Sendable {
  /// The locale, for `lang` attributes and dates: `de-AT`.
  package let tag: LanguageTag
  /// The catalogue that the messages are from: `de`.
  package let catalogue: LanguageTag
  /// The tag that was asked for, where no catalogue is for it and English stands in.
  package let fellBackFrom: String?
  package let language: Language
  package let dates: DateWords
  /// By the keys' ordinals.
  private let messages: [Message]
  /// What they say without arguments: most are asked for so, and never change.
  private let constants: [String]
  private let named: [String: Message]
  let recentTimes: RecentTimes
  /// 0 to 99, of which most counts are.
  private let smallNumbers: [String]

  init(tag: LanguageTag, catalogue: LanguageTag, messages: [String: Message]) {
    self.tag = tag
    self.catalogue = catalogue
    fellBackFrom = nil
    let language = Language(tag)
    self.language = language
    dates = DateWords(tag, numbers: language.numbers, zones: ZoneNames(messages))
    named = messages
    let known = MessageKey.allCases.map { key in
      messages[key.rawValue]
        ?? .pattern(MessagePattern(pieces: [.literal(Array(key.rawValue.utf8))]))
    }
    self.messages = known
    constants = known.map { $0.formatted([:], in: language) }
    smallNumbers = (0..<100).map { language.numbers.formatted($0) }
    recentTimes = RecentTimes { key, count in
      known[key.ordinal].formatted(MessageArguments("count", .integer(count)), in: language)
    }
  }

  /// English words where there are none for `tag`.
  init(_ english: Words, fellBackFrom tag: String) {
    self.tag = english.tag
    catalogue = english.catalogue
    fellBackFrom = tag
    language = english.language
    dates = english.dates
    messages = english.messages
    constants = english.constants
    named = english.named
    recentTimes = english.recentTimes
    smallNumbers = english.smallNumbers
  }

  package var direction: TextDirection { language.direction }

  /// The message of a key; the key itself as a text where no catalogue has it.
  package subscript(key: MessageKey) -> Message { messages[key.ordinal] }

  /// The message of a key that own catalogues may have added, nil where there is none.
  package func message(named key: String) -> Message? { named[key] }

  /// The words of a key that has no values.
  package func callAsFunction(_ key: MessageKey) -> String { constants[key.ordinal] }

  /// The words of a key; names are those that the catalogue's message has.
  package func callAsFunction(_ key: MessageKey, _ arguments: MessageArguments) -> String {
    self[key].formatted(arguments, in: language)
  }

  /// The words of a key whose only value is a number.
  package func callAsFunction(_ key: MessageKey, count: Int) -> String {
    self(key, MessageArguments("count", .integer(count)))
  }

  /// Appends the words of a key to `output` as UTF-8.
  package func append(
    _ key: MessageKey, _ arguments: MessageArguments = [:], to output: inout [UInt8]
  ) {
    self[key].append(arguments, in: language, to: &output)
  }

  /// An integer in the locale's digits and groups.
  package func number(_ number: Int) -> String {
    smallNumbers.indices.contains(number)
      ? smallNumbers[number] : language.numbers.formatted(number)
  }
}
