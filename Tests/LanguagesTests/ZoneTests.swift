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
  func `A zone's time is called as people there call it`(
    identifier: String, day: String, name: String
  ) throws {
    let zone = try #require(Zone(identifier))
    let parts = day.split(separator: "-").compactMap { Int($0) }
    let noon = zone.instant(
      of: CivilDate(year: parts[0], month: parts[1], day: parts[2]), hour: 12, minute: 0)
    #expect(zone.abbreviation(at: noon) == name)
  }

  @Test func `A day whose midnight does not exist begins an hour late`() throws {
    let zone = try #require(Zone("America/Asuncion"))
    let day = CivilDate(year: 2023, month: 10, day: 1)
    let start = zone.startOfDay(day)
    #expect(zone.civil(at: start) == CivilDateTime(clock: clock(day, 3600)))
    #expect(zone.civil(at: start - 1).date == day.adding(days: -1))
  }

  @Test func `A day that a zone left out is empty`() throws {
    let zone = try #require(Zone("Pacific/Apia"))
    let missing = CivilDate(year: 2011, month: 12, day: 30)
    #expect(zone.startOfDay(missing) == zone.startOfDay(missing.adding(days: 1)))
    #expect(zone.startOfDay(missing.adding(days: -1)) == zone.startOfDay(missing) - 86_400)
  }

  @Test func `Days of 23 and 25 hours are as long as they are`() throws {
    let zone = try #require(Zone("Europe/Berlin"))
    func hours(_ month: Int, _ day: Int) -> Int64 {
      let date = CivilDate(year: 2026, month: month, day: day)
      return (zone.startOfDay(date.adding(days: 1)) - zone.startOfDay(date)) / 3600
    }
    #expect(hours(3, 29) == 23)
    #expect(hours(10, 25) == 25)
    #expect(hours(6, 1) == 24)
  }

  @Test func `A time in a gap is the first after it, one that occurs twice is the first`() throws {
    let zone = try #require(Zone("America/New_York"))
    let spring = CivilDate(year: 2026, month: 3, day: 8)
    let late = zone.instant(of: spring, hour: 2, minute: 30)
    #expect(zone.civil(at: late) == CivilDateTime(clock: clock(spring, 3 * 3600)))
    let autumn = CivilDate(year: 2026, month: 11, day: 1)
    let first = zone.instant(of: autumn, hour: 1, minute: 30)
    #expect(zone.abbreviation(at: first) == "EDT")
    #expect(zone.civil(at: first) == zone.civil(at: first + 3600))
  }

  @Test func `Years far beyond the table keep their summer time`() throws {
    let zone = try #require(Zone("Europe/Berlin"))
    for year in [2199, 2200, 2399, 2400, 9999, 10_000, 123_456] {
      let summer = CivilDate(year: year, month: 7, day: 1)
      let noon = zone.instant(of: summer, hour: 12, minute: 0)
      #expect(zone.offset(at: noon) == 7200, "\(year)")
      #expect(zone.civil(at: noon) == CivilDateTime(clock: clock(summer, 43_200)))
      let winter = CivilDate(year: year, month: 1, day: 1)
      #expect(zone.offset(at: zone.startOfDay(winter)) == 3600, "\(year)")
      #expect(zone.civil(at: zone.startOfDay(winter)).date == winter, "\(year)")
      #expect(zone.civil(at: zone.startOfDay(winter) - 1).date == winter.adding(days: -1))
    }
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

  @Test func `Zones are made once, and unknown ones stay unknown`() {
    let zones = Zones()
    #expect(zones.zone("Europe/Berlin") == Zone("Europe/Berlin"))
    #expect(zones.zone("Europe/Berlin")?.identifier == "Europe/Berlin")
    #expect(zones.zone("Nope/Zone") == nil)
    #expect(zones.zone("Nope/Zone") == nil)
  }
}
