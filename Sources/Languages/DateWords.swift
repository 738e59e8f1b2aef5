package import ByteText
import Notifications

/// Dates and times in one locale.
///
/// Making it takes names and patterns out of the table of locales; formatting walks a short array. A
/// class, because it is large. Times are in seconds since 1970.
package final class DateWords: Sendable {
  struct Names: Sendable {
    var monthsShort: [[UInt8]]
    var monthsLong: [[UInt8]]
    var monthsShortAlone: [[UInt8]]
    var monthsLongAlone: [[UInt8]]
    /// From Sunday.
    var weekdaysShort: [[UInt8]]
    var weekdaysLong: [[UInt8]]
    var morning: [UInt8]
    var afternoon: [UInt8]

    /// The locale's names of months, weekdays and halves of the day.
    init(_ lists: LocaleLists) {
      func names(_ list: LocaleLists.Name) -> [[UInt8]] { lists[list].map { Array($0.utf8) } }
      monthsShort = names(.monthsShort)
      monthsLong = names(.monthsLong)
      monthsShortAlone = names(.monthsShortAlone)
      monthsLongAlone = names(.monthsLongAlone)
      weekdaysShort = names(.weekdaysShort)
      weekdaysLong = names(.weekdaysLong)
      let halves = names(.dayHalves)
      morning = halves[0]
      afternoon = halves[1]
    }

    var longest: Int {
      let names = [
        monthsShort, monthsLong, monthsShortAlone, monthsLongAlone, weekdaysShort, weekdaysLong,
        [morning, afternoon],
      ]
      return names.joined().map(\.count).max() ?? 0
    }
  }

  let names: Names
  /// The most bytes of a pattern's field: a name or a number of 64 bits.
  let longestField: Int
  let numbers: NumberStyle
  let zones: ZoneNames
  let dayMonth: DatePattern
  let dayMonthYear: DatePattern
  let weekdayDayMonth: DatePattern
  let weekdayDayMonthLong: DatePattern
  let hourMinute: DatePattern
  let dateTime: DatePattern
  let dateTimeYear: DatePattern

  init(_ tag: LanguageTag, numbers: NumberStyle, zones: ZoneNames) {
    let lists = LocaleTable.bundled.lists(tag == .pseudo ? .english : tag)
    let patterns = lists[.patterns].map { DatePattern($0) }
    var names = Names(lists)
    // The locale's short ones lack the article, as no sentence has them.
    if tag.language == "ar" { names.weekdaysShort = names.weekdaysLong }
    self.names = names
    longestField = max(names.longest, numbers.digits.count / 10 * 20 + numbers.minus.count)
    (self.numbers, self.zones) = (numbers, zones)
    dayMonth = patterns[0]
    dayMonthYear = patterns[1]
    weekdayDayMonth = patterns[2]
    weekdayDayMonthLong = patterns[3]
    hourMinute = patterns[4]
    dateTime = patterns[5]
    dateTimeYear = patterns[6]
  }

  /// `Feb 8`, or with its year if that is not the year of `today`.
  package func short(_ date: CivilDate, in today: CivilDate) -> String {
    self.date(date, withYear: date.year != today.year)
  }

  /// Whether the language writes the year before the month.
  var yearComesFirst: Bool {
    for field in dayMonthYear.fields {
      switch field {
      case .year: return true
      case .literal: continue
      default: return false
      }
    }
    return false
  }

  /// `Sun, Feb 8`
  package func weekdayAndDay(_ date: CivilDate) -> String { format(weekdayDayMonth, date) }

  /// `Sunday, February 8`
  package func weekdayAndDayInFull(_ date: CivilDate) -> String {
    format(weekdayDayMonthLong, date)
  }

  /// `10:05 AM`
  package func timeOfDay(_ seconds: Int64, in zone: Zone) -> String {
    let civil = zone.civil(at: seconds)
    return format(hourMinute, civil.date, secondOfDay: civil.secondOfDay)
  }

  /// `Feb 8 at 10:05 AM EST`, with the year if it is not that of `now`.
  package func absolute(_ seconds: Int64, now: Int64, in zone: Zone) -> String {
    let civil = zone.civil(at: seconds)
    let isThisYear = civil.date.year == zone.civil(at: now).date.year
    return format(
      isThisYear ? dateTime : dateTimeYear, civil.date, secondOfDay: civil.secondOfDay,
      zone: zoneName(zone, at: seconds))
  }

  /// `Feb 8, 2026 at 10:05 AM EST`
  package func absoluteWithYear(_ seconds: Int64, in zone: Zone) -> String {
    let civil = zone.civil(at: seconds)
    return format(
      dateTimeYear, civil.date, secondOfDay: civil.secondOfDay, zone: zoneName(zone, at: seconds))
  }

  /// `Jan 15`, with or without its year.
  package func date(_ date: CivilDate, withYear: Bool) -> String {
    format(withYear ? dayMonthYear : dayMonth, date)
  }

  /// The locale's name of the zone's time: `EST`, `MEZ`.
  package func zoneName(_ zone: Zone, at seconds: Int64) -> String {
    zones.name(zone.abbreviation(at: seconds))
  }
}
