package import Notifications

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
