internal import ByteText
package import Languages
package import Notifications

/// The times at which a recipient's mail is due: times of their clock on some days.
///
/// A time that does not exist on a day counts as the first instant after the gap, and of a time that
/// occurs twice the first counts, so each has one slot on each of its days.
package struct Slots: Sendable {
  private let zone: Zone
  private let times: DayTimes
  private let frequency: Frequency

  package init(zone: Zone, times: DayTimes, frequency: Frequency = .daily) {
    self.zone = zone
    self.times = times
    self.frequency = frequency
  }

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

extension QuietHours {
  /// Whether `zone`'s clock shows a minute of the quiet hours.
  func contains(_ instant: Instant, in zone: Zone) -> Bool {
    contains(minute: zone.civil(at: instant.seconds).secondOfDay / 60)
  }

  /// The first instant after `now`, a quiet one, that is not quiet.
  func end(after now: Instant, in zone: Zone) -> Instant {
    let clock = zone.civil(at: now.seconds).secondOfDay
    let left = (end * 60 - clock + 86_400) % 86_400
    let expected = now.seconds + Int64(left)
    if zone.offset(at: now.seconds) == zone.offset(at: expected) {
      return Instant(seconds: expected)
    }
    // The clock changes in between and may pass the end twice or never, so every minute is checked.
    // This happens on two nights a year.
    let minute = now.seconds - Int64(clock % 60)
    for step in 1...(2 * 1440) {
      let instant = Instant(seconds: minute + Int64(step) * 60)
      if !contains(instant, in: zone) { return instant }
    }
    return Instant(seconds: expected)
  }

  /// The last time, not after `now`, that the clock showed the end of the quiet hours.
  func lastEnd(at now: Instant, in zone: Zone) -> Instant? {
    let today = zone.civil(at: now.seconds).date
    for days in stride(from: 1, through: -2, by: -1) {
      let instant = zone.instant(of: today.adding(days: days), hour: end / 60, minute: end % 60)
      if instant <= now.seconds { return Instant(seconds: instant) }
    }
    return nil
  }
}
