import ByteText
import Foundation
import Languages
import Testing

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
