internal import Delivery
internal import Digests
internal import Notifications
internal import Rendering

extension JobReport {
  /// Metrics for Prometheus' node exporter, in its text-based exposition format: numbers only,
  /// nothing personal.
  package var metrics: [UInt8] {
    var text = MetricsText()
    let streams = Dictionary(grouping: runs, by: \.stream).sorted { $0.key < $1.key }
    text.family(.mailRecipients)
    for (stream, runs) in streams {
      for name in MailOutcome.Kind.allCases.map(\.rawValue) {
        let count = runs.reduce(0) { sum, run in
          sum + (run.counts.first { $0.name == name }?.count ?? 0)
        }
        text.sample([stream, name], "\(count)")
      }
    }
    text.family(.mailNotifications)
    for (stream, runs) in streams {
      text.sample([stream], "\(runs.reduce(0) { $0 + $1.notifications })")
    }
    text.family(.mailLeftOut)
    for (stream, runs) in streams {
      for rule in MailRule.allCases {
        text.sample([stream, rule.name], "\(runs.reduce(0) { $0 + $1.leftOut[rule] })")
      }
    }
    text.family(.mailLastRun)
    for (stream, runs) in streams {
      text.sample([stream], "\(runs.map(\.now).max()?.seconds ?? 0)")
    }
    text.family(.mailRefused)
    for stream in Set(streams.map(\.key) + refused.map(\.stream)).sorted() {
      text.sample([stream], refused.contains { $0.stream == stream } ? "1" : "0")
    }
    addQueues(to: &text)
    addInputs(to: &text)
    return text.bytes
  }

  private func addQueues(to text: inout MetricsText) {
    text.family(.outboxWaiting)
    for (stream, queue) in queues { text.sample([stream], "\(queue.waiting)") }
    text.family(.outboxOldest)
    for (stream, queue) in queues {
      if let oldest = queue.oldest { text.sample([stream], "\(oldest)") }
    }
    text.family(.outboxRefused)
    for (stream, queue) in queues { text.sample([stream], "\(queue.refused)") }
    text.family(.outboxExpired)
    for (stream, queue) in queues { text.sample([stream], "\(queue.expired)") }
  }

  private func addInputs(to text: inout MetricsText) {
    text.single(.jobSuccess, isSuccess ? 1 : 0)
    text.single(.jobTime, now.seconds)
    addFolder(pages, .inboxPages, to: &text)
    addFolder(feeds, .feeds, to: &text)
    if let digests { text.single(.digests, Int64(digests)) }
    text.single(.records, Int64(sources.reduce(0) { $0 + $1.records }))
    text.single(.rejectedRecords, Int64(sources.reduce(0) { $0 + $1.rejected }))
    text.single(.duplicateRecords, Int64(duplicates))
    text.single(.rejectedRecipients, Int64(rejectedRecipients.count))
    text.family(.stageDuration)
    for stage in stages { text.sample([stage.name], "\(stage.seconds)") }
  }

  private func addFolder(
    _ folder: PersonFolderReport?, _ metric: Metric, to text: inout MetricsText
  ) {
    guard let folder else { return }
    text.family(metric)
    text.sample(["written"], "\(folder.written)")
    text.sample(["unchanged"], "\(folder.unchanged)")
  }
}

private struct MetricsText {
  var bytes: [UInt8] = []
  private var metric = Metric.mailRecipients

  mutating func family(_ metric: Metric) {
    self.metric = metric
    let name = metric.rawValue
    bytes += "# HELP \(name) \(metric.help)\n# TYPE \(name) \(Metric.type)\n".utf8
  }

  /// A metric without labels.
  mutating func single(_ metric: Metric, _ value: Int64) {
    family(metric)
    sample([], "\(value)")
  }

  /// A sample of the metric that was begun last; `labels` are the values of its labels.
  mutating func sample(_ labels: [String], _ value: String) {
    bytes += metric.rawValue.utf8
    if !labels.isEmpty {
      let pairs = zip(metric.labels, labels).map { "\($0)=\"\(Self.escaped($1))\"" }
      bytes += "{\(pairs.joined(separator: ","))}".utf8
    }
    bytes += " \(value)\n".utf8
  }

  /// A label's value, with backslash, quote and line feed escaped.
  private static func escaped(_ value: String) -> String {
    String(
      decoding: value.utf8.flatMap { byte -> [UInt8] in
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "\""): [UInt8(ascii: "\\"), byte]
        case 0x0A: Array("\\n".utf8)
        default: [byte]
        }
      }, as: UTF8.self)
  }
}

/// The metrics of a job, each a gauge, in the order of the file. The writer and the manual's
/// reference both use this table.
package enum Metric: String, CaseIterable, Sendable {
  case mailRecipients = "tidings_mail_recipients"
  case mailNotifications = "tidings_mail_notifications"
  case mailLeftOut = "tidings_mail_left_out_notifications"
  case mailLastRun = "tidings_mail_last_run_timestamp_seconds"
  case mailRefused = "tidings_mail_refused"
  case outboxWaiting = "tidings_outbox_waiting"
  case outboxOldest = "tidings_outbox_oldest_timestamp_seconds"
  case outboxRefused = "tidings_outbox_refused"
  case outboxExpired = "tidings_outbox_expired"
  case jobSuccess = "tidings_job_success"
  case jobTime = "tidings_job_timestamp_seconds"
  case inboxPages = "tidings_inbox_pages"
  case feeds = "tidings_feeds"
  case digests = "tidings_digests"
  case records = "tidings_export_records"
  case rejectedRecords = "tidings_export_rejected_records"
  case duplicateRecords = "tidings_export_duplicate_records"
  case rejectedRecipients = "tidings_rejected_recipients"
  case stageDuration = "tidings_stage_duration_seconds"

  /// The type in the exposition format.
  package static let type = "gauge"

  /// The names of its labels, in the order of a sample's values.
  package var labels: [String] {
    switch self {
    case .mailRecipients: ["stream", "outcome"]
    case .mailLeftOut: ["stream", "rule"]
    case .mailNotifications, .mailLastRun, .mailRefused, .outboxWaiting, .outboxOldest,
      .outboxRefused, .outboxExpired:
      ["stream"]
    case .inboxPages, .feeds: ["state"]
    case .stageDuration: ["stage"]
    case .jobSuccess, .jobTime, .digests, .records, .rejectedRecords, .duplicateRecords,
      .rejectedRecipients:
      []
    }
  }

  /// What it counts, as the file's HELP line says it.
  package var help: String {
    switch self {
    case .mailRecipients: "Recipients of the last job, by outcome."
    case .mailNotifications: "Notifications in the mails of the last job."
    case .mailLeftOut: "Notifications left out of mails, by rule."
    case .mailLastRun: "The time of the last run, as --now or the clock gave it."
    case .mailRefused: "Whether the last job was stopped before its first message."
    case .outboxWaiting: "Mails in the outbox that no sender has taken."
    case .outboxOldest: "When the oldest waiting mail was written."
    case .outboxRefused: "Mails in the outbox that the mail server refused."
    case .outboxExpired: "Mails in the outbox that were too old to be sent."
    case .jobSuccess: "Whether the last job did what it was asked to do."
    case .jobTime: "The time of the last job, as --now or the clock gave it."
    case .inboxPages: "Inbox pages of the last job."
    case .feeds: "Feeds of the last job, two files each."
    case .digests: "Digests that the last job wrote."
    case .records: "Records of the exports, including rejected ones."
    case .rejectedRecords: "Records of the exports that were rejected."
    case .duplicateRecords: "Copies of records, which do not count."
    case .rejectedRecipients: "Entries of the recipients file that were rejected."
    case .stageDuration: "How long the parts of the last job took."
    }
  }
}
