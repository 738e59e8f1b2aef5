internal import ByteText
package import Delivery
package import Languages
package import Notifications

/// Decides who is due: those whose last closed slot is before the latest occurrence of their times
/// on their days. A host that was down catches up once.
package struct Schedule: Sendable {
  /// The rhythm of recipients who set none.
  package var standard: Rhythm

  package init(standard: Rhythm = Rhythm()) { self.standard = standard }

  /// A recipient's days.
  package func frequency(of preferences: Preferences) -> Frequency {
    preferences.rhythm.frequency ?? standard.frequency ?? .daily
  }

  /// The slot of a mail at `now`, whatever was delivered before.
  package func slot(of preferences: Preferences, in zone: Zone, at now: Instant) -> Instant {
    slots(preferences, zone).last(at: now)
  }

  /// The first slot after `now`, or the end of the quiet hours that hold it; nil for recipients who want
  /// no mail. A pause moves it.
  package func next(of preferences: Preferences, in zone: Zone, after now: Instant) -> Instant? {
    if preferences.isUnsubscribed || frequency(of: preferences) == .never { return nil }
    let end = pauseEnd(of: preferences, in: zone).map { $0.adding(microseconds: -1) } ?? now
    let slot = slots(preferences, zone).next(after: max(now, end))
    guard let quiet = preferences.quietHours, quiet.contains(slot, in: zone) else { return slot }
    return quiet.end(after: slot, in: zone)
  }

  /// Decides for one recipient of a stream at `now`.
  package func timing(
    of preferences: Preferences, in zone: Zone, after history: RecipientHistory, now: Instant
  ) -> Timing {
    let slots = slots(preferences, zone)
    let slot = slots.last(at: now)
    let open = history.isOpen(slot) ? slot : nil
    func held(_ outcome: MailOutcome) -> Timing { .held(outcome, slot: open) }
    if preferences.isUnsubscribed { return held(MailOutcome(kind: .unsubscribed)) }
    if frequency(of: preferences) == .never { return held(MailOutcome(kind: .never)) }
    if let end = pauseEnd(of: preferences, in: zone), now < end {
      return held(MailOutcome(kind: .paused, until: end))
    }
    let next = slots.next(after: now)
    guard let open else {
      return held(
        MailOutcome(kind: history.wasHandedOver ? .alreadyHandedOver : .notDue, next: next))
    }
    guard let quiet = preferences.quietHours, quiet.contains(now, in: zone) else {
      let isLate = isLate(open, preferences.quietHours, in: zone, at: now)
      let wasLeft = hasLeft(slots, history, at: now)
      return isLate && !wasLeft && leaves(to: next, preferences.quietHours, in: zone, at: now)
        ? held(MailOutcome(kind: .notDue, next: next)) : .due(slot: open)
    }
    return held(
      MailOutcome(
        kind: .quietHours, until: quiet.end(after: now, in: zone),
        missed: missedEnd(of: quiet, slots, history, in: zone, at: now)))
  }

  /// The key of a mail of urgent notifications at `now`, besides the slots; nil if the recipient
  /// wants none now.
  package func urgentSlot(
    of preferences: Preferences, in zone: Zone, _ timing: Timing, now: Instant
  ) -> Instant? {
    // Held for no other reason than that its hour has not come.
    guard case .held(let outcome, _) = timing, outcome.next != nil,
      (preferences.rhythm.urgency ?? standard.urgency) == .immediately,
      preferences.quietHours?.contains(now, in: zone) != true
    else { return nil }
    return Instant(microseconds: MessageKind.urgent.slot(at: now.microseconds))
  }

  private func pauseEnd(of preferences: Preferences, in zone: Zone) -> Instant? {
    switch preferences.rhythm.pause ?? standard.pause {
    case nil: nil
    case .instant(let end): end
    case .day(let date): Instant(seconds: zone.startOfDay(date))
    }
  }

  /// Whether a slot's mail is late: an hour or more after it, or after the end of the quiet hours
  /// that held it. Runs are hourly, so the run of its own hour never came.
  private func isLate(
    _ slot: Instant, _ quiet: QuietHours?, in zone: Zone, at now: Instant
  ) -> Bool {
    var start = slot
    if let quiet, quiet.contains(slot, in: zone) { start = quiet.end(after: slot, in: zone) }
    return start.adding(seconds: 3600) <= now
  }

  /// Whether a late slot gives way to the next one, which is less than three hours away.
  ///
  /// It does not if quiet hours would hold the next slot too. It does not if the previous run
  /// already left a slot to a run that never came: a job that runs once a day, an hour before the
  /// recipient's time, would put mails off forever.
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
  private func hasLeft(_ slots: Slots, _ history: RecipientHistory, at now: Instant) -> Bool {
    guard let lastRun = history.lastRun.map({ Instant(microseconds: $0) }) else { return false }
    let promised = slots.next(after: lastRun)
    return promised <= now && promised < lastRun.adding(seconds: Self.patience)
      && history.isOpen(promised)
  }

  /// How near, in seconds, the next slot must be for a late one to give way.
  static let patience: Int64 = 3 * 3600

  /// The last end of quiet hours that a mail waited for, if no run came after it.
  private func missedEnd(
    of quiet: QuietHours, _ slots: Slots, _ history: RecipientHistory, in zone: Zone,
    at now: Instant
  ) -> Instant? {
    guard let lastRun = history.lastRun.map({ Instant(microseconds: $0) }),
      let end = quiet.lastEnd(at: now, in: zone),
      lastRun < end, history.isOpen(slots.last(at: end)), slots.last(at: end) <= lastRun
    else { return nil }
    return end
  }

  private func slots(_ preferences: Preferences, _ zone: Zone) -> Slots {
    // Recipients who want no mail have daily slots; only closing them matters.
    Slots(
      zone: zone, times: preferences.rhythm.times ?? standard.times ?? .standard,
      frequency: frequency(of: preferences))
  }
}

/// Whether a run mails a recipient, as far as the clock and their preferences decide.
package enum Timing: Equatable, Sendable {
  /// The decision of the run closes this slot.
  case due(slot: Instant)
  /// There is no mail now. The slot is the one that is open, which outcomes may close; a late one
  /// stays open where the next one is near, as its mail will include everything.
  case held(MailOutcome, slot: Instant?)

  /// The end of the quiet hours that hold a mail; nil if none do.
  var quietEnd: Instant? {
    if case .held(let outcome, _) = self, outcome.kind == .quietHours { outcome.until } else { nil }
  }

  /// The slot that is open; nil if none is.
  var slot: Instant? {
    switch self {
    case .due(let slot): slot
    case .held(_, let slot): slot
    }
  }
}

extension RecipientHistory {
  /// Whether the last decision was a mail.
  fileprivate var wasHandedOver: Bool { decision == Decision.handedOver }

  /// Whether a slot is open: after the last closed one, and after the last delivery, which is later
  /// if a host that was down caught up.
  fileprivate func isOpen(_ slot: Instant) -> Bool {
    let slot = slot.microseconds
    return slot > closedSlot ?? .min && slot > lastDelivery ?? .min && !takenSlots.contains(slot)
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

  /// Looks back to a time.
  init(from: Instant) {
    first = from
    self.from = from
  }

  /// At the first run, looks back one period of the frequency, or `firstDays`; later seven days
  /// before the last delivery, but never beyond the start of the first run.
  package init(
    now: Instant, frequency: Frequency, firstDays: Int? = nil, first: Instant?,
    lastDelivery: Instant?
  ) {
    let span = Int64(min(max(firstDays ?? frequency.period, 0), 1_000_000)) * 86_400
    let remembered = first ?? now.adding(seconds: -span)
    self.first = remembered
    from = lastDelivery.map { max(remembered, $0.adding(seconds: -Self.reach)) } ?? remembered
  }
}

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
