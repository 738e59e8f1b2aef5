import ByteText
import Foundation
import Languages
import Testing

struct DateWordsTests {
  private static let feb8 = CivilDate(year: 2026, month: 2, day: 8)

  private static func dates(_ tag: String) throws -> DateWords {
    try BundledCatalogues.load().localization(for: tag).dates
  }

  @Test(arguments: [
    ("en", "America/New_York", 2026, "Feb 8 at 10:05\u{A0}AM EST"),
    ("en", "America/New_York", 2027, "Feb 8, 2026 at 10:05\u{A0}AM EST"),
    ("en-GB", "Europe/London", 2026, "8 Feb at 15:05 GMT"),
    ("de", "Europe/Berlin", 2026, "8. Feb., 16:05 MEZ"),
    ("de", "America/New_York", 2026, "8. Feb., 10:05 EST"),
    ("ar", "Asia/Riyadh", 2026, "8 فبراير، 6:05\u{A0}م غرينتش+3"),
  ])
  func `An absolute time has its zone`(tag: String, zone: String, year: Int, text: String) throws {
    let zone = try #require(Zone(zone))
    let now = Zone.utc.startOfDay(CivilDate(year: year, month: 3, day: 1))
    let time = Zone.utc.instant(of: Self.feb8, hour: 15, minute: 5)
    #expect(try Self.dates(tag).absolute(time, now: now, in: zone) == text)
  }

  @Test(arguments: ["en", "en-GB", "de", "es", "fr", "pt-BR", "ja", "zh-Hans", "ar-EG", "he", "ru"])
  func `Dates and times are Foundation's, for every month, weekday and hour`(tag: String) throws {
    // The catalogue does not matter for dates: one of a single word stands for the language's.
    let own = BundledCatalogues.own(tag, "section: {urgent: x}")
    let dates = try BundledCatalogues.load(own: [own]).localization(for: tag).dates
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: tag)
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.calendar = Calendar(identifier: .gregorian)
    func expected(_ template: String, _ seconds: Int64) -> String {
      formatter.setLocalizedDateFormatFromTemplate(template)
      return formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
        .replacing("\u{202F}", with: "\u{A0}")
    }
    for step in 0..<40 {
      let seconds = Int64(1_767_225_600 + step * (9 * 86_400 + 3 * 3600 + 1260))
      let civil = Zone.utc.civil(at: seconds)
      #expect(dates.date(civil.date, withYear: false) == expected("MMMd", seconds))
      #expect(dates.date(civil.date, withYear: true) == expected("yMMMd", seconds))
      // Arabic weekdays have their article.
      let template = tag == "ar-EG" ? "MMMEEEEd" : "MMMEd"
      #expect(dates.weekdayAndDay(civil.date) == expected(template, seconds))
      #expect(
        dates.absolute(seconds, now: seconds, in: .utc) == expected("MMMdjm", seconds) + " UTC")
    }
  }
}

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
