package import Delivery
package import Notifications
package import Rendering

/// A series of mails: who sends them, what they contain, when they are due and where they go.
package struct StreamConfiguration: Sendable {
  package var stream: MailStream
  /// The outbox folder; each stream has its own.
  package var outbox: String
  package var options: Options

  package struct Options: Equatable, Sendable {
    package var form = OutboxFormat.maildir
    /// The ledger's path; nil if it is in the outbox.
    package var ledger: String?
    package var theme = "default"
    /// The local hour for recipients who set none, 0 to 23.
    package var hour = 7
    /// The days that a recipient's first mail looks back; nil for one period of their frequency.
    package var firstDays: Int?
    /// Keys or labels of the only types to mail; empty for all.
    package var types: [String] = []
    /// The only priorities to mail; empty for all.
    package var priorities: Set<Priority> = []
    package var sendsEmpty = false
    /// Whether to sync to the disk, so that a power failure loses nothing.
    package var syncs = true
    /// The most messages per run.
    package var maximumMessages: Int?
    /// The maximum age of the newest record, in seconds.
    package var maximumAge: Int64?
    /// How far the current time may be after both the newest record and the last run, in seconds.
    package var maximumAhead = Brakes.standardAhead
  }
}
