internal import ByteText
import Languages
import Notifications

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
