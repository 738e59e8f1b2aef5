package import ByteText

/// When a recipient's mail is due. A nil field leaves the choice to the stream.
package struct Rhythm: Equatable, Sendable {
  package var frequency: Frequency?
  package var times: DayTimes?
  package var urgency: UrgentMail?
  package var pause: Pause?

  package init(
    frequency: Frequency? = nil, times: DayTimes? = nil, urgency: UrgentMail? = nil,
    pause: Pause? = nil
  ) {
    self.frequency = frequency
    self.times = times
    self.urgency = urgency
    self.pause = pause
  }

  /// This rhythm, with the values of `other` for fields that it does not set.
  package func over(_ other: Rhythm) -> Rhythm {
    Rhythm(
      frequency: frequency ?? other.frequency, times: times ?? other.times,
      urgency: urgency ?? other.urgency, pause: pause ?? other.pause)
  }
}

/// The days on which a digest is due.
package enum Frequency: Hashable, Sendable {
  case daily
  /// On these days of the week.
  case weekly(Weekdays)
  /// On a day of the month, 1 to 31; on the last day of a shorter month.
  case monthly(day: Int)
  case never

  /// The longest time from one of its days to the next, in days: what a first mail looks back.
  package var period: Int {
    switch self {
    case .daily, .never: 1
    case .weekly(let days): days.longestGap
    case .monthly: 31
    }
  }

  package func includes(_ date: CivilDate) -> Bool {
    switch self {
    case .daily, .never: return true
    case .weekly(let days): return days.contains(Weekdays(number: date.weekday))
    case .monthly(let day):
      let (year, month, today) = date.parts
      if today == day { return true }
      // Only the last day of a month stands for a later one.
      guard day > 28, today >= 28, today < day else { return false }
      return CivilDate(year: year, month: month, day: today + 1).month != month
    }
  }
}

/// Days of the week.
package struct Weekdays: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue & 0x7F }

  /// A day by its number in ISO 8601: 1 is Monday, 7 is Sunday.
  package init(number: Int) { rawValue = 1 << UInt8(min(max(number, 1), 7) - 1) }

  /// From Monday to Friday.
  package static let workdays = Weekdays(rawValue: 0b1_1111)

  /// From Monday to Sunday.
  package static let names = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// The longest time from one of the days to the next, 1 to 7 days.
  var longestGap: Int {
    let days = (0..<14).filter { rawValue >> UInt8($0 % 7) & 1 == 1 }
    return zip(days, days.dropFirst()).map { $1 - $0 }.max() ?? 7
  }
}

/// Times of the day, in minutes since midnight; ascending, at least one, none twice.
package struct DayTimes: Hashable, Sendable {
  package let minutes: [Int]

  /// Nil if there is none, or if one is not a minute of the day.
  package init?(minutes: [Int]) {
    let sorted = Set(minutes).sorted()
    guard !sorted.isEmpty, sorted.allSatisfy((0..<1440).contains) else { return nil }
    self.minutes = sorted
  }

  private init(minute: Int) { minutes = [minute] }

  /// The time at which mail is due unless somebody chooses another.
  package static let standard = DayTimes(minute: 7 * 60)
}

/// When urgent notifications are mailed.
package enum UrgentMail: String, CaseIterable, Sendable {
  /// At the next run, at any hour that is not quiet.
  case immediately
  /// With all others.
  case digest
}

/// The end of a pause in which nothing is mailed.
package enum Pause: Hashable, Sendable {
  /// The start of this day in the recipient's zone.
  case day(CivilDate)
  case instant(Instant)
}
