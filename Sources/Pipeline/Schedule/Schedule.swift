import ByteText
package import Languages
package import Notifications

/// Decides who is due: those whose last closed slot is before the latest occurrence of their hour
/// (and weekday). A host that was down catches up once.
package struct Schedule: Sendable {
  /// The local hour for recipients who set none.
  package var hour: Int

  package init(hour: Int) { self.hour = hour }

  /// The slot of a mail at `now`, whatever was delivered before.
  package func slot(of preferences: Preferences, in zone: Zone, at now: Instant) -> Instant {
    slots(preferences, zone).last(at: now)
  }

  /// Decides for one recipient of a stream at `now`.
  package func timing(
    of preferences: Preferences, in zone: Zone, after history: MailHistory, now: Instant
  ) -> Timing {
    let slots = slots(preferences, zone)
    let slot = slots.last(at: now)
    let open = history.isOpen(slot) ? slot : nil
    if preferences.isUnsubscribed { return .unsubscribed(closing: open) }
    if preferences.frequency == .never { return .never(closing: open) }
    guard let open else { return .notDue(next: slots.next(after: now)) }
    guard let quiet = preferences.quietHours, quiet.contains(now, in: zone) else {
      let next = slots.next(after: now)
      let wasLeft = hasLeft(slots, history, at: now)
      return !wasLeft && leaves(to: next, preferences.quietHours, in: zone, at: now)
        ? .left(to: next) : .due(slot: open)
    }
    return .quietHours(
      slot: open, until: quiet.end(after: now, in: zone),
      missed: missedEnd(of: quiet, slots, history, in: zone, at: now))
  }

  /// Whether a late slot gives way to the next one, which is less than three hours away.
  ///
  /// A slot gives way only if the next one is sure to come: not if quiet hours would hold it too,
  /// and not if the previous run already left a slot to a run that never came, as with a job that
  /// runs every day or every other day, an hour before the recipient's own.
  private func leaves(
    to next: Instant, _ quiet: QuietHours?, in zone: Zone, at now: Instant
  ) -> Bool {
    guard next < now.adding(seconds: Self.patience) else { return false }
    // Runs are hourly, so the next one is in one of these minutes.
    return quiet.map { quiet in
      !(0..<60).contains { quiet.contains(next.adding(seconds: $0 * 60), in: zone) }
    } ?? true
  }

  /// Whether the last run may have left a mail to a slot that has come since and is still open.
  private func hasLeft(_ slots: Slots, _ history: MailHistory, at now: Instant) -> Bool {
    guard let lastRun = history.lastRun else { return false }
    let promised = slots.next(after: lastRun)
    return promised <= now && promised < lastRun.adding(seconds: Self.patience)
      && history.isOpen(promised)
  }

  /// How near, in seconds, the next slot must be for a late one to give way.
  static let patience: Int64 = 3 * 3600

  /// The last end of quiet hours that a mail waited for, if no run came after it.
  private func missedEnd(
    of quiet: QuietHours, _ slots: Slots, _ history: MailHistory, in zone: Zone,
    at now: Instant
  ) -> Instant? {
    guard let lastRun = history.lastRun, let end = quiet.lastEnd(at: now, in: zone),
      lastRun < end, history.isOpen(slots.last(at: end)), slots.last(at: end) <= lastRun
    else { return nil }
    return end
  }

  private func slots(_ preferences: Preferences, _ zone: Zone) -> Slots {
    let hour = min(max(preferences.hour ?? self.hour, 0), 23)
    switch preferences.frequency {
    // Recipients who want no mail have daily slots; only closing them matters.
    case .daily, .never: return Slots(zone: zone, hour: hour)
    case .weekly(let weekday): return Slots(zone: zone, hour: hour, weekday: weekday)
    }
  }
}

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

/// Whether a run mails a recipient, as far as the clock and their preferences decide.
package enum Timing: Equatable, Sendable {
  /// The decision of the run closes this slot.
  case due(slot: Instant)
  /// The last slot is closed.
  case notDue(next: Instant)
  /// A late slot is open, but the next one is near and its mail will include everything.
  case left(to: Instant)
  /// Due, but held; the slot stays open. `missed` is an earlier end of quiet hours that a mail
  /// waited for, with no run after it.
  case quietHours(slot: Instant, until: Instant, missed: Instant?)
  /// They want no mail. An open slot is closed, so that a change takes effect with the next one.
  case never(closing: Instant?)
  case unsubscribed(closing: Instant?)
}

/// A recipient's earlier mail.
package struct MailHistory: Equatable, Sendable {
  /// The last slot that a decision closed.
  package var closedSlot: Instant?
  /// The time of the run that last delivered to them.
  package var lastDelivery: Instant?
  /// The time of the stream's previous run.
  package var lastRun: Instant?
  /// Slots after the last closed one whose messages a sender has taken. They come from runs with a
  /// clock ahead, which were undone.
  package var takenSlots: Set<Instant>

  package init(
    closedSlot: Instant? = nil, lastDelivery: Instant? = nil, lastRun: Instant? = nil,
    takenSlots: Set<Instant> = []
  ) {
    self.closedSlot = closedSlot
    self.lastDelivery = lastDelivery
    self.lastRun = lastRun
    self.takenSlots = takenSlots
  }

  /// Whether a slot is open: after the last closed one, and after the last delivery, which is later
  /// if a host that was down caught up.
  func isOpen(_ slot: Instant) -> Bool {
    closedSlot.map { slot > $0 } ?? true && lastDelivery.map { slot > $0 } ?? true
      && !takenSlots.contains(slot)
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

/// How far back a recipient's mail looks; older notifications are left out even if never mailed.
package struct Lookback: Equatable, Sendable {
  /// The start that their first run chose, to be remembered.
  package let first: Instant
  /// The time of the oldest notification that this mail may include.
  package let from: Instant

  /// How far before the last delivery a mail looks, in seconds, to include rows that became visible
  /// late and rejects that were corrected.
  package static let reach: Int64 = 7 * 86_400

  /// At the first run, looks back one period of the frequency, or `firstDays`; later seven days
  /// before the last delivery, but never beyond the start of the first run.
  package init(
    now: Instant, frequency: Frequency, firstDays: Int? = nil, first: Instant?,
    lastDelivery: Instant?
  ) {
    let period: Int64
    switch frequency {
    case .daily, .never: period = 86_400
    case .weekly: period = 7 * 86_400
    }
    let span = firstDays.map { Int64(min(max($0, 0), 1_000_000)) * 86_400 } ?? period
    let remembered = first ?? now.adding(seconds: -span)
    self.first = remembered
    from = lastDelivery.map { max(remembered, $0.adding(seconds: -Self.reach)) } ?? remembered
  }
}
