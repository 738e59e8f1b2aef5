import ByteText
import Languages
import Testing

struct ZoneTests {
  /// What a clock shows so many seconds after the midnight that begins a day.
  private func clock(_ date: CivilDate, _ second: Int) -> Int64 {
    Int64(date.dayNumber * 86_400 + second)
  }

  @Test(arguments: [
    "", "Nope/Zone", "GMT+5", "GMT+0530", "UTC+3", "PST", "BST", "IST", "europe/berlin", "../etc",
    "Europe/Berlin\0", "Europe/Berli\u{301}n", "SystemV/EST5EDT",
    "localtime", "posixrules",
  ])
  func `An identifier that the IANA database does not have is no zone`(identifier: String) {
    #expect(Zone(identifier) == nil)
  }

  @Test(arguments: [
    ("America/New_York", "2026-01-15", "EST"), ("America/New_York", "2026-07-15", "EDT"),
    ("US/Pacific", "2026-07-15", "PDT"), ("Europe/Berlin", "2026-01-15", "CET"),
    ("Europe/Berlin", "2026-07-15", "CEST"), ("Europe/London", "2026-01-15", "GMT"),
    ("Europe/London", "2026-07-15", "BST"), ("Asia/Kolkata", "2026-01-15", "IST"),
    ("Asia/Tokyo", "2026-01-15", "JST"), ("Australia/Sydney", "2026-01-15", "AEDT"),
    ("America/Sao_Paulo", "2026-01-15", "GMT-3"), ("Asia/Kathmandu", "2026-01-15", "GMT+5:45"),
    ("Africa/Casablanca", "2026-01-15", "GMT+1"), ("UTC", "2026-01-15", "UTC"),
    ("Etc/UTC", "2026-01-15", "UTC"), ("Etc/GMT+5", "2026-01-15", "GMT-5"),
    ("Europe/Moscow", "2012-01-15", "GMT+4"), ("Etc/GMT", "2026-01-15", "GMT"),
  ])
  func `A zone's time has its usual name`(identifier: String, day: String, name: String) throws {
    let zone = try #require(Zone(identifier))
    let parts = day.split(separator: "-").compactMap { Int($0) }
    let noon = zone.instant(
      of: CivilDate(year: parts[0], month: parts[1], day: parts[2]), hour: 12, minute: 0)
    #expect(zone.abbreviation(at: noon) == name)
  }

  @Test(arguments: [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max])
  func `No time traps`(seconds: Int64) throws {
    for identifier in ["UTC", "Europe/Berlin", "Pacific/Apia", "America/New_York"] {
      let zone = try #require(Zone(identifier))
      let civil = zone.civil(at: seconds)
      #expect((0..<86_400).contains(civil.secondOfDay))
      #expect(!zone.abbreviation(at: seconds).isEmpty)
      _ = zone.startOfDay(civil.date)
      _ = zone.instant(of: CivilDate(dayNumber: .max), hour: .max, minute: .max)
      _ = zone.instant(of: CivilDate(dayNumber: .min), hour: .min, minute: .min)
    }
  }
}
