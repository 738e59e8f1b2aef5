package import Languages
package import Notifications

/// The times at which a recipient's mail is due: an hour of their clock, daily or on one weekday.
///
/// An hour that does not exist on a day counts as the first instant after the gap, and of an hour
/// that occurs twice the first counts, so each day has one slot.
package struct Slots: Sendable {
  private let zone: Zone
  private let hour: Int
  private let weekday: Weekday?

  /// `hour` is 0 to 23; without a weekday, every day counts.
  package init(zone: Zone, hour: Int, weekday: Weekday? = nil) {
    self.zone = zone
    self.hour = hour
    self.weekday = weekday
  }

  /// The last slot not after `now`.
  package func last(at now: Instant) -> Instant {
    let today = zone.civil(at: now.seconds).date
    // Starts tomorrow: a clock set back over midnight shows a day again after the next has begun.
    for days in stride(from: 1, through: -8, by: -1) {
      if let slot = slot(on: today.adding(days: days)), slot <= now { return slot }
    }
    // Not reached: ten days in a row include every weekday.
    return Instant(seconds: now.seconds)
  }

  /// The first slot after `now`.
  package func next(after now: Instant) -> Instant {
    let today = zone.civil(at: now.seconds).date
    for days in -1...9 {
      if let slot = slot(on: today.adding(days: days)), slot > now { return slot }
    }
    return now.adding(seconds: 86_400)
  }

  private func slot(on date: CivilDate) -> Instant? {
    if let weekday, date.weekday != weekday.rawValue { return nil }
    return Instant(seconds: zone.instant(of: date, hour: hour, minute: 0))
  }
}
