internal import Delivery
internal import Digests
internal import Notifications
internal import Rendering

extension JobReport {
  /// Metrics for Prometheus' node exporter, in its text-based exposition format: numbers only,
  /// nothing personal.
  package var metrics: [UInt8] {
    Metric.all.flatMap { metric -> [UInt8] in
      guard let samples = metric.samples(self) else { return [] }
      let head = "# HELP \(metric.name) \(metric.help)\n# TYPE \(metric.name) \(Metric.type)\n"
      return samples.reduce(into: Array(head.utf8)) { text, sample in
        let pairs = zip(metric.labels, sample.labels).map { "\($0)=\"\(Self.escaped($1))\"" }
        let labels = pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
        text += "\(metric.name)\(labels) \(sample.value)\n".utf8
      }
    }
  }

  /// A label's value, with backslash, quote and line feed escaped.
  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  fileprivate func ofStreams(
    _ samples: (String, [MailReport]) -> [Metric.Sample]
  ) -> [Metric.Sample] {
    Dictionary(grouping: runs, by: \.stream).sorted { $0.key < $1.key }.flatMap(samples)
  }

  fileprivate func ofQueues(_ value: (OutboxQueue) -> (some BinaryInteger)?) -> [Metric.Sample] {
    queues.compactMap { stream, queue in value(queue).map { ([stream], "\($0)") } }
  }
}

extension PersonFolderReport {
  fileprivate var samples: [Metric.Sample] {
    [(["written"], "\(written)"), (["unchanged"], "\(unchanged)")]
  }
}

private func single(_ value: some BinaryInteger) -> [Metric.Sample] { [([], "\(value)")] }

/// The metrics of a job, each a gauge, in the order of the file. The writer and the manual's
/// reference both use this table.
package struct Metric: Sendable {
  fileprivate typealias Sample = (labels: [String], value: String)

  /// The name in the file, with `tidings_` before it.
  package let name: String
  /// What it counts, as the file's HELP line says it.
  package let help: String
  /// The names of its labels, in the order of a sample's values.
  package let labels: [String]
  /// Nil where the job has none of what it counts.
  fileprivate let samples: @Sendable (JobReport) -> [Sample]?

  /// The type in the exposition format.
  package static let type = "gauge"

  private init(
    _ name: String, by labels: String..., help: String,
    samples: @escaping @Sendable (JobReport) -> [Sample]?
  ) {
    self.name = "tidings_" + name
    self.help = help
    self.labels = labels
    self.samples = samples
  }

  /// In the order of the file.
  package static let all = [
    Metric(
      "mail_recipients", by: "stream", "outcome", help: "Recipients of the last job, by outcome."
    ) {
      $0.ofStreams { stream, runs in
        MailOutcome.Kind.allCases.map(\.rawValue).map { name in
          let counts = runs.flatMap(\.counts).filter { $0.name == name }
          return ([stream, name], "\(counts.reduce(0) { $0 + $1.count })")
        }
      }
    },
    Metric("mail_notifications", by: "stream", help: "Notifications in the mails of the last job.")
    {
      $0.ofStreams { [([$0], "\($1.reduce(0) { $0 + $1.notifications })")] }
    },
    Metric(
      "mail_left_out_notifications", by: "stream", "rule",
      help: "Notifications left out of mails, by rule."
    ) {
      $0.ofStreams { stream, runs in
        MailRule.allCases.map { rule in
          ([stream, rule.name], "\(runs.reduce(0) { $0 + $1.leftOut[rule] })")
        }
      }
    },
    Metric(
      "mail_last_run_timestamp_seconds", by: "stream",
      help: "The time of the last run, as --now or the clock gave it."
    ) { $0.ofStreams { [([$0], "\($1.map(\.now).max()?.seconds ?? 0)")] } },
    Metric(
      "mail_refused", by: "stream",
      help: "Whether the last job was stopped before its first message."
    ) { report in
      let refused = Set(report.refused.map(\.stream))
      return refused.union(report.runs.map(\.stream)).sorted().map {
        ([$0], refused.contains($0) ? "1" : "0")
      }
    },
    Metric("outbox_waiting", by: "stream", help: "Mails in the outbox that no sender has taken.") {
      $0.ofQueues { $0.waiting }
    },
    Metric(
      "outbox_oldest_timestamp_seconds", by: "stream",
      help: "When the oldest waiting mail was written."
    ) { $0.ofQueues { $0.oldest } },
    Metric(
      "outbox_refused", by: "stream", help: "Mails in the outbox that the mail server refused."
    ) {
      $0.ofQueues { $0.refused }
    },
    Metric(
      "outbox_expired", by: "stream", help: "Mails in the outbox that were too old to be sent."
    ) {
      $0.ofQueues { $0.expired }
    },
    Metric("job_success", help: "Whether the last job did what it was asked to do.") {
      single($0.isSuccess ? 1 : 0)
    },
    Metric(
      "job_timestamp_seconds", help: "The time of the last job, as --now or the clock gave it."
    ) { single($0.now.seconds) },
    Metric("inbox_pages", by: "state", help: "Inbox pages of the last job.") { $0.pages?.samples },
    Metric("feeds", by: "state", help: "Feeds of the last job, two files each.") {
      $0.feeds?.samples
    },
    Metric("digests", help: "Digests that the last job wrote.") { $0.digests.map(single) },
    Metric("export_records", help: "Records of the exports, including rejected ones.") {
      single($0.sources.reduce(0) { $0 + $1.records })
    },
    Metric("export_rejected_records", help: "Records of the exports that were rejected.") {
      single($0.sources.reduce(0) { $0 + $1.rejected })
    },
    Metric("export_duplicate_records", help: "Copies of records, which do not count.") {
      single($0.duplicates)
    },
    Metric("rejected_recipients", help: "Entries of the recipients file that were rejected.") {
      single($0.rejectedRecipients.count)
    },
    Metric("stage_duration_seconds", by: "stage", help: "How long the parts of the last job took.")
    {
      $0.stages.map { ([$0.name], "\($0.seconds)") }
    },
  ]
}
