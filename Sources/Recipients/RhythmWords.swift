internal import ByteText
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
  package func rhythm(refusesUnused: Bool = false) throws(RhythmFault) -> Rhythm {
    let rhythm = Rhythm(
      frequency: try resolvedFrequency(), times: try resolvedTimes(),
      urgency: try resolvedUrgency(), pause: try resolvedPause())
    guard refusesUnused else { return rhythm }
    switch rhythm.frequency {
    case .never where days?.isEmpty == false: throw Self.contradiction(.days)
    case .monthly, nil: return rhythm
    default:
      if day != nil { throw Self.contradiction(.day) }
      return rhythm
    }
  }
}

/// What is wrong with the words of a rhythm.
package struct RhythmFault: Error, Equatable {
  package var field: RhythmWords.Field
  package var reason: Reason

  package enum Reason: Equatable, Sendable {
    case unknownWord(String, allowed: [String])
    case malformed(String, expected: String)
    /// A list names nothing.
    case empty(expected: String)
    case contradiction(with: RhythmWords.Field)
  }
}

extension RhythmWords {
  package static let frequencies = ["daily", "weekdays", "weekly", "monthly", "never"]

  private func resolvedFrequency() throws(RhythmFault) -> Frequency? {
    let weekday = try weekday.map { word throws(RhythmFault) in
      try Self.weekday(word, .weekday)
    }
    let days = try days.flatMap { $0.isEmpty ? nil : $0 }.map { words throws(RhythmFault) in
      try Self.weekdays(words)
    }
    let day = try day.map { text throws(RhythmFault) in try Self.monthDay(text, .day) }
    guard let frequency else {
      if days != nil, day != nil { throw .init(field: .day, reason: .contradiction(with: .days)) }
      if days == nil, day == nil { try refuseEmptyDays() }
      return days.map { .weekly($0) } ?? day.map { .monthly(day: $0) }
    }
    let (word, own) = Self.parts(of: frequency)
    guard Self.frequencies.contains(word) else {
      throw RhythmFault(
        field: .frequency, reason: .unknownWord(frequency, allowed: Self.frequencies))
    }
    switch word {
    case "never" where own == nil: return .never
    case "weekly":
      let own = try own.map { text throws(RhythmFault) in try Self.weekday(text, .frequency) }
      if let own, let weekday, own != weekday { throw Self.contradiction(.weekday) }
      if let days, let single = own ?? weekday, days != single { throw Self.contradiction(.days) }
      if let chosen = own ?? days ?? weekday { return .weekly(chosen) }
      try refuseEmptyDays()
      return .weekly(.monday)
    case "monthly":
      if days != nil { throw Self.contradiction(.days) }
      let own = try own.map { text throws(RhythmFault) in try Self.monthDay(text, .frequency) }
      if let own, let day, own != day { throw Self.contradiction(.day) }
      return .monthly(day: own ?? day ?? 1)
    default:
      guard own == nil else {
        throw RhythmFault(
          field: .frequency, reason: .unknownWord(frequency, allowed: Self.frequencies))
      }
      if days != nil { throw Self.contradiction(.days) }
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

  private static func contradiction(_ other: Field) -> RhythmFault {
    RhythmFault(field: .frequency, reason: .contradiction(with: other))
  }

  private static func weekday(_ text: String, _ field: Field) throws(RhythmFault) -> Weekdays {
    let word = text.lowercased()
    let number = Weekdays.names.firstIndex { $0 == word || $0.prefix(3) == word }
    if let number = number.map({ $0 + 1 }) ?? Int(word), (1...7).contains(number) {
      return Weekdays(number: number)
    }
    throw RhythmFault(field: field, reason: .unknownWord(text, allowed: Weekdays.names))
  }

  private static func weekdays(_ words: [String]) throws(RhythmFault) -> Weekdays {
    var days: Weekdays = []
    for word in words { days.formUnion(try weekday(word, .days)) }
    return days
  }

  /// Throws if a list without days would be taken for the default.
  private func refuseEmptyDays() throws(RhythmFault) {
    guard let days, days.isEmpty else { return }
    let names = Weekdays.names.joined(separator: ", ")
    throw RhythmFault(field: .days, reason: .empty(expected: "one or more of \(names)"))
  }

  private static func monthDay(_ text: String, _ field: Field) throws(RhythmFault) -> Int {
    if let day = wholeNumber(text), (1...31).contains(day) { return day }
    throw RhythmFault(
      field: field, reason: .malformed(text, expected: "a day of the month from 1 to 31"))
  }

  private func resolvedTimes() throws(RhythmFault) -> DayTimes? {
    let hour = try hour.map { text throws(RhythmFault) in try Self.minute(text, .hour) }
    var minutes: [Int] = []
    for text in hours ?? [] { minutes.append(try Self.minute(text, .hours)) }
    if hour == nil, hours?.isEmpty == true {
      let expected = "one or more hours from 0 to 23, or times such as 17:30"
      throw RhythmFault(field: .hours, reason: .empty(expected: expected))
    }
    if let hour, !minutes.isEmpty, minutes != [hour] {
      throw RhythmFault(field: .hours, reason: .contradiction(with: .hour))
    }
    return DayTimes(minutes: minutes) ?? hour.flatMap { DayTimes(minutes: [$0]) }
  }

  /// `8`, `17:30` or `17:30:00`, as minutes since midnight.
  private static func minute(_ text: String, _ field: Field) throws(RhythmFault) -> Int {
    if let hour = wholeNumber(text), (0...23).contains(hour) { return hour * 60 }
    if case .minute(let minute) = ClockTime(clock: Array(text.utf8)) { return minute }
    throw RhythmFault(
      field: field,
      reason: .malformed(text, expected: "an hour from 0 to 23, or a time such as 17:30"))
  }

  /// A whole number, also where a system writes it as `7.0`.
  private static func wholeNumber(_ text: String) -> Int? {
    RecordFields.decimal(text).flatMap { Int(exactly: $0) }
  }

  private func resolvedUrgency() throws(RhythmFault) -> UrgentMail? {
    guard let urgent else { return nil }
    if let urgency = UrgentMail(rawValue: urgent.lowercased()) { return urgency }
    throw RhythmFault(
      field: .urgent, reason: .unknownWord(urgent, allowed: UrgentMail.allCases.map(\.rawValue)))
  }

  private func resolvedPause() throws(RhythmFault) -> Pause? {
    guard let pausedUntil else { return nil }
    if let date = CivilDate(pausedUntil) { return .day(date) }
    var text = pausedUntil
    let instant = text.withUTF8 { bytes in
      try? Timestamp.instant(text: UnsafeRawBufferPointer(bytes), epoch: .unix)
    }
    if let instant { return .instant(instant) }
    throw RhythmFault(
      field: .pausedUntil, reason: .malformed(pausedUntil, expected: "a date such as 2026-03-01"))
  }
}

extension RhythmFault {
  /// What errors call a list that names nothing.
  package static let emptyList = "an empty list"

  /// The fault of an entry of a recipients file.
  var fieldFault: FieldFault {
    switch reason {
    case .unknownWord(let text, let allowed):
      FieldFault(
        field: field.rawValue, reason: .unknownWord(text.cut(toBytes: 64), allowed: allowed))
    case .malformed(let text, let expected):
      .malformed(field.rawValue, text, expected: expected)
    case .empty(let expected):
      .malformed(field.rawValue, Self.emptyList, expected: expected)
    case .contradiction(let other):
      FieldFault(field: field.rawValue, reason: .contradiction(with: other.rawValue))
    }
  }
}
