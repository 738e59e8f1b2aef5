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
