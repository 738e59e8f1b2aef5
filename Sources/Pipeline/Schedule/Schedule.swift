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
      let next = slots.next(after: now)
      let wasLeft = hasLeft(slots, history, now)
      return !wasLeft && leaves(to: next, preferences.quietHours, zone, now)
        ? .left(to: next) : .due(slot: open)
    }
    return .quietHours(
      slot: open, until: quiet.end(after: now, in: zone),
      missed: missedEnd(of: quiet, slots, zone, history, now))
  }

  /// Whether a late slot is left to the next one: less than three hours remain until then.
  ///
  /// What is left must come: not where quiet hours would hold the next one as well, nor where the run
  /// before this one may have left a slot to the one after it and no run came for that, as with a job
  /// that runs every day or every other day, an hour before the recipient's own.
  private func leaves(
    to next: Instant, _ quiet: QuietHours?, _ zone: Zone, _ now: Instant
  ) -> Bool {
    guard next < now.adding(seconds: Self.patience) else { return false }
    // Runs come every hour: one of these minutes is the next run's.
    return quiet.map { quiet in
      !(0..<60).contains { quiet.contains(next.adding(seconds: $0 * 60), in: zone) }
    } ?? true
  }

  /// Whether the last run came so shortly before a slot that it may have left a mail to it, and that
  /// slot has come and is open still.
  private func hasLeft(_ slots: Slots, _ history: MailHistory, _ now: Instant) -> Bool {
    guard let lastRun = history.lastRun else { return false }
    let promised = slots.next(after: lastRun)
    return promised <= now && promised < lastRun.adding(seconds: Self.patience)
      && history.isOpen(promised)
  }

  /// A late slot is left to the next one where less than so many seconds remain until then.
  static let patience: Int64 = 3 * 3600

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
