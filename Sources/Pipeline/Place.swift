package import ByteText
package import Digests
package import Languages
package import Notifications

/// The reader's time, zone and language.
package struct Place: Sendable {
  package var now: Instant
  package var zone: Zone
  package var words: Localization

  package init(now: Instant, zone: Zone, words: Localization) {
    self.now = now
    self.zone = zone
    self.words = words
  }

  /// The civil day of `now` in the zone.
  package var today: CivilDate { zone.civil(at: now.seconds).date }

  /// The start of yesterday, today and tomorrow in the zone.
  package var days: DayBoundaries {
    DayBoundaries(
      startOfYesterday: start(of: today.adding(days: -1)), startOfToday: start(of: today),
      startOfTomorrow: start(of: today.adding(days: 1)))
  }

  /// The first instant of a civil day in the zone.
  package func start(of date: CivilDate) -> Instant {
    Instant(seconds: zone.startOfDay(date))
  }

  /// The civil day of an instant in the zone, in days since 1970-01-01.
  package func dayNumber(of instant: Instant) -> Int32 {
    Int32(clamping: zone.civil(at: instant.seconds).date.dayNumber)
  }
}
