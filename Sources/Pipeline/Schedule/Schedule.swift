package import Languages
package import Notifications

/// Who is due. A recipient is when the last occurrence of their hour (and weekday) lies after their
/// last closed slot, so that a host that was down catches up once, and no more.
package struct Schedule: Sendable {
  /// The local hour for those who name none.
  package var hour: Int

  package init(hour: Int) { self.hour = hour }

  /// The slot that a mail at `now` would be for, whatever was delivered before.
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
      return .due(slot: open)
    }
    return .quietHours(
      slot: open, until: quiet.end(after: now, in: zone),
      missed: missedEnd(of: quiet, slots, zone, history, now))
  }

  /// The last end of the quiet hours, where a mail was waiting for it and no run came after it.
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
    // Who wants none would have a slot a day; only what closes it matters.
    case .daily, .never: return Slots(zone: zone, hour: hour)
    case .weekly(let weekday): return Slots(zone: zone, hour: hour, weekday: weekday)
    }
  }
}
