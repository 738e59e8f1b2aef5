internal import ByteText
internal import Languages
package import Notifications

/// The times at which a recipient's mail is due: times of their clock on some days.
///
/// Each time has one slot on each of its days. If the clock skips the time, the slot is the first
/// instant after the gap. If the clock shows it twice, the slot is the first of the two.
package struct Slots: Sendable {
  let zone: Zone
  let times: DayTimes
  var frequency = Frequency.daily

  /// Every rhythm has a day within this many: a month, and a day for clocks that change.
  private static let reach = 33

  /// The last slot not after `now`.
  package func last(at now: Instant) -> Instant {
    let today = zone.civil(at: now.seconds).date
    // Starts tomorrow: a clock set back over midnight shows a day again after the next has begun.
    for days in stride(from: 1, through: -Self.reach, by: -1) {
      let date = today.adding(days: days)
      guard frequency.includes(date) else { continue }
      for minute in times.minutes.reversed() {
        let slot = slot(on: date, minute)
        if slot <= now { return slot }
      }
    }
    // Not reached: every rhythm has a day in the reach.
    return Instant(seconds: now.seconds)
  }

  /// The first slot after `now`.
  package func next(after now: Instant) -> Instant {
    let today = zone.civil(at: now.seconds).date
    for days in -1...Self.reach {
      let date = today.adding(days: days)
      guard frequency.includes(date) else { continue }
      for minute in times.minutes {
        let slot = slot(on: date, minute)
        if slot > now { return slot }
      }
    }
    return now.adding(seconds: 86_400)
  }

  private func slot(on date: CivilDate, _ minute: Int) -> Instant {
    Instant(seconds: zone.instant(of: date, hour: minute / 60, minute: minute % 60))
  }
}
