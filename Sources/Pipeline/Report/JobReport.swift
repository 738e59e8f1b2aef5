package import Delivery
package import Digests
package import Notifications

/// What a job did, for whoever answers for it: who got a mail, who did not, and why.
///
/// Words for people (why a record was rejected, why a run was refused) are the command line's.
package struct JobReport: Sendable {
  /// How long a part of the job took.
  package struct Stage: Equatable, Sendable {
    package var name: String
    package var seconds: Double

    package init(name: String, seconds: Double) {
      self.name = name
      self.seconds = seconds
    }
  }

  /// Nothing was written.
  package var isRehearsal: Bool
  package var now: Instant
  package var sources: [SummarySource] = []
  package var rejected: [RejectedRecord] = []
  /// Copies of records, of which each counts once.
  package var duplicates = 0
  /// Entries of the recipients file that could not be taken.
  package var rejectedRecipients: [String] = []
  package var runs: [MailReport] = []
  /// The streams that were stopped before their first message, and why.
  package var refused: [(stream: String, reason: String)] = []
  /// Why the job ended before its work was done; nil where it did not.
  package var failure: String?
  package var warnings: [String] = []
  /// By stream, what its outbox holds: in the order in which the job has them.
  package var queues: [(stream: String, queue: OutboxQueue)] = []
  /// What was done with the folder of pages, and how many digests were written; nil where the job has
  /// none.
  package var pages: InboxReport?
  package var digests: Int?
  package var stages: [Stage] = []

  /// Keeps what the outbox of a stream holds now, in place of what it held before.
  package mutating func set(_ queue: OutboxQueue, of stream: String) {
    if let index = queues.firstIndex(where: { $0.stream == stream }) {
      queues[index].queue = queue
    } else {
      queues.append((stream, queue))
    }
  }

  package init(isRehearsal: Bool, now: Instant) {
    self.isRehearsal = isRehearsal
    self.now = now
  }

  /// Whether the job did what it was asked for.
  package var isSuccess: Bool { failure == nil && refused.isEmpty }

  /// Whether somebody should look: a record, an entry or a recipient failed.
  package var hasFailures: Bool {
    !rejectedRecipients.isEmpty || runs.contains(where: \.hasFailures)
      || sources.contains { $0.rejected > 0 }
  }
}
