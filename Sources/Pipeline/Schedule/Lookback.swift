package import Notifications

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
