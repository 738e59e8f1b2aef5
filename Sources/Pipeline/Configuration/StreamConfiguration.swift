package import Delivery
package import Notifications
package import Rendering

/// A series of mails: who sends them, what they hold, when they are due, and where they go.
package struct StreamConfiguration: Sendable {
  package var stream: MailStream
  /// The folder; each stream has one of its own.
  package var outbox: String
  package var options: Options

  package struct Options: Equatable, Sendable {
    package var form = OutboxFormat.maildir
    /// Where the ledger is; nil: in the outbox.
    package var ledger: String?
    package var theme = "default"
    /// The local hour for those who name none, 0 to 23.
    package var hour = 7
    /// How many days the first mail to a recipient looks back; nil is one period of their frequency.
    package var firstDays: Int?
    /// Keys or labels of the only types that the mails hold; empty: all.
    package var types: [String] = []
    /// The only priorities that the mails hold; empty: all.
    package var priorities: Set<Priority> = []
    package var sendsEmpty = false
    /// Waits for the disk, so that a power failure loses nothing.
    package var syncs = true
    /// The most messages of a run.
    package var maximumMessages: Int?
    /// Seconds: how old the newest record of the exports may be.
    package var maximumAge: Int64?
    /// Seconds: how far after the newest record and the last run the present may be.
    package var maximumAhead = Brakes.standardAhead
  }
}
