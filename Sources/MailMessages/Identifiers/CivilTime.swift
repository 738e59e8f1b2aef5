/// A day of the Gregorian calendar and a time of day.
struct CivilTime: Equatable {
  var year: Int
  var month: Int
  var day: Int
  var secondOfDay: Int
  /// 0 is Sunday.
  var weekday: Int

  /// From seconds since 1970 at the place whose clock is meant.
  init(seconds: Int64) {
    let (quotient, remainder) = Int(seconds).quotientAndRemainder(dividingBy: 86_400)
    let dayNumber = remainder < 0 ? quotient - 1 : quotient
    secondOfDay = remainder < 0 ? remainder + 86_400 : remainder
    weekday = (dayNumber % 7 + 11) % 7
    // Eras of 400 years that begin in March, so that the leap day is the last of its year
    // (Hinnant, "chrono-compatible low-level date algorithms", civil_from_days).
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The days from 1970-01-01 to a day (the same source, days_from_civil).
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
