import Foundation

/// A time zone of the IANA database, with its offsets in a table: Foundation is asked when the value
/// is made, and never again.
package struct Zone: Sendable, Hashable {
  /// The identifier as it was given: `America/New_York`.
  package let identifier: String
  let table: ZoneTable

  /// Nil where the IANA database has no such identifier; `PST` and `GMT+5` are none.
  package init?(_ identifier: String) {
    guard let table = ZoneTable(identifier) else { return nil }
    self.identifier = identifier
    self.table = table
  }

  /// The zones that a person may mean.
  package static var knownIdentifiers: [String] { TimeZone.knownTimeZoneIdentifiers }

  private init(utc identifier: String) {
    self.identifier = identifier
    table = .utc
  }

  package static let utc = Zone(utc: "UTC")

  package static func == (left: Zone, right: Zone) -> Bool {
    left.identifier.utf8.elementsEqual(right.identifier.utf8)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  /// Seconds east of UTC at a time in seconds since 1970.
  package func offset(at seconds: Int64) -> Int { table.segment(at: seconds).offset }

  /// What people call the zone's time then: `EST`, `CET`, or `GMT+3` where English has no name.
  package func abbreviation(at seconds: Int64) -> String {
    table.names[table.segment(at: seconds).name]
  }

  /// What a clock in the zone shows.
  package func civil(at seconds: Int64) -> CivilDateTime {
    let offset = Int64(offset(at: seconds))
    let (clock, overflow) = seconds.addingReportingOverflow(offset)
    return CivilDateTime(clock: overflow ? seconds : clock)
  }

  /// The first instant of a civil day, also where its midnight does not exist; of a day that the zone
  /// left out, the instant at which the next one began.
  package func startOfDay(_ date: CivilDate) -> Int64 { instant(of: date, hour: 0, minute: 0) }

  /// When a clock in the zone shows this time: the first instant after the gap where it never does,
  /// the first of two where it does twice.
  package func instant(of date: CivilDate, hour: Int, minute: Int) -> Int64 {
    func clamped(_ part: Int) -> Int64 { Int64(min(max(part, -1_000_000), 1_000_000)) }
    let midnight = Int64(date.dayNumber) * 86_400
    return table.instant(
      clock: midnight.addingClamped(clamped(hour) * 3600 + clamped(minute) * 60))
  }
}
