package import Delivery
package import Digests
package import Notifications

/// What a job did: who got a mail, who did not, and why.
///
/// The command line makes the sentences, such as why a record was rejected or a run refused.
package struct JobReport: Sendable {
  /// The duration of a stage.
  package struct Stage: Equatable, Sendable {
    package var name: String
    package var seconds: Double

    package init(name: String, seconds: Double) {
      self.name = name
      self.seconds = seconds
    }
  }

  /// Whether nothing was written.
  package var isRehearsal: Bool
  package var now: Instant
  package var sources: [SummarySource] = []
  package var rejected: [RejectedRecord] = []
  /// Copies of records; only one of each counts.
  package var duplicates = 0
  /// Rejected entries of the recipients file.
  package var rejectedRecipients: [String] = []
  package var runs: [MailReport] = []
  /// The streams that were stopped before their first message, and why.
  package var refused: [(stream: String, reason: String)] = []
  /// Why the job ended early; nil if it did not.
  package var failure: String?
  package var warnings: [String] = []
  /// The outbox of each stream, in the job's order.
  package var queues: [(stream: String, queue: OutboxQueue)] = []
  /// The results for pages and digests; nil if the job has none.
  package var pages: InboxReport?
  package var digests: Int?
  package var stages: [Stage] = []

  /// Sets what a stream's outbox contains now.
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

  /// Whether the job did what it was asked to do.
  package var isSuccess: Bool { failure == nil && refused.isEmpty }

  /// Whether a record, an entry or a recipient failed.
  package var hasFailures: Bool {
    !rejectedRecipients.isEmpty || runs.contains(where: \.hasFailures)
      || sources.contains { $0.rejected > 0 }
  }
}
