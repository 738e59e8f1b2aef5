import ByteText
import Languages
import Testing

/// What Python's zoneinfo expects of one zone.
private struct Expectations {
  var zone = ""
  var offsets: [(at: Int64, offset: Int)] = []
  var later: [(at: Int64, offset: Int)] = []
  var instants: [(date: CivilDate, hour: Int, minute: Int, at: Int64)] = []
  var days: [(date: CivilDate, at: Int64)] = []
}

struct ZoneTableTests {
  private static let hasJudge = Repository.hasPython("zoneinfo")

  @Test(.enabled(if: hasJudge, "skipped: needs python3 with zoneinfo"))
  func `All offsets, starts of days and local times of every IANA zone are zoneinfo's`() throws {
    let zones = try #require(try Self.expectations())
    #expect(zones.count > 400)
    let wrong = zones.compactMap { Self.difference($0, since: .min) }
    #expect(wrong.isEmpty, "\(wrong)")
  }

  @Test(.enabled(if: hasJudge, "skipped: needs python3 with zoneinfo"))
  func `The comparison finds an offset, a day and a local time that are a minute wrong`() throws {
    let berlin = try #require(try Self.expectations(["Europe/Berlin"])?.first)
    #expect(Self.difference(berlin) == nil)
    var wrong = berlin
    wrong.offsets[wrong.offsets.count / 2].offset += 60
    #expect(Self.difference(wrong) != nil)
    wrong = berlin
    wrong.later[20].offset += 60
    #expect(Self.difference(wrong) != nil)
    wrong = berlin
    wrong.days[20].at += 60
    #expect(Self.difference(wrong) != nil)
    wrong = berlin
    wrong.instants[20].at += 60
    #expect(Self.difference(wrong) != nil)
  }

  /// The first thing in which our zone differs, nil where it does not.
  private static func difference(_ expected: Expectations, since: Int64 = 0) -> String? {
    guard let zone = Zone(expected.zone) else { return "\(expected.zone) is unknown" }
    return difference(zone, expected, since).map { "\(expected.zone): \($0)" }
  }

  private static func difference(
    _ zone: Zone, _ expected: Expectations, _ since: Int64
  ) -> String? {
    var before: Int?
    for (at, offset) in expected.offsets where at > since {
      if zone.offset(at: at) != offset { return "\(zone.offset(at: at)) not \(offset) at \(at)" }
      if let before, zone.offset(at: at - 1) != before { return "changes before \(at)" }
      before = offset
    }
    for (at, offset) in expected.later where zone.offset(at: at) != offset {
      return "later: \(zone.offset(at: at)) not \(offset) at \(at)"
    }
    for (date, hour, minute, at) in expected.instants {
      let found = zone.instant(of: date, hour: hour, minute: minute)
      if found != at { return "\(date) \(hour):\(minute) is \(found) not \(at)" }
    }
    for (date, at) in expected.days where zone.startOfDay(date) != at {
      return "\(date) begins at \(zone.startOfDay(date)) not \(at)"
    }
    return nil
  }

  private static func expectations(_ zones: [String] = []) throws -> [Expectations]? {
    guard let text = try Repository.python("zone_offsets.py", zones) else { return nil }
    var found: [Expectations] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      let values = words.dropFirst()
      switch words[0] {
      case "version": break
      case "zone": found.append(Expectations(zone: String(words[1])))
      case "offsets": found[found.count - 1].offsets = try values.map(offset)
      case "later": found[found.count - 1].later = try values.map(offset)
      case "instants": found[found.count - 1].instants = try values.map(instant)
      case "days":
        found[found.count - 1].days = try values.map {
          let (date, _, _, at) = try instant($0)
          return (date, at)
        }
      default: Issue.record("unexpected line \(line.prefix(40))")
      }
    }
    return found
  }

  private static func offset(_ text: Substring) throws -> (at: Int64, offset: Int) {
    let parts = text.split(separator: ":")
    return (try #require(Int64(parts[0])), try #require(Int(parts[1])))
  }

  /// `2026-03-29T02:30=1774746000` or `2026-03-29=1774746000`.
  private static func instant(
    _ text: Substring
  ) throws -> (date: CivilDate, hour: Int, minute: Int, at: Int64) {
    let numbers = text.split { !$0.isNumber && $0 != "=" }.flatMap { $0.split(separator: "=") }
    let parts = numbers.compactMap { Int($0) }
    let date = CivilDate(year: parts[0], month: parts[1], day: parts[2])
    let isTime = parts.count == 6
    return (date, isTime ? parts[3] : 0, isTime ? parts[4] : 0, Int64(parts[parts.count - 1]))
  }
}
