import ByteText
import Foundation
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

/// What Python's zoneinfo expects of zones with the same rules: lists of numbers, as `zone_offsets.py` says.
private struct Expectations: Decodable {
  var zones: [String]
  var offsets: [[Int64]]
  var later: [[Int64]]
  var instants: [[Int64]]
}

struct ZoneTableTests {
  private static let hasJudge = Repository.hasPython("zoneinfo")

  @Test(.enabled(if: hasJudge, "skipped: needs python3 with zoneinfo"))
  func `All offsets, starts of days and local times of every IANA zone are zoneinfo's`() throws {
    let all = try #require(try Self.expectations())
    #expect(all.reduce(0) { $0 + $1.zones.count } > 400)
    let wrong = all.compactMap { Self.difference($0, since: .min) }
    #expect(wrong.isEmpty, "\(wrong)")
  }

  @Test(.enabled(if: hasJudge, "skipped: needs python3 with zoneinfo"))
  func `The comparison finds an offset and a local time that are a minute wrong`() throws {
    let berlin = try #require(try Self.expectations(["Europe/Berlin"])?.first)
    #expect(Self.difference(berlin) == nil)
    for list in [\Expectations.offsets, \.later, \.instants] {
      var wrong = berlin
      let place = wrong[keyPath: list].count * 3 / 4
      let last = wrong[keyPath: list][place].count - 1
      wrong[keyPath: list][place][last] += 60
      #expect(Self.difference(wrong) != nil)
    }
  }

  /// The first thing in which our zone differs, nil where it does not. Of a zone that is another's under a
  /// second name, the offsets.
  private static func difference(_ expected: Expectations, since: Int64 = 0) -> String? {
    for (number, name) in expected.zones.enumerated() {
      guard let zone = Zone(name) else { return "\(name) is unknown" }
      if let found = difference(zone, expected, since, isSecond: number > 0) {
        return "\(name): \(found)"
      }
    }
    return nil
  }

  private static func difference(
    _ zone: Zone, _ expected: Expectations, _ since: Int64, isSecond: Bool
  ) -> String? {
    var before: Int?
    for (at, offset) in expected.offsets.map({ ($0[0], Int($0[1])) }) where at > since {
      if zone.offset(at: at) != offset { return "\(zone.offset(at: at)) not \(offset) at \(at)" }
      if let before, zone.offset(at: at - 1) != before { return "changes before \(at)" }
      before = offset
    }
    if isSecond { return nil }
    for (at, offset) in expected.later.map({ ($0[0], Int($0[1])) })
    where zone.offset(at: at) != offset {
      return "later: \(zone.offset(at: at)) not \(offset) at \(at)"
    }
    for numbers in expected.instants {
      let date = CivilDate(year: Int(numbers[0]), month: Int(numbers[1]), day: Int(numbers[2]))
      let (hour, minute) = (Int(numbers[3]), Int(numbers[4]))
      let found = zone.instant(of: date, hour: hour, minute: minute)
      if found != numbers[5] { return "\(date) \(hour):\(minute) is \(found) not \(numbers[5])" }
      if hour == 0, minute == 0, zone.startOfDay(date) != found { return "\(date) begins later" }
    }
    return nil
  }

  private static func expectations(_ zones: [String] = []) throws -> [Expectations]? {
    try Repository.python("zone_offsets.py", zones).map {
      try JSONDecoder().decode([Expectations].self, from: Data($0.utf8))
    }
  }
}
