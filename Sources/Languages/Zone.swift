package import ByteText
import Synchronization
package import YAML

/// A time zone of the IANA database with a table of its offsets.
package struct Zone: Sendable, Hashable {
  /// The identifier as given: `America/New_York`.
  package let identifier: String
  let table: ZoneTable

  /// Nil if the IANA database has no such identifier; it has neither `PST` nor `GMT+5`.
  package init?(_ identifier: String) {
    guard let table = ZoneTable(identifier) else { return nil }
    (self.identifier, self.table) = (identifier, table)
  }

  /// The zones to suggest for a misspelled one.
  package static var knownIdentifiers: [String] { ZoneList.bundled.identifiers }

  /// The identifier that a misspelled one was probably meant to be; nil if none is near.
  package static func nearest(to identifier: String) -> String? {
    NearestName.of(identifier, among: knownIdentifiers)
  }

  private init() { (identifier, table) = ("UTC", .utc) }

  package static let utc = Zone()

  package static func == (left: Zone, right: Zone) -> Bool {
    left.identifier.utf8.elementsEqual(right.identifier.utf8)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  /// Seconds east of UTC at a time in seconds since 1970.
  package func offset(at seconds: Int64) -> Int { table.segment(at: seconds).offset }

  /// The English name of the zone's time: `EST`, `CET`, or `GMT+3` if there is none.
  package func abbreviation(at seconds: Int64) -> String {
    table.names[table.segment(at: seconds).name]
  }

  /// The time on a clock in the zone.
  package func civil(at seconds: Int64) -> CivilDateTime {
    let offset = Int64(offset(at: seconds))
    let (clock, overflow) = seconds.addingReportingOverflow(offset)
    return CivilDateTime(clock: overflow ? seconds : clock)
  }

  /// The first instant of a day, even if it has no midnight; for a day that the zone skipped, the
  /// start of the next one.
  package func startOfDay(_ date: CivilDate) -> Int64 { instant(of: date, hour: 0, minute: 0) }

  /// The instant at which a clock in the zone shows a time: the first of two, or the end of the gap
  /// if it never does.
  package func instant(of date: CivilDate, hour: Int, minute: Int) -> Int64 {
    func clamped(_ part: Int) -> Int64 { Int64(min(max(part, -1_000_000), 1_000_000)) }
    let midnight = Int64(date.dayNumber) * 86_400
    return table.instant(clock: midnight.addingClamped(clamped(hour) * 3600 + clamped(minute) * 60))
  }
}

extension YAMLNode {
  /// The zone that the text names.
  package func zone() throws(Fault) -> Zone {
    let text = try text()
    guard let zone = Zone(text) else {
      let nearest = Zone.nearest(to: text)
      let example = nearest == nil ? " such as Europe/Berlin" : ""
      throw malformed(
        text, expected: "a time zone of the IANA database" + example, nearest: nearest)
    }
    return zone
  }
}

/// The zones of a run, each made once.
package final class Zones: Sendable {
  private let made: Mutex<[String: Zone?]> = Mutex([:])
  /// Limits the cache for nonexistent identifiers that strangers choose.
  private static let mostKept = 4096

  package init() {}

  /// The zone of an IANA identifier; nil if there is none.
  package func zone(_ identifier: String) -> Zone? {
    if let known = made.withLock({ $0[identifier] }) { return known }
    let zone = Zone(identifier)
    made.withLock { if $0.count < Self.mostKept { $0[identifier] = .some(zone) } }
    return zone
  }
}

/// The offsets of a zone until 2200. Later years repeat an earlier one with the same
/// weekdays.
final class ZoneTable: Sendable {
  struct Segment: Sendable {
    /// Seconds since 1970; the first segment has no start.
    var start: Int64
    var offset: Int
    /// An index into `names`.
    var name: Int
  }

  let segments: [Segment]
  let names: [String]

  static let utc = ZoneTable(segments: [Segment(start: .min, offset: 0, name: 0)], names: ["UTC"])

  private init(segments: [Segment], names: [String]) {
    (self.segments, self.names) = (segments, names)
  }

  /// 2200-01-01.
  static let end = Int64(CivilDate(year: 2200, month: 1, day: 1).dayNumber) * 86_400

  convenience init?(_ identifier: String) {
    guard let (rules, known) = ZoneList.bundled.zone(identifier) else { return nil }
    var names = known
    var segments: [Segment] = []
    for period in rules.periods {
      let name = names.index(offset: period.offset, isDaylight: period.isDaylight)
      if segments.last?.offset == period.offset, segments.last?.name == name { continue }
      segments.append(Segment(start: period.start, offset: period.offset, name: name))
    }
    self.init(segments: segments, names: names.names)
  }

  func segment(at seconds: Int64) -> Segment {
    segments[index(at: seconds < Self.end ? seconds : Self.earlier(seconds))]
  }

  /// The last segment that has begun.
  private func index(at seconds: Int64) -> Int {
    max(segments.indices.partition { segments[$0].start <= seconds } - 1, 0)
  }

  /// The instant at which a clock in the zone shows `clock` seconds since its own 1970: the first
  /// of several, or the end of the gap if there is none.
  func instant(clock: Int64) -> Int64 {
    guard clock < Self.end else {
      let shifted = Self.earlier(clock)
      return instantInTable(clock: shifted).addingClamped(clock - shifted)
    }
    return instantInTable(clock: clock)
  }

  private func instantInTable(clock: Int64) -> Int64 {
    // No offset reaches two days, so this segment begins before the clock's time.
    var index = index(at: clock.addingClamped(-2 * 86_400))
    while index < segments.count {
      let segment = segments[index]
      let instant = clock.addingClamped(-Int64(segment.offset))
      // The clock skipped this time when the segment began.
      if instant < segment.start { return segment.start }
      if index + 1 == segments.count || instant < segments[index + 1].start { return instant }
      index += 1
    }
    return clock
  }

  /// The same time in a year from 2104 to 2131 with the same calendar. These 28 years contain every
  /// kind of year, and no zone's rules change in them.
  private static func earlier(_ seconds: Int64) -> Int64 {
    let date = CivilDateTime(clock: seconds).date
    let year = date.year
    let newYear = CivilDate(year: year, month: 1, day: 1)
    let days = CivilDate(year: year + 1, month: 1, day: 1).dayNumber - newYear.dayNumber
    for candidate in 2104...2131 {
      let start = CivilDate(year: candidate, month: 1, day: 1)
      let next = CivilDate(year: candidate + 1, month: 1, day: 1)
      if start.weekday == newYear.weekday, next.dayNumber - start.dayNumber == days {
        return seconds - Int64(newYear.dayNumber - start.dayNumber) * 86_400
      }
    }
    return seconds
  }
}

extension Int64 {
  func addingClamped(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
