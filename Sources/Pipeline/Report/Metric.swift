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
