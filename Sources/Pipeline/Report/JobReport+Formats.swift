package import ByteText
internal import Delivery
internal import Digests
internal import Languages
internal import Notifications
internal import Rendering

extension JobReport {
  /// The report in JSON, by the schema `tidings.report/1` in `Templates/schemas`.
  package var json: [UInt8] {
    JSONWriter.document("tidings.report/1") { json in
      writeTotals(to: &json, listsOutcomes: true)
      json.objects("rejected", rejected) { $0.writeMembers(of: $1) }
      json.member("rejectedRecipients", rejectedRecipients)
      json.member("warnings", warnings)
      json.objects("durations", stages) { json, stage in
        json.member("stage", stage.name)
        json.member("milliseconds", Int(milliseconds: stage.seconds))
      }
    }
  }

  /// The report's totals, without a word about any one recipient or record, by the schema
  /// `tidings.job/1`.
  package var totals: [UInt8] {
    JSONWriter.document("tidings.job/1") { json in
      writeTotals(to: &json, listsOutcomes: false)
      json.member("rejected", rejected.count)
      json.member("rejectedRecipients", rejectedRecipients.count)
    }
  }

  private func writeTotals(to json: inout JSONWriter, listsOutcomes: Bool) {
    json.member("now") { $0.write(now) }
    json.member("dryRun", isDryRun)
    json.member("success", isSuccess)
    json.member("failure", ifPresent: failure)
    json.objects("runs", runs) { $0.writeMembers(of: $1, listsOutcomes: listsOutcomes) }
    json.objects("refused", refused) { json, refusal in
      json.member("stream", refusal.stream)
      json.member("reason", refusal.reason)
    }
    json.objects("queues", queues) { json, outbox in
      json.member("stream", outbox.stream)
      json.writeMembers(of: outbox.queue)
    }
    if let pages { json.object("pages") { $0.writeMembers(of: pages) } }
    if let feeds { json.object("feeds") { $0.writeMembers(of: feeds) } }
    json.member("digests", ifPresent: digests)
    json.objects("sources", sources) { $0.writeMembers(of: $1) }
    json.member("duplicates", duplicates)
  }
}

extension Int {
  /// Rounded; 0 if it is not finite.
  fileprivate init(milliseconds seconds: Double) {
    self = Int(exactly: (seconds * 1000).rounded()) ?? 0
  }
}

extension JSONWriter {
  fileprivate mutating func writeMembers(of run: MailReport, listsOutcomes: Bool) {
    member("stream", run.stream)
    member("now") { $0.write(run.now) }
    member("resumed") { $0.write(run.isResumed) }
    member("inputsChanged") { $0.write(run.hasOtherInputs) }
    member("recipients", run.decisions.count)
    member("notifications", run.notifications)
    if !run.sendersNeedingSMTPUTF8.isEmpty {
      member("sendersNeedingSMTPUTF8", run.sendersNeedingSMTPUTF8)
    }
    object("counts") { json in for (name, count) in run.counts { json.member(named: name, count) } }
    member("leftOut") { $0.write(run.leftOut) }
    if listsOutcomes { objects("outcomes", run.decisions) { $0.writeMembers(of: $1) } }
  }

  package mutating func writeMembers(of folder: PersonFolderReport) {
    member("folder", folder.folder)
    member("written", folder.written)
    member("unchanged", folder.unchanged)
    member("emptied", folder.emptied)
    member("removed", folder.removed)
  }

  /// Until when a mail is held, or what is wrong.
  mutating func writeReason(of outcome: MailOutcome) {
    if let until = outcome.until { member("until") { $0.write(until) } }
    if let fault = outcome.fault {
      member(outcome.kind == .badAddress ? "address" : "reason", fault)
    }
  }

  mutating func write(_ leftOut: LeftOut) {
    object { json in for (rule, count) in leftOut.rules { json.member(named: rule.name, count) } }
  }

  private mutating func writeMembers(of decision: MailDecision) {
    member("recipient", decision.recipient.text)
    member("profile", decision.profile.text)
    member("outcome", decision.outcome.kind.rawValue)
    let outcome = decision.outcome
    member("notifications", ifPresent: outcome.notifications)
    if let next = outcome.next { member("next") { $0.write(next) } }
    writeReason(of: outcome)
    if decision.isUrgent { member("urgent") { $0.write(true) } }
    if decision.needsSMTPUTF8 { member("needsSMTPUTF8") { $0.write(true) } }
    if let missed = outcome.missed { member("missed") { $0.write(missed) } }
    if !decision.leftOut.isEmpty { member("leftOut") { $0.write(decision.leftOut) } }
  }
}
