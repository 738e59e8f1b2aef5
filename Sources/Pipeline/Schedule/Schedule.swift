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
      let wasLeft = hasLeft(slots, history, now)
      return !wasLeft && leaves(to: next, preferences.quietHours, zone, now)
        ? .left(to: next) : .due(slot: open)
    }
    return .quietHours(
      slot: open, until: quiet.end(after: now, in: zone),
      missed: missedEnd(of: quiet, slots, zone, history, now))
  }

  /// Whether a late slot gives way to the next one, which is less than three hours away.
  ///
  /// A slot gives way only if the next one is sure to come: not if quiet hours would hold it too,
  /// and not if the previous run already left a slot to a run that never came, as with a job that
  /// runs every day or every other day, an hour before the recipient's own.
  private func leaves(
    to next: Instant, _ quiet: QuietHours?, _ zone: Zone, _ now: Instant
  ) -> Bool {
    guard next < now.adding(seconds: Self.patience) else { return false }
    // Runs are hourly, so the next one is in one of these minutes.
    return quiet.map { quiet in
      !(0..<60).contains { quiet.contains(next.adding(seconds: $0 * 60), in: zone) }
    } ?? true
  }

  /// Whether the last run may have left a mail to a slot that has come since and is still open.
  private func hasLeft(_ slots: Slots, _ history: MailHistory, _ now: Instant) -> Bool {
    guard let lastRun = history.lastRun else { return false }
    let promised = slots.next(after: lastRun)
    return promised <= now && promised < lastRun.adding(seconds: Self.patience)
      && history.isOpen(promised)
  }

  /// How near, in seconds, the next slot must be for a late one to give way.
  static let patience: Int64 = 3 * 3600

  /// The last end of quiet hours that a mail waited for, if no run came after it.
  private func missedEnd(
    of quiet: QuietHours, _ slots: Slots, _ zone: Zone, _ history: MailHistory, _ now: Instant
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
