package import Notifications

/// Where the civil days around now begin in the recipient's zone.
///
/// Made by the caller from a calendar: a day has 23 or 25 hours where clocks change, so none of them
/// can be had from another by adding hours.
package struct DayBoundaries: Equatable, Sendable {
  package var startOfYesterday: Instant
  package var startOfToday: Instant
  /// Until then the same notifications make the same sections.
  package var startOfTomorrow: Instant

  package init(startOfYesterday: Instant, startOfToday: Instant, startOfTomorrow: Instant) {
    self.startOfYesterday = startOfYesterday
    self.startOfToday = startOfToday
    self.startOfTomorrow = startOfTomorrow
  }

  /// The section of a time; what a skewed clock dates after midnight is today's.
  package func day(of time: Instant) -> Day {
    if time >= startOfToday { return .today }
    return time >= startOfYesterday ? .yesterday : .earlier
  }
}
