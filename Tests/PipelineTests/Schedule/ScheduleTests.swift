import ByteText
import Delivery
import Languages
import Notifications
import Testing

@testable import Pipeline

struct ScheduleTests {
  let schedule = Schedule(standard: Rhythm(times: DayTimes(minutes: [8 * 60])))

  func timing(
    _ preferences: Preferences = Preferences(), in zone: String = "UTC", closed: String? = nil,
    delivered: String? = nil, lastRun: String? = nil, now: String
  ) throws -> Timing {
    schedule.timing(
      of: preferences, in: try #require(Zone(zone)),
      after: RecipientHistory(
        closedSlot: try closed.map { try instant($0, zone) },
        lastDelivery: try delivered.map { try instant($0, zone) },
        lastRun: try lastRun.map { try instant($0, zone) }), now: try instant(now, zone))
  }

  /// By what they are: how often, at which hour, in which zone; the slot that was closed last, the
  /// present, and the slot that is due, where one is.
  static let cases = """
    the hour itself                               | daily     |   | UTC | 2025-01-14 08:00 | 2025-01-15 08:00 | 2025-01-15 08:00
    a minute before                               | daily     |   | UTC | 2025-01-14 08:00 | 2025-01-15 07:59 |
    closed already                                | daily     |   | UTC | 2025-01-15 08:00 | 2025-01-15 23:59 |
    never mailed before                           | daily     |   | UTC |                  | 2025-01-15 05:00 | 2025-01-14 08:00
    never mailed before, and the hour is near     | daily     |   | UTC |                  | 2025-01-15 05:01 |
    down for days: once, the last                 | daily     |   | UTC | 2025-01-10 08:00 | 2025-01-15 12:00 | 2025-01-15 08:00
    an hour of their own                          | daily     | 0 | UTC | 2025-01-14 00:00 | 2025-01-15 00:00 | 2025-01-15 00:00
    an hour made earlier                          | daily     | 7 | UTC | 2025-01-15 08:00 | 2025-01-15 09:00 |
    Wednesday, asked on the Wednesday             | wednesday |   | UTC | 2025-01-08 08:00 | 2025-01-15 08:00 | 2025-01-15 08:00
    Wednesday, asked on the Tuesday               | wednesday |   | UTC | 2025-01-08 08:00 | 2025-01-14 23:00 |
    Wednesday, caught up on the Tuesday after     | wednesday |   | UTC | 2025-01-08 08:00 | 2025-01-21 23:00 | 2025-01-15 08:00
    Wednesday before the hour                     | wednesday |   | UTC | 2025-01-01 08:00 | 2025-01-15 05:00 | 2025-01-08 08:00
    Wednesday, less than three hours before       | wednesday |   | UTC | 2025-01-01 08:00 | 2025-01-15 05:01 |
    the hour is near, over the end of summer time | daily     | 3 | Europe/Berlin | 2025-10-24 03:00 | 2025-10-26 01:00 | 2025-10-25 03:00
    the hour is near, over the gap                | daily     | 4 | Europe/Berlin | 2025-03-28 04:00 | 2025-03-30 00:30 |
    the far east                                  | daily     |   | Pacific/Kiritimati | 2025-01-14 08:00 | 2025-01-15 08:00 | 2025-01-15 08:00
    an hour in the gap, before it                 | daily     | 2 | Europe/Berlin | 2025-03-29 02:00 | 2025-03-30 01:59 |
    an hour in the gap: its end                   | daily     | 2 | Europe/Berlin | 2025-03-29 02:00 | 2025-03-30 03:00 | 2025-03-30 03:00
    the day after the gap                         | daily     | 2 | Europe/Berlin | 2025-03-30 03:00 | 2025-03-31 02:00 | 2025-03-31 02:00
    an hour that comes twice: the first           | daily     | 2 | Europe/Berlin | 2025-10-25 02:00 | 2025-10-26 02:00 | 2025-10-26 02:00
    an hour that came twice, closed by the first  | daily     | 2 | Europe/Berlin | 2025-10-26 02:00 | 2025-10-26 03:00 |
    """.split(separator: "\n").map(String.init)

  @Test(arguments: cases)
  func `The last occurrence of the hour is due unless it is closed`(_ example: String) throws {
    let cells = example.split(separator: "|", omittingEmptySubsequences: false).map {
      String($0.replacing(#/^ +| +$/#, with: ""))
    }
    let (zone, closed, now, slot) = (cells[3], cells[4], cells[5], cells[6])
    let rhythm = Rhythm(
      frequency: cells[1] == "daily" ? .daily : .weekly(Weekdays(number: 3)),
      times: Int(cells[2]).flatMap { DayTimes(minutes: [$0 * 60]) })
    let found = try timing(
      Preferences(rhythm: rhythm), in: zone, closed: closed.isEmpty ? nil : closed, now: now)
    if !slot.isEmpty {
      #expect(found == .due(slot: try instant(slot, zone)))
    } else {
      guard case .held(let outcome, _) = found, outcome.kind == .notDue else {
        Issue.record("\(found)")
        return
      }
      #expect(try #require(outcome.next) > instant(now, zone))
    }
  }

  @Test func `A late slot is left to the next one where less than three hours remain`() throws {
    let next = try instant("2025-01-15 08:00")
    let late = "2025-01-13 08:00"
    let left = try Timing.held(
      MailOutcome(kind: .notDue, next: next), slot: instant("2025-01-14 08:00"))
    #expect(try timing(closed: late, now: "2025-01-15 05:01") == left)
    #expect(try timing(closed: late, now: "2025-01-15 07:59") == left)
    #expect(
      try timing(closed: late, now: "2025-01-15 05:00")
        == .due(slot: try instant("2025-01-14 08:00")))
    #expect(try timing(closed: late, now: "2025-01-15 08:00") == .due(slot: next))
  }

  @Test(arguments: [24, 48, 72, 168])
  func `A job that runs seldom, an hour early, mails them each time`(hours: Int64) throws {
    var history = RecipientHistory.none
    var mails = 0
    let start = try instant("2025-01-01 07:00")
    for run in 0..<30 {
      let now = start.adding(seconds: Int64(run) * hours * 3600)
      let found = schedule.timing(of: Preferences(), in: .utc, after: history, now: now)
      if case .due(let slot) = found {
        mails += 1
        history.closedSlot = slot.microseconds
        history.lastDelivery = now.microseconds
      }
      history.lastRun = now.microseconds
    }
    #expect(mails == 29)
  }

  @Test(arguments: [0, 1, 60, 119])
  func `What was left stays left until its slot has come`(minutes: Int64) throws {
    let first = try instant("2025-01-15 06:00")
    let next = try instant("2025-01-15 08:00")
    let history = RecipientHistory(closedSlot: try instant("2025-01-13 08:00"), lastRun: first)
    let found = schedule.timing(
      of: Preferences(), in: .utc, after: history, now: first.adding(seconds: minutes * 60))
    #expect(
      found == .held(MailOutcome(kind: .notDue, next: next), slot: try instant("2025-01-14 08:00")))
  }

  @Test(arguments: [0, 1, 59])
  func `Nothing is left to a slot that quiet hours hold`(minutes: Int) throws {
    // From the hour, or soon after it, until an hour before the next.
    let quiet = try #require(QuietHours(start: 8 * 60 + minutes, end: 7 * 60))
    let now = "2025-01-15 07:05"
    #expect(
      try timing(Preferences(quietHours: quiet), closed: "2025-01-13 08:00", now: now)
        == .due(slot: try instant("2025-01-14 08:00")))
    let later = try #require(QuietHours(start: 9 * 60, end: 7 * 60))
    #expect(
      try timing(Preferences(quietHours: later), closed: "2025-01-13 08:00", now: now)
        == .held(
          MailOutcome(kind: .notDue, next: try instant("2025-01-15 08:00")),
          slot: try instant("2025-01-14 08:00")))
  }

  @Test func `The second of two equal hours is not due again`() throws {
    let zone = try #require(Zone("Europe/Berlin"))
    let first = try instant("2025-10-26 02:00", "Europe/Berlin")
    let found = schedule.timing(
      of: Preferences(rhythm: Rhythm(times: DayTimes(minutes: [120]))), in: zone,
      after: RecipientHistory(closedSlot: first), now: first.adding(seconds: 3600))
    let next = try instant("2025-10-27 02:00", "Europe/Berlin")
    #expect(found == .held(MailOutcome(kind: .notDue, next: next), slot: nil))
  }

  @Test func `What was delivered late closes the slots up to then`() throws {
    let found = try timing(
      Preferences(rhythm: Rhythm(times: DayTimes(minutes: [13 * 60]))), closed: "2025-01-15 08:00",
      delivered: "2025-01-15 14:00", now: "2025-01-15 15:00")
    #expect(
      found == .held(MailOutcome(kind: .notDue, next: try instant("2025-01-16 13:00")), slot: nil))
  }

  /// A job each hour, and each quarter of one where a clock changes within two days.
  @Test func `Every day of the year has exactly one slot, with summer time and without`() throws {
    for name in ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo"]
    {
      let zone = try #require(Zone(name))
      let start = try instant("2025-01-01 00:00", name)
      let runs = (0..<(365 * 96)).map { start.adding(seconds: Int64($0) * 900) }
      let offsets = runs.map { zone.offset(at: $0.seconds) }
      let tried = runs.indices.filter {
        $0 % 4 == 0 || offsets[max(0, $0 - 192)] != offsets[min(offsets.count - 1, $0 + 192)]
      }
      for hour in [0, 1, 2, 3, 23] {
        let wishes = Preferences(rhythm: Rhythm(times: DayTimes(minutes: [hour * 60])))
        var history = RecipientHistory(closedSlot: try instant("2024-12-31 23:00", name))
        var mails = 0
        for now in tried.map({ runs[$0] }) {
          let found = schedule.timing(of: wishes, in: zone, after: history, now: now)
          if case .due(let slot) = found {
            mails += 1
            history.closedSlot = slot.microseconds
            history.lastDelivery = now.microseconds
          }
        }
        #expect(mails == 365, "\(name) at \(hour)")
      }
    }
  }

  @Test func `Who wants no mail gets none, and closes the slot that is open`() throws {
    let slot = try instant("2025-01-15 08:00")
    var unsubscribed = Preferences()
    unsubscribed.isUnsubscribed = true
    let never = Preferences(rhythm: Rhythm(frequency: .never))
    #expect(
      try timing(unsubscribed, now: "2025-01-15 09:00")
        == .held(MailOutcome(kind: .unsubscribed), slot: slot))
    #expect(
      try timing(never, now: "2025-01-15 09:00") == .held(MailOutcome(kind: .never), slot: slot))
    #expect(
      try timing(never, closed: "2025-01-15 08:00", now: "2025-01-15 09:00")
        == .held(MailOutcome(kind: .never), slot: nil))
  }
}

struct LookbackTests {
  let now = Instant(seconds: 100 * 86_400)

  func day(_ number: Int64) -> Instant { Instant(seconds: number * 86_400) }

  @Test(
    arguments: [
      (.daily, nil, 99), (.weekly(Weekdays(number: 1)), nil, 93), (.daily, 3, 97),
      (.weekly(Weekdays(number: 1)), 1, 99),
      (.monthly(day: 1), nil, 69), (.weekly(.workdays), nil, 97),
      (.weekly(Weekdays(rawValue: 0b1001)), nil, 96), (.daily, 0, 100), (.daily, -5, 100),
    ] as [(Frequency, Int?, Int64)])
  func `First mails reach one period back`(frequency: Frequency, firstDays: Int?, expected: Int64) {
    let lookback = Lookback(
      now: now, frequency: frequency, firstDays: firstDays, first: nil, lastDelivery: nil)
    #expect(lookback.first == day(expected) && lookback.from == day(expected))
  }

  @Test(
    arguments: [
      (50, 99, 92), (95, 99, 95), (95, nil, 95), (50, 60, 53), (50, nil, 50),
    ] as [(Int64, Int64?, Int64)])
  func `Later mails begin seven days earlier`(first: Int64, delivered: Int64?, expected: Int64) {
    let lookback = Lookback(
      now: now, frequency: .daily, first: day(first), lastDelivery: delivered.map(day))
    #expect(lookback.first == day(first))
    #expect(lookback.from == day(expected))
  }

  @Test func `Any number of days stays within the range of time`() {
    let lookback = Lookback(
      now: Instant(microseconds: .min), frequency: .daily, firstDays: .max, first: nil,
      lastDelivery: nil)
    #expect(lookback.from == Instant(microseconds: .min))
  }
}

/// `2025-01-15 08:30` as a clock in the zone shows it.
func instant(_ text: String, _ zone: String = "UTC") throws -> Instant {
  let numbers = text.split { "-: ".contains($0) }.compactMap { Int($0) }
  let zone = try #require(Zone(zone))
  let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
  return Instant(seconds: zone.instant(of: date, hour: numbers[3], minute: numbers[4]))
}

extension RecipientHistory {
  init(closedSlot: Instant? = nil, lastDelivery: Instant? = nil, lastRun: Instant? = nil) {
    self = .none
    self.closedSlot = closedSlot?.microseconds
    self.lastDelivery = lastDelivery?.microseconds
    self.lastRun = lastRun?.microseconds
  }
}
