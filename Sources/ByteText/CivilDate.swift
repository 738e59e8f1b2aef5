/// A day of the proleptic Gregorian calendar, in no zone.
///
/// Years have no bound that a time of the pipeline can reach: days are held within about 290 billion
/// years around 1970, all that 64 bits of seconds can name, and never trap.
package struct CivilDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Days since 1970-01-01.
  package let dayNumber: Int

  static let furthestDay = 106_751_991_167_299

  /// The day that lies `dayNumber` days after 1970-01-01, clamped to the range.
  package init(dayNumber: Int) {
    self.dayNumber = min(max(dayNumber, -Self.furthestDay), Self.furthestDay)
  }

  /// A month beyond 1...12 counts into other years, a day beyond the month into other months.
  package init(year: Int, month: Int, day: Int) {
    var (year, month) = (year, month)
    if !(1...12).contains(month) || !(0...9999).contains(year) {
      let limit = 300_000_000_000
      let months = min(max(month, -limit), limit) - 1
      year = min(max(year, -limit), limit) + months.dividedDown(by: 12)
      month = months - months.dividedDown(by: 12) * 12 + 1
    }
    // Years begin in March, so that the leap day is the last of its year.
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month <= 2 ? month + 9 : month - 3) + 2) / 5
    // Shifts round down, and three divisions were half of the time of reading a date.
    let century = shifted.dividedDown(by: 100)
    let leapDays = shifted >> 2 - century + century >> 2
    let first = shifted * 365 + leapDays + dayOfYear - 719_468
    let clampedDay = min(max(day, -Self.furthestDay), Self.furthestDay)
    self.init(dayNumber: first + clampedDay - 1)
  }

  package var year: Int { parts.year }
  /// 1...12
  package var month: Int { parts.month }
  /// 1...31
  package var day: Int { parts.day }

  /// ISO 8601: 1 is Monday, 7 is Sunday.
  package var weekday: Int {
    let sinceMonday = dayNumber + 3
    return sinceMonday - sinceMonday.dividedDown(by: 7) * 7 + 1
  }

  /// The day `days` later, or earlier where it is negative.
  package func adding(days: Int) -> CivilDate {
    let (sum, overflow) = dayNumber.addingReportingOverflow(days)
    return CivilDate(dayNumber: overflow ? (days < 0 ? .min : .max) : sum)
  }

  package static func < (left: CivilDate, right: CivilDate) -> Bool {
    left.dayNumber < right.dayNumber
  }

  /// Year, month and day at once: cheaper than one after the other.
  package var parts: (year: Int, month: Int, day: Int) {
    let shifted = dayNumber + 719_468
    let era = shifted.dividedDown(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// Parses `2026-02-08`; nil for anything else and for dates that do not exist.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2],
      parts.allSatisfy({ $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
      let year = Int(Substring(parts[0])), let month = Int(Substring(parts[1])),
      let day = Int(Substring(parts[2]))
    else { return nil }
    self.init(year: year, month: month, day: day)
    guard self.parts == (year, month, day) else { return nil }
  }

  /// `2026-02-08`; ISO 8601, years beyond 9999 with a sign.
  package var description: String {
    let (year, month, day) = parts
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number.magnitude)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    let sign = year < 0 ? "-" : year > 9999 ? "+" : ""
    return "\(sign)\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}

/// The names in dates of mail and HTTP, whatever the language (RFC 5322 section 3.3).
package enum MailDateNames {
  /// From Monday.
  package static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  package static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

/// A day and a time of that day, in no zone.
package struct CivilDateTime: Hashable, Sendable {
  package var date: CivilDate
  /// Seconds since midnight, 0..<86,400.
  package var secondOfDay: Int

  package var hour: Int { secondOfDay / 3600 }
  package var minute: Int { secondOfDay / 60 % 60 }
  package var second: Int { secondOfDay % 60 }

  /// The civil time of a clock that stands at `seconds` since 1970, whatever its zone.
  package init(clock seconds: Int64) {
    date = CivilDate(dayNumber: Int(seconds).dividedDown(by: 86_400))
    let rest = Int(seconds % 86_400)
    secondOfDay = rest < 0 ? rest + 86_400 : rest
  }
}

extension Int {
  /// Division that rounds down, also below zero; the divisor is positive.
  package func dividedDown(by divisor: Int) -> Int {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

/// Times for programs: RFC 3339 in UTC. RFC 3339 ends with the year 9999; later years have the sign
/// of ISO 8601.
package enum RFC3339 {
  /// Appends `2026-02-08T15:05:00Z`, with a fraction unless it is zero.
  ///
  /// - Parameters:
  ///   - microseconds: since 1970.
  ///   - isShortest: whether the fraction ends with its last digit that is not zero; else it has six.
  package static func append(
    microseconds: Int64, to bytes: inout [UInt8], isShortest: Bool = false
  ) {
    let seconds = Int(microseconds).dividedDown(by: 1_000_000)
    let civil = CivilDateTime(clock: Int64(seconds))
    append(civil.date, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    append(civil.hour, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(civil.minute, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(civil.second, to: &bytes)
    // The seconds of a negative time are rounded down, so the fraction counts up from them.
    let rest = Int(microseconds % 1_000_000)
    let fraction = rest < 0 ? rest + 1_000_000 : rest
    if fraction > 0 {
      bytes.append(UInt8(ascii: "."))
      append(fraction / 10_000, to: &bytes)
      append(fraction / 100 % 100, to: &bytes)
      append(fraction % 100, to: &bytes)
      while isShortest, bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    }
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Appends `2026-02-08`.
  package static func append(_ date: CivilDate, to bytes: inout [UInt8]) {
    let (year, month, day) = date.parts
    // By way of strings it took 3,500 instructions, most of what a line of a feed or page took.
    guard 0...9999 ~= year else {
      bytes += date.description.utf8
      return
    }
    append(year / 100, to: &bytes)
    append(year % 100, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    append(month, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    append(day, to: &bytes)
  }

  /// Two digits.
  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}
