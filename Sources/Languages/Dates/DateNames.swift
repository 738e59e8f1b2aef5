import Foundation

extension DateWords.Names {
  /// A locale's names of months, weekdays and the halves of the day.
  init(_ locale: Locale) {
    let formatter = DateFormatter()
    formatter.locale = locale
    func names(_ found: [String]?, _ count: Int) -> [[UInt8]] {
      let found = (found ?? []).map { Array($0.utf8) }
      // Every locale has all names; a number stands in where one had not, so that no index fails.
      return (0..<count).map { $0 < found.count ? found[$0] : Array(String($0 + 1).utf8) }
    }
    monthsShort = names(formatter.shortMonthSymbols, 12)
    monthsLong = names(formatter.monthSymbols, 12)
    monthsShortAlone = names(formatter.shortStandaloneMonthSymbols, 12)
    monthsLongAlone = names(formatter.standaloneMonthSymbols, 12)
    weekdaysShort = names(formatter.shortWeekdaySymbols, 7)
    weekdaysLong = names(formatter.weekdaySymbols, 7)
    morning = Array(formatter.amSymbol.utf8)
    afternoon = Array(formatter.pmSymbol.utf8)
  }
}
