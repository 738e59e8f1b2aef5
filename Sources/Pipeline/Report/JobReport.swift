package import ByteText
package import Delivery
package import Digests
import Languages
package import Notifications
package import Rendering

/// What a job did: who got a mail, who did not, and why.
///
/// The command line makes the sentences, such as why a record was rejected or a run refused.
package struct JobReport: Sendable {
  /// Whether nothing was written.
  package var isDryRun: Bool
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
  /// The results for pages, feeds and digests; nil if the job has none.
  package var pages: PersonFolderReport?
  package var feeds: PersonFolderReport?
  package var digests: Int?
  /// How long each stage took.
  package var stages: [(name: String, seconds: Double)] = []

  /// Sets what a stream's outbox contains now.
  package mutating func set(_ queue: OutboxQueue, of stream: String) {
    if let index = queues.firstIndex(where: { $0.stream == stream }) {
      queues[index].queue = queue
    } else {
      queues.append((stream, queue))
    }
  }

  package init(isDryRun: Bool, now: Instant) {
    (self.isDryRun, self.now) = (isDryRun, now)
  }

  /// Whether the job did what it was asked to do.
  package var isSuccess: Bool { failure == nil && refused.isEmpty }

  /// Whether a record, an entry or a recipient failed.
  package var hasFailures: Bool {
    !rejectedRecipients.isEmpty || runs.contains(where: \.hasFailures)
      || sources.contains { $0.rejected > 0 }
  }

  /// The result of the job for a terminal, one page per run.
  package var overviews: [TerminalOverview] { runs.map(overview) }

  private func overview(_ run: MailReport) -> TerminalOverview {
    var facts = [run.stream, run.now.timestamp]
    if isDryRun { facts.append("dry run: nothing is written") }
    if run.isResumed { facts.append("completes an interrupted run") }
    facts.append(run.notifications.counted("notification"))
    let failures = run.decisions.count { $0.outcome.kind == .failed }
    return TerminalOverview(
      title: "Mail", facts: facts, alarm: failures > 0 ? "\(failures) failed" : nil,
      rows: run.counts.map { name, count in
        TerminalBarRow(label: label(name), value: count, color: Self.color(name))
      },
      sections: [
        (
          "In the outbox",
          queues.filter { $0.stream == run.stream }
            .flatMap { $0.queue.sentences(showsAge: false) }
        ),
        (
          "Not mailed",
          run.leftOut.rules.map {
            "\(Language.english.numbers.formatted($0.notifications)) \($0.rule.name)"
          }
        ),
      ])
  }

  /// What someone should look at, one line each: unreadable records, unreachable recipients.
  package var problems: [String] {
    let known = Set(rejectedRecipients)
    return rejectedRecipients + rejected.map(\.sentence)
      + runs.flatMap { problems($0, besides: known) }
  }

  private func problems(_ run: MailReport, besides known: Set<String>) -> [String] {
    let inputs =
      run.hasOtherInputs
      ? ["\(run.stream): the inputs differ from those of the interrupted run"] : []
    let senders = run.sendersNeedingSMTPUTF8.map {
      "\(run.stream): the sender's address \($0) needs servers that support SMTPUTF8 (RFC 6531)"
    }
    return inputs + senders + run.decisions.compactMap { problem($0, besides: known) }
  }

  private func problem(_ decision: MailDecision, besides known: Set<String>) -> String? {
    if let fault = decision.outcome.fault {
      // A rejected entry itself is listed above.
      let isFailed = decision.outcome.kind == .failed
      if isFailed, known.contains(fault) { return nil }
      return "\(decision.recipient): \(fault)\(isFailed ? "" : " is not an address")"
    }
    if decision.needsSMTPUTF8 {
      return "\(decision.recipient): their address needs a server that supports SMTPUTF8 (RFC 6531)"
    }
    return decision.outcome.missed.map {
      "\(decision.recipient): no run came after their quiet hours ended at \($0.timestamp); "
        + "run every hour"
    }
  }

  /// A dry run hands nothing over; earlier mails were handed over.
  private func label(_ outcome: String) -> String {
    isDryRun && outcome == "handed over" ? "would be handed over" : outcome
  }

  private static func color(_ outcome: String) -> TypeColor {
    switch outcome {
    case "handed over": .green
    case "failed", "bad address": .red
    default: .gray
    }
  }
}

extension OutboxQueue {
  /// What is waiting and what was refused, one sentence each.
  ///
  /// - Parameter showsAge: whether to add the age of the oldest mail, which comes from the
  ///   machine's clock, not from `--now`.
  package func sentences(showsAge: Bool) -> [String] {
    var sentences: [String] = []
    if waiting > 0 {
      let oldest = showsAge ? oldest : nil
      let since = oldest.map { ", the oldest since \(Instant(seconds: $0).timestamp)" } ?? ""
      sentences.append("\(Self.mails(waiting, one: "waits", many: "wait")) for a sender\(since)")
    }
    if refused > 0 {
      sentences.append(
        "\(Self.mails(refused, one: "was", many: "were")) refused by the mail server")
    }
    if expired > 0 {
      sentences.append("\(Self.mails(expired, one: "was", many: "were")) too old to be sent")
    }
    return sentences
  }

  private static func mails(_ count: Int, one: String, many: String) -> String {
    count == 1 ? "1 mail \(one)" : "\(count) mails \(many)"
  }
}

extension JSONWriter {
  package mutating func writeMembers(of queue: OutboxQueue) {
    member("waiting", queue.waiting)
    if let oldest = queue.oldest { member("oldest") { $0.write(Instant(seconds: oldest)) } }
    member("refused", queue.refused)
    member("expired", queue.expired)
  }
}
