import ByteText
import Languages
import Testing

struct RelativeTimeTests {
  /// 2026-02-08T15:05:00Z
  private static let now: Int64 = 1_770_563_100

  @Test(arguments: [
    (0, "just now"), (59, "just now"), (-300, "just now"), (60, "1m ago"), (3599, "59m ago"),
    (3600, "1h ago"), (86_399, "23h ago"), (86_400, "1d ago"), (604_799, "6d ago"),
    (604_800, "Feb 1"), (40 * 86_400, "Dec 30, 2025"), (-301, "Feb 8"),
    (-365 * 86_400, "Feb 8, 2027"),
  ])
  func `Times are told in coarse steps, then as a date`(age: Int64, text: String) throws {
    let words = try BundledCatalogues.load().localization(for: "en")
    #expect(words.relativeTime(Self.now - age, now: Self.now, in: .utc) == text)
  }

  @Test func `The zone decides which day and which year it was`() throws {
    let words = try BundledCatalogues.load().localization(for: "en")
    let newYear = Zone.utc.startOfDay(CivilDate(year: 2026, month: 1, day: 1))
    let newYork = try #require(Zone("America/New_York"))
    #expect(words.relativeTime(newYear, now: Self.now, in: .utc) == "Jan 1")
    #expect(words.relativeTime(newYear, now: Self.now, in: newYork) == "Dec 31, 2025")
  }

  @Test(arguments: [Int64.min, -1, 0, .max])
  func `No pair of times traps`(now: Int64) throws {
    let words = try BundledCatalogues.load().localization(for: "en")
    for time in [Int64.min, -1, 0, .max] {
      #expect(!words.relativeTime(time, now: now, in: .utc).isEmpty)
      #expect(!words.dates.absolute(time, now: now, in: .utc).isEmpty)
    }
  }
}
