import Delivery
import Languages
import Notifications
import Testing

@testable import Pipeline

struct QuietHoursTests {
  typealias Case = (start: Int, end: Int, zone: String, now: String, until: String?)

  /// Nobody is held where there is no `until`.
  static let cases: [Case] = [
    (22 * 60, 7 * 60, "UTC", "2025-01-15 21:59", nil),
    (22 * 60, 7 * 60, "UTC", "2025-01-15 22:00", "2025-01-16 07:00"),
    (22 * 60, 7 * 60, "UTC", "2025-01-16 00:00", "2025-01-16 07:00"),
    (22 * 60, 7 * 60, "UTC", "2025-01-16 06:59", "2025-01-16 07:00"),
    (22 * 60, 7 * 60, "UTC", "2025-01-16 07:00", nil),
    (480, 510, "UTC", "2025-01-15 08:29", "2025-01-15 08:30"),
    (480, 510, "UTC", "2025-01-15 08:30", nil),
    (0, 1439, "UTC", "2025-01-15 23:58", "2025-01-15 23:59"),
    // The clock jumps from 2:00 to 3:00, over the end or before it.
    (60, 150, "Europe/Berlin", "2025-03-30 01:30", "2025-03-30 03:00"),
    (60, 240, "Europe/Berlin", "2025-03-30 01:30", "2025-03-30 04:00"),
    // It is set back from 3:00 to 2:00 after the end, which was 2:30.
    (60, 150, "Europe/Berlin", "2025-10-26 02:10", "2025-10-26 02:30"),
    (60, 240, "Europe/Berlin", "2025-10-26 01:30", "2025-10-26 04:00"),
  ]

  @Test(arguments: cases)
  func `A due mail is held from the start up to the end, itself not quiet`(_ example: Case) throws {
    let zone = try #require(Zone(example.zone))
    let now = try instant(example.now, example.zone)
    let midnight = try #require(DayTimes(minutes: [0]))
    let found = Schedule(standard: Rhythm(times: midnight)).timing(
      of: Preferences(quietHours: QuietHours(start: example.start, end: example.end)), in: zone,
      after: RecipientHistory.none, now: now)
    let slot = Slots(zone: zone, times: midnight).last(at: now)
    let held = try example.until.map { until in
      Timing.held(
        MailOutcome(kind: .quietHours, until: try instant(until, example.zone)), slot: slot)
    }
    #expect(found == held ?? .due(slot: slot))
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
            kind: .quietHours, until: try instant("2025-01-15 09:00"),
            missed: try expected.map { try instant($0) }), slot: try instant("2025-01-15 08:00")))
  }
}
