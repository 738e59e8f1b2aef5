internal import Delivery
internal import Digests
internal import Languages
internal import Notifications
internal import Rendering

extension JobReport {
  /// The report in JSON, by the schema `tidings.report/1` in `Templates/schemas`.
  package var json: [UInt8] {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("schema", "tidings.report/1")
      json.member("now") { $0.write(now) }
      json.member("dryRun") { $0.write(isDryRun) }
      json.member("success") { $0.write(isSuccess) }
      json.member("failure", ifPresent: failure)
      json.member("runs") { json in json.array(runs) { $0.write($1) } }
      json.member("refused") { json in
        json.array(refused) { json, refusal in
          json.object { json in
            json.member("stream", refusal.stream)
            json.member("reason", refusal.reason)
          }
        }
      }
      json.member("queues") { json in
        json.array(queues) { $0.write($1.queue, of: $1.stream) }
      }
      if let pages { json.member("pages") { $0.write(pages) } }
      if let feeds { json.member("feeds") { $0.write(feeds) } }
      if let digests { json.member("digests", digests) }
      json.member("sources") { json in json.array(sources) { $0.write($1) } }
      json.member("duplicates", duplicates)
      json.member("rejected") { json in json.array(rejected) { $0.write($1) } }
      json.member("rejectedRecipients") { json in
        json.array(rejectedRecipients) { $0.write($1) }
      }
      json.member("warnings") { json in json.array(warnings) { $0.write($1) } }
      json.member("durations") { json in
        json.array(stages) { json, stage in
          json.object { json in
            json.member("stage", stage.name)
            json.member("milliseconds", Int(milliseconds: stage.seconds))
          }
        }
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}

extension Int {
  /// Rounded; 0 if it is not finite.
  fileprivate init(milliseconds seconds: Double) {
    self = Int(exactly: (seconds * 1000).rounded()) ?? 0
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ run: MailReport) {
    object { json in
      json.member("stream", run.stream)
      json.member("now") { $0.write(run.now) }
      json.member("resumed") { $0.write(run.isResumed) }
      json.member("inputsChanged") { $0.write(run.hasOtherInputs) }
      json.member("recipients", run.decisions.count)
      json.member("notifications", run.notifications)
      json.member("counts") { json in
        json.object { json in
          for (name, count) in run.counts { json.member(named: name, count) }
        }
      }
      json.member("leftOut") { $0.write(run.leftOut) }
      json.member("outcomes") { json in json.array(run.decisions) { $0.write($1) } }
    }
  }

  fileprivate mutating func write(_ folder: PersonFolderReport) {
    object { json in
      json.member("written", folder.written)
      json.member("unchanged", folder.unchanged)
      json.member("emptied", folder.emptied)
      json.member("removed", folder.removed)
    }
  }

  mutating func write(_ leftOut: LeftOut) {
    object { json in
      for (rule, count) in leftOut.rules { json.member(named: rule.name, count) }
    }
  }

  private mutating func write(_ decision: MailDecision) {
    object { json in
      json.member("recipient", decision.recipient.text)
      json.member("profile", decision.profile.text)
      json.member("outcome", decision.outcome.name)
      switch decision.outcome {
      case .handedOver(let notifications): json.member("notifications", notifications)
      case .notDue(let next), .alreadyHandedOver(let next): json.member("next") { $0.write(next) }
      case .quietHours(let until), .paused(let until): json.member("until") { $0.write(until) }
      case .badAddress(let address): json.member("address", address)
      case .failed(let reason): json.member("reason", reason)
      case .nothingNew, .never, .unsubscribed, .suppressed, .noAddress: break
      }
      if decision.isUrgent { json.member("urgent") { $0.write(true) } }
      if decision.needsSMTPUTF8 { json.member("needsSMTPUTF8") { $0.write(true) } }
      if let missed = decision.missedEnd { json.member("missed") { $0.write(missed) } }
      if !decision.leftOut.isEmpty { json.member("leftOut") { $0.write(decision.leftOut) } }
    }
  }
}

extension JobReport {
  /// Metrics for Prometheus' node exporter, in its text-based exposition format: numbers only,
  /// nothing personal.
  package var metrics: [UInt8] {
    var text = MetricsText()
    let streams = Dictionary(grouping: runs, by: \.stream).sorted { $0.key < $1.key }
    text.family("tidings_mail_recipients", "Recipients of the last job, by outcome.")
    for (stream, runs) in streams {
      for name in MailOutcome.names {
        let count = runs.reduce(0) { sum, run in
          sum + (run.counts.first { $0.name == name }?.count ?? 0)
        }
        text.sample([("stream", stream), ("outcome", name)], "\(count)")
      }
    }
    text.family("tidings_mail_notifications", "Notifications in the mails of the last job.")
    for (stream, runs) in streams {
      text.sample([("stream", stream)], "\(runs.reduce(0) { $0 + $1.notifications })")
    }
    text.family("tidings_mail_left_out_notifications", "Notifications left out of mails, by rule.")
    for (stream, runs) in streams {
      for rule in MailRule.allCases {
        let count = runs.reduce(0) { $0 + $1.leftOut[rule] }
        text.sample([("stream", stream), ("rule", rule.name)], "\(count)")
      }
    }
    text.family(
      "tidings_mail_last_run_timestamp_seconds",
      "The time of the last run, as --now or the clock gave it.")
    for (stream, runs) in streams {
      text.sample([("stream", stream)], "\(runs.map(\.now).max()?.seconds ?? 0)")
    }
    text.family(
      "tidings_mail_refused", "Whether the last job was stopped before its first message.")
    for stream in Set(streams.map(\.key) + refused.map(\.stream)).sorted() {
      text.sample([("stream", stream)], refused.contains { $0.stream == stream } ? "1" : "0")
    }
    addQueues(to: &text)
    addInputs(to: &text)
    return text.bytes
  }

  private func addQueues(to text: inout MetricsText) {
    text.family("tidings_outbox_waiting", "Mails in the outbox that no sender has taken.")
    for (stream, queue) in queues { text.sample([("stream", stream)], "\(queue.waiting)") }
    text.family(
      "tidings_outbox_oldest_timestamp_seconds", "When the oldest waiting mail was written.")
    for (stream, queue) in queues {
      if let oldest = queue.oldest { text.sample([("stream", stream)], "\(oldest)") }
    }
    text.family("tidings_outbox_refused", "Mails in the outbox that the mail server refused.")
    for (stream, queue) in queues { text.sample([("stream", stream)], "\(queue.refused)") }
    text.family("tidings_outbox_expired", "Mails in the outbox that were too old to be sent.")
    for (stream, queue) in queues { text.sample([("stream", stream)], "\(queue.expired)") }
  }

  private func addInputs(to text: inout MetricsText) {
    text.family("tidings_job_success", "Whether the last job did what it was asked to do.")
    text.sample([], isSuccess ? "1" : "0")
    text.family(
      "tidings_job_timestamp_seconds", "The time of the last job, as --now or the clock gave it.")
    text.sample([], "\(now.seconds)")
    addFolder(pages, "tidings_inbox_pages", help: "Inbox pages of the last job.", to: &text)
    addFolder(feeds, "tidings_feeds", help: "Feeds of the last job, two files each.", to: &text)
    if let digests {
      text.family("tidings_digests", "Digests that the last job wrote.")
      text.sample([], "\(digests)")
    }
    text.family("tidings_export_records", "Records of the exports, including rejected ones.")
    text.sample([], "\(sources.reduce(0) { $0 + $1.records })")
    text.family("tidings_export_rejected_records", "Records of the exports that were rejected.")
    text.sample([], "\(sources.reduce(0) { $0 + $1.rejected })")
    text.family("tidings_export_duplicate_records", "Copies of records, which do not count.")
    text.sample([], "\(duplicates)")
    text.family("tidings_rejected_recipients", "Entries of the recipients file that were rejected.")
    text.sample([], "\(rejectedRecipients.count)")
    text.family("tidings_stage_duration_seconds", "How long the parts of the last job took.")
    for stage in stages { text.sample([("stage", stage.name)], "\(stage.seconds)") }
  }
}

extension JobReport {
  private func addFolder(
    _ folder: PersonFolderReport?, _ name: String, help: String, to text: inout MetricsText
  ) {
    guard let folder else { return }
    text.family(name, help)
    text.sample([("state", "written")], "\(folder.written)")
    text.sample([("state", "unchanged")], "\(folder.unchanged)")
  }
}

/// Writes gauges in the exposition format.
private struct MetricsText {
  var bytes: [UInt8] = []
  private var name = ""

  mutating func family(_ name: String, _ help: String) {
    self.name = name
    bytes += "# HELP \(name) \(help)\n# TYPE \(name) gauge\n".utf8
  }

  mutating func sample(_ labels: [(name: String, value: String)], _ value: String) {
    bytes += name.utf8
    if !labels.isEmpty {
      let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
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
