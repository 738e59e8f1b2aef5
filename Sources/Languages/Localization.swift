package import ByteText
package import Notifications

/// Messages, numbers and dates in one locale.
///
///     words(.countNotifications, count: 1)       // 1 notification
///     words(.itemRepeated, ["title": .text(title)])
///
/// A class, because it is large: copying a value cost more than the words.
package final class Localization: Sendable {
  /// The locale, for `lang` attributes and dates: `de-AT`.
  package let tag: LanguageTag
  /// The language of the messages: `de`.
  package let catalogue: LanguageTag
  /// The requested tag, if it has no catalogue and English is used instead.
  package let fellBackFrom: String?
  package let language: Language
  package let dates: DateWords
  /// By the keys' ordinals: hashing a key takes longer than writing its message.
  private let messages: [MessageFormat]
  /// Each message without arguments, which is how most are used.
  private let constants: [String]
  let recentTimes: RecentTimes
  /// 0 to 99, the most frequent counts.
  private let smallNumbers: [String]

  init(tag: LanguageTag, catalogue: LanguageTag, messages: [String: MessageFormat]) {
    (self.tag, self.catalogue) = (tag, catalogue)
    fellBackFrom = nil
    let language = Language(tag)
    self.language = language
    dates = DateWords(tag, numbers: language.numbers, zones: ZoneNames(messages))
    let known = MessageKey.allCases.map { key in
      messages[key.path]
        ?? .pattern(MessagePattern(pieces: [.literal(Array(key.path.utf8))]))
    }
    self.messages = known
    constants = known.map { $0.formatted([:], in: language) }
    smallNumbers = (0..<100).map { language.numbers.formatted($0) }
    recentTimes = RecentTimes { key, count in
      known[key.ordinal].formatted(MessageArguments("count", .integer(count)), in: language)
    }
  }

  /// English words in place of `tag`.
  init(_ english: Localization, fellBackFrom tag: String) {
    self.tag = english.tag
    catalogue = english.catalogue
    fellBackFrom = tag
    language = english.language
    dates = english.dates
    messages = english.messages
    constants = english.constants
    recentTimes = english.recentTimes
    smallNumbers = english.smallNumbers
  }

  package var direction: TextDirection { language.direction }

  /// The message of a key.
  package subscript(key: MessageKey) -> MessageFormat { messages[key.ordinal] }

  /// The message of a key without arguments.
  package func callAsFunction(_ key: MessageKey) -> String { constants[key.ordinal] }

  /// The message of a key with arguments.
  package func callAsFunction(_ key: MessageKey, _ arguments: MessageArguments) -> String {
    self[key].formatted(arguments, in: language)
  }

  /// The message of a key whose only argument is `count`.
  package func callAsFunction(_ key: MessageKey, count: Int) -> String {
    self(key, MessageArguments("count", .integer(count)))
  }

  /// An integer in the locale's digits and groups.
  package func number(_ number: Int) -> String {
    smallNumbers.indices.contains(number)
      ? smallNumbers[number] : language.numbers.formatted(number)
  }

  // MARK: Sentences composed of several messages, so that each number gets its own plural form.

  /// `2 urgent, 5 more`; `2 urgent` if all are; `7 new` if none is. In parts, so that a document can
  /// color what is urgent.
  package func headline(_ total: Int, urgent: Int) -> Headline {
    if urgent <= 0 { return Headline(before: self(.countNew, count: total)) }
    let told = self(.countUrgent, count: urgent)
    if urgent >= total { return Headline(urgent: told) }
    // Languages may put either part first.
    let whole = self(
      .countHeadline,
      ["urgent": .text("\u{0}"), "more": .text(self(.countMore, count: total - urgent))])
    guard let gap = whole.utf8.firstIndex(of: 0) else {
      return Headline(before: whole, urgent: told)
    }
    return Headline(
      before: String(whole[..<gap]), urgent: told,
      after: String(whole[whole.utf8.index(after: gap)...]))
  }

  /// `and 225 more: Events 51, Offers 43 …`, with how many of them are urgent.
  ///
  /// - Parameter kinds: labels and counts, the largest first. Only the first five are told, or all
  ///   six: nothing stands for a single one.
  package func rest(
    _ count: Int, urgent: Int = 0, kinds: [(label: String, count: Int)] = []
  ) -> String {
    var rest = self(.moreRest, count: count)
    if urgent > 0 {
      rest = self(
        .moreUrgent,
        ["more": .text(rest), "urgent": .text(self(.countOfThemUrgent, count: urgent))])
    }
    if kinds.isEmpty { return rest }
    let most = kinds.count == 6 ? 6 : 5
    var told = kinds.prefix(most).map { kind($0.label, count: $0.count) }
    let first = told.removeFirst()
    var list = told.reduce(first) { self(.listMiddle, ["first": .text($0), "second": .text($1)]) }
    if kinds.count > most {
      let others = kinds.dropFirst(most).reduce(0) { $0 + $1.count }
      let last = kind(self(.typeOthers), count: others)
      list = self(.listMiddle, ["first": .text(list), "second": .text(last)])
    }
    return self(.moreKinds, ["more": .text(rest), "kinds": .text(list)])
  }

  /// `Deadlines 4`
  package func kind(_ label: String, count: Int) -> String {
    self(.countKind, ["label": .text(label), "count": .integer(count)])
  }

  /// A text that breaks at no space.
  package func unbroken(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 4)
    for byte in text.utf8 {
      // U+00A0
      if byte == UInt8(ascii: " ") { bytes += [0xC2, 0xA0] } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `4 more than yesterday` or `as many as yesterday`.
  package func change(_ difference: Int, since period: ChangePeriod) -> String {
    let keys: (more: MessageKey, fewer: MessageKey, same: MessageKey) =
      switch period {
      case .yesterday: (.changeYesterdayMore, .changeYesterdayFewer, .changeYesterdaySame)
      case .week: (.changeWeekMore, .changeWeekFewer, .changeWeekSame)
      case .last: (.changeLastMore, .changeLastFewer, .changeLastSame)
      }
    if difference == 0 { return self(keys.same) }
    return self(
      difference > 0 ? keys.more : keys.fewer,
      ["count": .integer(Int(clamping: difference.magnitude))])
  }

  /// `▲ 4 more than yesterday`: the same with a sign for quick readers, unless nothing changed.
  package func signedChange(_ difference: Int, since period: ChangePeriod) -> String {
    let sign = difference == 0 ? "" : difference > 0 ? "▲ " : "▼ "
    return sign + change(difference, since: period)
  }

  /// `Feb 2 – Feb 8, 2026`; equal days give one date, and a common year is written once.
  ///
  /// - Parameter today: its year is left out; nil writes every year.
  package func dateRange(
    from first: CivilDate, to last: CivilDate, knowing today: CivilDate? = nil
  ) -> String {
    let needsYear = today.map { $0.year != first.year || $0.year != last.year } ?? true
    if first == last { return dates.date(last, withYear: needsYear) }
    let isOneYear = first.year == last.year
    return self(
      .timeRange,
      [
        "from": .text(
          dates.date(first, withYear: needsYear && (!isOneYear || dates.yearComesFirst))),
        "to": .text(dates.date(last, withYear: needsYear && !(isOneYear && dates.yearComesFirst))),
      ])
  }

  /// A title that stands for several notifications: `Ana liked your room ×5`.
  package func repeated(_ title: String, times count: Int) -> String {
    if count <= 1 { return title }
    return self(.itemRepeated, ["title": .text(title), "count": .integer(count)])
  }

  /// `Ana, Ben and Cleo`, or `Ana, Ben and 3 others`; empty for an empty list.
  package func people(_ names: [String]) -> String {
    if names.count <= 3 { return list(names) }
    return list(names.prefix(2) + [self(.listOthers, count: names.count - 2)])
  }

  /// `a, b and c`; empty for an empty list.
  package func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    func join(_ key: MessageKey, _ first: String, second: String) -> String {
      self(key, ["first": .text(first), "second": .text(second)])
    }
    if items.count == 2 { return join(.listPair, items[0], second: last) }
    let most = items.dropFirst().dropLast().reduce(items[0]) { join(.listMiddle, $0, second: $1) }
    return join(.listEnd, most, second: last)
  }
}

/// The first line of a document, in parts: `5 urgent` and `, 7 more`.
package struct Headline: Equatable, Sendable {
  package var before: String
  /// Empty if nothing is urgent.
  package var urgent: String
  package var after: String

  package init(before: String = "", urgent: String = "", after: String = "") {
    self.before = before
    self.urgent = urgent
    self.after = after
  }

  package var whole: String { before + urgent + after }
}

/// The digest to compare with.
package enum ChangePeriod: Sendable { case yesterday, week, last }
