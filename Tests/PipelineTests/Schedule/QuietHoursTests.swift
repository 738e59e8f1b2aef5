import Delivery
import Languages
import Notifications
import Testing

@testable import Pipeline

struct QuietHoursTests {
  struct Case: Sendable {
    var start: Int
    var end: Int
    var zone = "UTC"
    var now: String
    /// Nil: not held.
    var until: String?
  }

  static let cases = [
    Case(start: 22 * 60, end: 7 * 60, now: "2025-01-15 21:59"),
    Case(start: 22 * 60, end: 7 * 60, now: "2025-01-15 22:00", until: "2025-01-16 07:00"),
    Case(start: 22 * 60, end: 7 * 60, now: "2025-01-16 00:00", until: "2025-01-16 07:00"),
    Case(start: 22 * 60, end: 7 * 60, now: "2025-01-16 06:59", until: "2025-01-16 07:00"),
    Case(start: 22 * 60, end: 7 * 60, now: "2025-01-16 07:00"),
    Case(start: 480, end: 510, now: "2025-01-15 08:29", until: "2025-01-15 08:30"),
    Case(start: 480, end: 510, now: "2025-01-15 08:30"),
    Case(start: 0, end: 1439, now: "2025-01-15 23:58", until: "2025-01-15 23:59"),
    // The clock jumps from 2:00 to 3:00, over the end or before it.
    Case(
      start: 60, end: 150, zone: "Europe/Berlin", now: "2025-03-30 01:30",
      until: "2025-03-30 03:00"),
    Case(
      start: 60, end: 240, zone: "Europe/Berlin", now: "2025-03-30 01:30",
      until: "2025-03-30 04:00"),
    // It is set back from 3:00 to 2:00 after the end, which was 2:30.
    Case(
      start: 60, end: 150, zone: "Europe/Berlin", now: "2025-10-26 02:10",
      until: "2025-10-26 02:30"),
    Case(
      start: 60, end: 240, zone: "Europe/Berlin", now: "2025-10-26 01:30",
      until: "2025-10-26 04:00"),
  ]

  @Test(arguments: cases)
  func `A due mail is held from the start up to the end, itself not quiet`(_ example: Case) throws {
    let zone = try #require(Zone(example.zone))
    let now = try instant(example.now, example.zone)
    let found = Schedule(standard: Rhythm(times: DayTimes(minutes: [0]))).timing(
      of: Preferences(quietHours: QuietHours(start: example.start, end: example.end)), in: zone,
      after: RecipientHistory.none, now: now)
    let midnight = try #require(DayTimes(minutes: [0]))
    let slot = Slots(zone: zone, times: midnight).last(at: now)
    if let until = example.until {
      #expect(
        found
          == .held(MailOutcome(.quietHours, until: try instant(until, example.zone)), slot: slot))
    } else {
      #expect(found == .due(slot: slot))
    }
  }

  @Test func `In the second of two equal hours the end is the second one's`() throws {
    let zone = try #require(Zone("Europe/Berlin"))
    let quiet = try #require(QuietHours(start: 60, end: 150))
    let second = try instant("2025-10-26 02:10", "Europe/Berlin").adding(seconds: 3600)
    #expect(quiet.contains(second, in: zone))
    #expect(quiet.end(after: second, in: zone) == second.adding(seconds: 20 * 60))
  }

  @Test func `Equal ends mean no quiet hours`() { #expect(QuietHours(start: 60, end: 60) == nil) }

  @Test(
    arguments: [
      // One run a day at eight, quiet until nine: nobody ever comes after nine.
      ("2025-01-14 08:00", "2025-01-13 08:00", "2025-01-14 09:00"),
      // The run after nine did come, and closed the slot.
      ("2025-01-14 09:30", "2025-01-14 08:00", nil),
      // It came, but could not deliver: nobody's fault but its own.
      ("2025-01-14 09:30", "2025-01-13 08:00", nil),
      // The first run of all.
      (nil, nil, nil),
    ] as [(String?, String?, String?)])
  func `A mail held too long is told`(lastRun: String?, closed: String?, expected: String?) throws {
    let found = Schedule(standard: Rhythm(times: DayTimes(minutes: [480]))).timing(
      of: Preferences(quietHours: QuietHours(start: 22 * 60, end: 9 * 60)), in: .utc,
      after: RecipientHistory(
        closedSlot: try closed.map { try instant($0) },
        lastRun: try lastRun.map { try instant($0) }), now: try instant("2025-01-15 08:00"))
    #expect(
      found
        == .held(
          MailOutcome(
            .quietHours, until: try instant("2025-01-15 09:00"),
            missed: try expected.map { try instant($0) }), slot: try instant("2025-01-15 08:00")))
  }
}
