package import ByteText
internal import Exports
package import Notifications
internal import Profiles

/// What a recipients file, a configuration file or the command line says of a rhythm, in its own
/// words; nil where it says nothing.
package struct RhythmWords: Hashable, Sendable {
  /// `daily`, `weekdays`, `weekly`, `weekly:friday`, `monthly`, `monthly:15` or `never`.
  package var frequency: String?
  /// The day of a weekly mail; it says nothing of other frequencies.
  package var weekday: String?
  /// `mon`, `monday` or `1`.
  package var days: [String]?
  /// The day of a monthly mail, 1 to 31; it says nothing of other frequencies.
  package var day: String?
  /// `8` or `17:30`.
  package var hour: String?
  /// Several of these, instead of `hour`.
  package var hours: [String]?
  package var urgent: String?
  /// `2026-03-01`, or a point in time.
  package var pausedUntil: String?

  package init() {}

  /// The field that a fault is in.
  package enum Field: String, Sendable {
    case frequency, weekday, days, day, hour, hours, urgent, pausedUntil
  }

  /// Puts the words together.
  ///
  /// - Parameter refusesUnused: whether days are a fault that say nothing of the frequency; an app keeps
  ///   them for another one, and a file as an example.
  package func rhythm(refusesUnused: Bool = false) throws(Fault) -> Rhythm {
    let rhythm = Rhythm(
      frequency: try resolvedFrequency(), times: try resolvedTimes(),
      urgency: try resolvedUrgency(), pause: try resolvedPause())
    guard refusesUnused else { return rhythm }
    switch rhythm.frequency {
    case .never where days?.isEmpty == false: throw Field.frequency.contradiction(with: .days)
    case .monthly, nil: return rhythm
    default:
      if day != nil { throw Field.frequency.contradiction(with: .day) }
      return rhythm
    }
  }

  package static let frequencies = ["daily", "weekdays", "weekly", "monthly", "never"]

  private func resolvedFrequency() throws(Fault) -> Frequency? {
    let weekday = try weekday.map { word throws(Fault) in try Self.weekday(word, .weekday) }
    let days = try days.flatMap { $0.isEmpty ? nil : $0 }.map { words throws(Fault) in
      try Self.weekdays(words)
    }
    let day = try day.map { text throws(Fault) in try Self.monthDay(text, .day) }
    guard let frequency else {
      if days != nil, day != nil { throw Field.day.contradiction(with: .days) }
      if days == nil, day == nil { try refuseEmptyDays() }
      return (days ?? weekday).map { .weekly($0) } ?? day.map { .monthly(day: $0) }
    }
    let (word, own) = Self.parts(of: frequency)
    guard Self.frequencies.contains(word) else {
      throw Field.frequency.unknownWord(frequency, allowed: Self.frequencies)
    }
    switch word {
    case "never" where own == nil: return .never
    case "weekly":
      let own = try own.map { text throws(Fault) in try Self.weekday(text, .frequency) }
      if let own, let weekday, own != weekday {
        throw Field.frequency.contradiction(with: .weekday)
      }
      if let days, let single = own ?? weekday, days != single {
        throw Field.frequency.contradiction(with: .days)
      }
      if let chosen = own ?? days ?? weekday { return .weekly(chosen) }
      try refuseEmptyDays()
      return .weekly(Weekdays(number: 1))
    case "monthly":
      if days != nil { throw Field.frequency.contradiction(with: .days) }
      let own = try own.map { text throws(Fault) in try Self.monthDay(text, .frequency) }
      if let own, let day, own != day { throw Field.frequency.contradiction(with: .day) }
      return .monthly(day: own ?? day ?? 1)
    default:
      guard own == nil else {
        throw Field.frequency.unknownWord(frequency, allowed: Self.frequencies)
      }
      if days != nil { throw Field.frequency.contradiction(with: .days) }
      return word == "daily" ? .daily : .weekly(.workdays)
    }
  }

  /// `weekly:friday` as `weekly` and `friday`.
  private static func parts(of text: String) -> (word: String, own: String?) {
    let parts = text.lowercased().split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false
    ).map { $0.filter { $0 != " " } }
    return (parts[0], parts.count > 1 ? parts[1] : nil)
  }

  private static func weekday(_ text: String, _ field: Field) throws(Fault) -> Weekdays {
    let word = text.lowercased()
    let number = Weekdays.names.firstIndex { $0 == word || $0.prefix(3) == word }
    if let number = number.map({ $0 + 1 }) ?? Int(word), (1...7).contains(number) {
      return Weekdays(number: number)
    }
    throw field.unknownWord(text, allowed: Weekdays.names)
  }

  private static func weekdays(_ words: [String]) throws(Fault) -> Weekdays {
    var days: Weekdays = []
    for word in words { days.formUnion(try weekday(word, .days)) }
    return days
  }

  /// Throws if a list without days would be taken for the default.
  private func refuseEmptyDays() throws(Fault) {
    guard let days, days.isEmpty else { return }
    let names = Weekdays.names.joined(separator: ", ")
    throw Field.days.malformed("an empty list", expected: "one or more of \(names)")
  }

  private static func monthDay(_ text: String, _ field: Field) throws(Fault) -> Int {
    if let day = wholeNumber(text), (1...31).contains(day) { return day }
    throw field.malformed(text, expected: "a day of the month from 1 to 31")
  }

  private func resolvedTimes() throws(Fault) -> DayTimes? {
    let hour = try hour.map { text throws(Fault) in try Self.minute(text, .hour) }
    var minutes: [Int] = []
    for text in hours ?? [] { minutes.append(try Self.minute(text, .hours)) }
    if hour == nil, hours?.isEmpty == true {
      let expected = "one or more hours from 0 to 23, or times such as 17:30"
      throw Field.hours.malformed("an empty list", expected: expected)
    }
    if let hour, !minutes.isEmpty, minutes != [hour] {
      throw Field.hours.contradiction(with: .hour)
    }
    return DayTimes(minutes: minutes) ?? hour.flatMap { DayTimes(minutes: [$0]) }
  }

  /// `8`, `17:30` or `17:30:00`, as minutes since midnight.
  private static func minute(_ text: String, _ field: Field) throws(Fault) -> Int {
    if let hour = wholeNumber(text), (0...23).contains(hour) { return hour * 60 }
    if case .minute(let minute) = ClockTime(clock: Array(text.utf8)) { return minute }
    throw field.malformed(text, expected: "an hour from 0 to 23, or a time such as 17:30")
  }

  /// A whole number, also where a system writes it as `7.0`.
  private static func wholeNumber(_ text: String) -> Int? {
    RecordFields.decimal(text).flatMap { Int(exactly: $0) }
  }

  private func resolvedUrgency() throws(Fault) -> UrgentMail? {
    guard let urgent else { return nil }
    if let urgency = UrgentMail(rawValue: urgent.lowercased()) { return urgency }
    throw Field.urgent.unknownWord(urgent, allowed: UrgentMail.allCases.map(\.rawValue))
  }

  private func resolvedPause() throws(Fault) -> Pause? {
    guard let pausedUntil else { return nil }
    if let date = CivilDate(pausedUntil) { return .day(date) }
    let instant = pausedUntil.withRawBytes { try? Timestamp.instant(text: $0, epoch: .unix) }
    if let instant { return .instant(instant) }
    throw Field.pausedUntil.malformed(pausedUntil, expected: "a date such as 2026-03-01")
  }
}

extension RhythmWords.Field {
  fileprivate func fault(_ code: String, _ what: String, advice: String? = nil) -> Fault {
    Fault(.unusable, code: code, field: rawValue, what, advice: advice)
  }

  fileprivate func unknownWord(_ word: String, allowed: [String]) -> Fault {
    fault(
      "unknown-word", allowed.lack(word.cut(toBytes: 64)),
      advice: allowed.guess(word) ?? "choose one of them")
  }

  fileprivate func malformed(_ text: String, expected: String) -> Fault {
    fault("malformed", "\(text.cut(toBytes: 64)) is not \(expected)")
  }

  fileprivate func contradiction(with other: Self) -> Fault {
    fault(
      "contradiction", "it cannot be combined with \(other.rawValue)", advice: "keep one of the two"
    )
  }
}
