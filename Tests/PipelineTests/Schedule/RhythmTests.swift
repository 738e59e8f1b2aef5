import ByteText
import Languages
import Notifications
import Testing

@testable import Pipeline

struct RhythmTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var frequency: Frequency
    var minutes: [Int]
  }

  static let cases = [
    Case(testDescription: "daily", frequency: .daily, minutes: [7 * 60]),
    Case(
      testDescription: "at the hours of changes", frequency: .daily, minutes: [0, 60, 120, 180]),
    Case(
      testDescription: "between the hours", frequency: .daily,
      minutes: [15, 30, 90, 150, 165, 1_050, 1_425]),
    Case(testDescription: "weekdays", frequency: .weekly(.workdays), minutes: [150, 1_080]),
    Case(
      testDescription: "Sundays", frequency: .weekly(.sunday), minutes: [0, 120, 150, 1_425]),
    Case(
      testDescription: "Monday and Thursday", frequency: .weekly([.monday, .thursday]),
      minutes: [420]),
    Case(testDescription: "the first", frequency: .monthly(day: 1), minutes: [0, 420]),
    Case(testDescription: "the 29th", frequency: .monthly(day: 29), minutes: [120]),
    Case(testDescription: "the 30th", frequency: .monthly(day: 30), minutes: [120]),
    Case(testDescription: "the last day", frequency: .monthly(day: 31), minutes: [0, 1_425]),
  ]

  static let zones = [
    "UTC", "America/New_York", "America/Havana", "America/Santiago", "America/St_Johns",
    "Europe/Berlin", "Atlantic/Azores", "Africa/Cairo", "Asia/Beirut", "Asia/Kathmandu",
    "Australia/Lord_Howe", "Pacific/Chatham",
  ]

  /// A quarter of an hour that a clock came to for the first time, and when.
  private struct Quarter {
    var instant: Int64
    var date: CivilDate
    var minute: Int
  }

  /// Every quarter of an hour of two years, by walking along a clock: what it skips, it comes to at
  /// the end of the gap; what it shows twice, it comes to once.
  private static func quarters(in zone: Zone) -> [Quarter] {
    var found: [Quarter] = []
    let start = Int64(CivilDate(year: 2027, month: 12, day: 1).dayNumber) * 96
    let end = Int64(CivilDate(year: 2029, month: 2, day: 1).dayNumber) * 96
    var reached: Int64?
    for step in start..<end {
      let clock = step + Int64(zone.offset(at: step * 900)) / 900
      for quarter in (reached.map { $0 + 1 } ?? clock)..<max(clock + 1, reached.map { $0 + 1 } ?? 0)
      {
        found.append(
          Quarter(
            instant: step * 900, date: CivilDate(dayNumber: Int(quarter / 96)),
            minute: Int(quarter % 96) * 15))
      }
      reached = max(clock, reached ?? clock)
    }
    return found
  }

  private static func includes(_ date: CivilDate, _ frequency: Frequency) -> Bool {
    let (year, month, day) = date.parts
    let isLeap = year % 4 == 0
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    switch frequency {
    case .daily, .never: return true
    case .weekly(let days): return days.rawValue & 1 << UInt8(date.weekday - 1) != 0
    case .monthly(let wanted): return day == min(wanted, lengths[month - 1])
    }
  }

  @Test(arguments: zones)
  func `A leap year of every rhythm, in zones whose clocks change at all hours`(name: String) throws
  {
    let zone = try #require(Zone(name))
    let quarters = Self.quarters(in: zone)
    let first = Int64(CivilDate(year: 2028, month: 1, day: 3).dayNumber) * 86_400
    let last = Int64(CivilDate(year: 2029, month: 1, day: 10).dayNumber) * 86_400
    for example in Self.cases {
      var expected: [Int64] = []
      for quarter in quarters
      where example.minutes.contains(quarter.minute) && quarter.instant > first
        && quarter.instant < last && quarter.instant != expected.last
        && Self.includes(quarter.date, example.frequency)
      {
        expected.append(quarter.instant)
      }
      let slots = Slots(
        zone: zone, times: try #require(DayTimes(minutes: example.minutes)),
        frequency: example.frequency)
      var found: [Int64] = []
      var now = Instant(seconds: first)
      while true {
        now = slots.next(after: now)
        if now.seconds >= last { break }
        found.append(now.seconds)
        // The slot itself is the last one until the next.
        if slots.last(at: now) != now || slots.last(at: now.adding(seconds: 899)) != now {
          Issue.record("\(example.testDescription): last at \(now)")
        }
      }
      #expect(found == expected, "\(example.testDescription)")
    }
  }

  let times = DayTimes(minutes: [8 * 60, 9 * 60 + 30, 17 * 60 + 30])

  func timing(
    _ preferences: Preferences, closed: String?, now: String, lastRun: String? = nil
  ) throws -> Timing {
    Schedule().timing(
      of: preferences, in: .utc,
      after: MailHistory(
        closedSlot: try closed.map { try instant($0) },
        lastRun: try lastRun.map { try instant($0) }), now: try instant(now))
  }

  @Test func `Of several hours each is due at its run, and a late one is left to one that is near`()
    throws
  {
    let several = Preferences(rhythm: Rhythm(times: times))
    func found(_ now: String, closed: String) throws -> Timing {
      try timing(several, closed: closed, now: now)
    }
    // Within its own hour, however near the next one is.
    #expect(
      try found("2025-01-15 08:59", closed: "2025-01-14 17:30")
        == .due(slot: try instant("2025-01-15 08:00")))
    #expect(
      try found("2025-01-15 09:00", closed: "2025-01-14 17:30")
        == .left(to: try instant("2025-01-15 09:30")))
    #expect(
      try found("2025-01-15 10:45", closed: "2025-01-15 08:00")
        == .due(slot: try instant("2025-01-15 09:30")))
    #expect(
      try found("2025-01-15 17:00", closed: "2025-01-15 09:30")
        == .notDue(next: try instant("2025-01-15 17:30")))
  }

  @Test func `What quiet hours held is not late when they end`() throws {
    let quiet = Preferences(
      rhythm: Rhythm(times: times), quietHours: QuietHours(start: 7 * 60, end: 9 * 60 + 10))
    let held = try timing(quiet, closed: "2025-01-14 17:30", now: "2025-01-15 09:05")
    #expect(
      held
        == .quietHours(
          slot: try instant("2025-01-15 08:00"), until: try instant("2025-01-15 09:10"),
          missed: nil))
    #expect(
      try timing(quiet, closed: "2025-01-14 17:30", now: "2025-01-15 09:15")
        == .due(slot: try instant("2025-01-15 08:00")))
  }

  @Test func `A pause lasts until the day begins, and closes the slots in it`() throws {
    let paused = Preferences(
      rhythm: Rhythm(pause: .day(CivilDate(year: 2025, month: 1, day: 15))))
    let midnight = try instant("2025-01-15 00:00")
    #expect(
      try timing(paused, closed: "2025-01-13 07:00", now: "2025-01-14 07:00")
        == .paused(closing: try instant("2025-01-14 07:00"), until: midnight))
    #expect(
      try timing(paused, closed: "2025-01-14 07:00", now: "2025-01-15 00:00")
        == .notDue(next: try instant("2025-01-15 07:00")))
    let next = Schedule().next(of: paused, in: .utc, after: try instant("2025-01-10 12:00"))
    #expect(next == (try instant("2025-01-15 07:00")))
  }

  @Test func `Urgent ones are mailed between slots only, and at no quiet hour`() throws {
    let urgent = Preferences(
      rhythm: Rhythm(urgency: .immediately), quietHours: QuietHours(start: 22 * 60, end: 6 * 60))
    func slot(closed: String, now: String) throws -> Instant? {
      Schedule().urgentSlot(
        of: urgent, in: .utc, try timing(urgent, closed: closed, now: now), now: try instant(now))
    }
    let slots = try [
      slot(closed: "2025-01-14 07:00", now: "2025-01-15 07:00"),
      slot(closed: "2025-01-15 07:00", now: "2025-01-15 22:00"),
      slot(closed: "2025-01-15 07:00", now: "2025-01-15 12:00"),
    ]
    #expect(slots == [nil, nil, try instant("2025-01-15 12:00").adding(microseconds: 1)])
    let never = Preferences(rhythm: Rhythm(frequency: .never, urgency: .immediately))
    let now = try instant("2025-01-15 12:00")
    #expect(Schedule().urgentSlot(of: never, in: .utc, .never(closing: nil), now: now) == nil)
  }
}
