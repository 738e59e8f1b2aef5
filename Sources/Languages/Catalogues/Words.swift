public import Notifications

/// Everything that is said in one locale: messages, numbers, dates.
///
///     words(.countNotifications, count: 1)       // 1 notification
///     words(.itemOpenTitle, ["title": .text(title)])
///
/// Immutable, and a class because it is large: copied as a value, it cost more than the words.
public final class Words: Sendable {
  /// The locale, for `lang` attributes and dates: `de-AT`.
  public let tag: LanguageTag
  /// The catalogue that the messages are from: `de`.
  public let catalogue: LanguageTag
  /// The tag that was asked for, where no catalogue is for it and English stands in.
  public let fellBackFrom: String?
  public let language: Language
  public let dates: DateWords
  private let messages: [MessageKey: Message]
  private let named: [String: Message]

  init(tag: LanguageTag, catalogue: LanguageTag, messages: [String: Message]) {
    self.tag = tag
    self.catalogue = catalogue
    fellBackFrom = nil
    let language = Language(tag)
    self.language = language
    dates = DateWords(tag, numbers: language.numbers, zones: ZoneNames(messages))
    named = messages
    self.messages = messages.reduce(into: [:]) { known, pair in
      if let key = MessageKey(rawValue: pair.key) { known[key] = pair.value }
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
    named = english.named
  }

  public var direction: TextDirection { language.direction }

  /// The message of a key; the key itself as a text where no catalogue has it.
  public subscript(key: MessageKey) -> Message {
    messages[key] ?? .pattern(MessagePattern(pieces: [.literal(Array(key.rawValue.utf8))]))
  }

  /// The message of a key that own catalogues may have added, nil where there is none.
  public func message(named key: String) -> Message? { named[key] }

  /// The words of a key; names are those that the catalogue's message has.
  public func callAsFunction(_ key: MessageKey, _ arguments: MessageArguments = [:]) -> String {
    self[key].formatted(arguments, in: language)
  }

  /// The words of a key whose only value is a number.
  public func callAsFunction(_ key: MessageKey, count: Int) -> String {
    self(key, MessageArguments("count", .integer(count)))
  }

  /// Appends the words of a key to `output` as UTF-8.
  public func append(
    _ key: MessageKey, _ arguments: MessageArguments = [:], to output: inout [UInt8]
  ) {
    self[key].append(arguments, in: language, to: &output)
  }

  /// An integer in the locale's digits and groups.
  public func number(_ number: Int) -> String { language.numbers.formatted(number) }
}
