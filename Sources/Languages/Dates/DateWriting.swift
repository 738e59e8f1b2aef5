extension DateWords {
  /// Appends a date as `Jan 15`, or with its year.
  func appendDate(_ date: CivilDate, withYear: Bool, to output: inout [UInt8]) {
    append(withYear ? dayMonthYear : dayMonth, date, 0, to: &output)
  }

  func append(
    _ pattern: DatePattern, _ date: CivilDate, _ secondOfDay: Int, to output: inout [UInt8]
  ) {
    let (year, month, day) = date.parts
    for field in pattern.fields {
      switch field {
      case .literal(let bytes): output += bytes
      case .year: numbers.appendPlain(year, to: &output)
      case .monthNumber(let width): numbers.appendPlain(month, width: width, to: &output)
      case .monthShort: output += names.monthsShort[month - 1]
      case .monthLong: output += names.monthsLong[month - 1]
      case .monthShortAlone: output += names.monthsShortAlone[month - 1]
      case .monthLongAlone: output += names.monthsLongAlone[month - 1]
      case .day(let width): numbers.appendPlain(day, width: width, to: &output)
      case .weekdayShort: output += names.weekdaysShort[date.weekday % 7]
      case .weekdayLong: output += names.weekdaysLong[date.weekday % 7]
      case .hour24, .hour12, .minute, .second, .dayHalf:
        appendTime(field, secondOfDay, to: &output)
      }
    }
  }

  private func appendTime(
    _ field: DatePattern.Field, _ secondOfDay: Int, to output: inout [UInt8]
  ) {
    let hour = secondOfDay / 3600
    switch field {
    case .hour24(let width): numbers.appendPlain(hour, width: width, to: &output)
    case .hour12(let width):
      numbers.appendPlain((hour + 11) % 12 + 1, width: width, to: &output)
    case .minute: numbers.appendPlain(secondOfDay / 60 % 60, width: 2, to: &output)
    case .second: numbers.appendPlain(secondOfDay % 60, width: 2, to: &output)
    case .dayHalf: output += hour < 12 ? names.morning : names.afternoon
    case .literal, .year, .monthNumber, .monthShort, .monthLong, .monthShortAlone,
      .monthLongAlone, .day, .weekdayShort, .weekdayLong:
      break
    }
  }
}
