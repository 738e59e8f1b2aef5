import Foundation

/// What a locale writes dates and numbers with, as Foundation says it.
struct LocaleFacts: Hashable {
  /// Month names (short, long, and both standing alone), weekdays (short, long), halves of the day,
  /// patterns, and the form of numbers.
  let lists: [String]

  /// Always of the Gregorian calendar: all dates that are written are.
  init(_ tag: String) {
    let locale = Locale(identifier: tag + "@calendar=gregorian")
    let formatter = DateFormatter()
    formatter.locale = locale
    let patterns = ["MMMd", "yMMMd", "MMMEd", "MMMMEEEEd", "jm", "MMMdjm", "yMMMdjm"].map {
      DateFormatter.dateFormat(fromTemplate: $0, options: 0, locale: locale) ?? $0
    }
    let names = [
      formatter.shortMonthSymbols, formatter.monthSymbols, formatter.shortStandaloneMonthSymbols,
      formatter.standaloneMonthSymbols, formatter.shortWeekdaySymbols, formatter.weekdaySymbols,
      [formatter.amSymbol, formatter.pmSymbol], patterns, Self.numbers(locale),
    ]
    lists = names.map { $0.joined(separator: "\t") }
  }

  /// Digits, separator, lengths of the last and of the other groups, the fewest digits that are
  /// grouped, and the minus sign.
  private static func numbers(_ locale: Locale) -> [String] {
    let style = IntegerFormatStyle<Int>(locale: locale)
    let digits = (0...9).map { style.format($0) }
    // 12,34,56,789 or 123.456.789: shows the lengths of the groups.
    let long = style.format(123_456_789)
    let groups = long.split { !$0.isNumber }
    let separator = long.first { !$0.isNumber }.map { String($0) } ?? ""
    let shortest = [1234, 12_345, 123_456].first { style.format($0).contains { !$0.isNumber } }
    return [
      digits.joined(), separator, "\(groups.last?.count ?? 3)",
      "\(groups.count > 2 ? groups[groups.count - 2].count : 3)",
      separator.isEmpty ? "0" : "\(shortest.map { "\($0)".count } ?? 7)",
      String(style.format(-1).prefix { !$0.isNumber }),
    ]
  }
}
