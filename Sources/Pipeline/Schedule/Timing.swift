package import Notifications

/// Whether a run mails a recipient, as far as the clock and their preferences decide it.
package enum Timing: Equatable, Sendable {
  /// What the run decides closes this slot.
  case due(slot: Instant)
  /// The last slot is closed.
  case notDue(next: Instant)
  /// A slot is open, but late, and the next one is near: its mail holds what this one would.
  case left(to: Instant)
  /// Due, but held; the slot stays open. `missed` is an end of quiet hours after which a run should
  /// have come that did not, so that the mail waited in vain.
  case quietHours(slot: Instant, until: Instant, missed: Instant?)
  /// They want no mail; closes the slot, where one is open, so that a change of mind takes effect
  /// with the next.
  case never(closing: Instant?)
  case unsubscribed(closing: Instant?)
}

/// What is known of a recipient's earlier mail.
package struct MailHistory: Equatable, Sendable {
  /// The last slot that a decision closed.
  package var closedSlot: Instant?
  /// The `now` of the run that last delivered to them.
  package var lastDelivery: Instant?
  /// The `now` of the stream's run before this one.
  package var lastRun: Instant?
  /// Slots after the last closed one whose messages a sender has taken: a clock that was ahead made
  /// them, and its runs were undone.
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

  /// Whether a slot is open: after the last one closed, and after the last delivery, which lies later
  /// where a host that was down caught up.
  func isOpen(_ slot: Instant) -> Bool {
    closedSlot.map { slot > $0 } ?? true && lastDelivery.map { slot > $0 } ?? true
      && !takenSlots.contains(slot)
  }
}
