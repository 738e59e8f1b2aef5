import ByteText
import Delivery
import Languages
import Notifications
import Pipeline
import Rendering

/// What a ledger answers about a recipient, for a terminal and as JSON.
struct LedgerAnswer {
  let person: PersonID
  let records: [RecordedRecipient]

  /// A page for each stream, with the latest decision first.
  var pages: [TerminalOverview] {
    records.map { record in
      var now: [String] = []
      if record.record.isForgotten {
        now.append("They were forgotten. Only a hash is left, so that nothing is mailed twice.")
      } else {
        if let seen = record.record.seen {
          now.append(
            "The last run was at \(Self.words(seen)): \(AnswerSentence.present(record.record))")
        }
        now.append(AnswerSentence.next(record.record))
      }
      return TerminalOverview(
        title: person.recipient.text, facts: [person.profile.text, record.record.stream],
        sections: [
          ("Now", now),
          ("Decisions", record.record.entries.reversed().map { line($0, record) }),
        ])
    }
  }

  private func line(_ entry: RecipientRecord.Entry, _ record: RecordedRecipient) -> String {
    let since = entry.runs > 1 ? ", \(entry.runs) runs since \(Self.words(entry.first))" : ""
    return "\(Self.words(entry.last))\(since): "
      + AnswerSentence.of(entry, place: entry.mail.flatMap { record.places[$0.id] })
  }

  static func words(_ microseconds: Int64) -> String {
    InstantWords.of(Instant(microseconds: microseconds))
  }

  /// `tidings.why/1`
  var json: [UInt8] {
    JSONWriter.document("tidings.why/1") { json in
      json.member("recipient", person.recipient.text)
      json.member("profile", person.profile.text)
      json.objects("streams", records) { $0.writeMembers(of: $1) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func writeMembers(of recorded: RecordedRecipient) {
    let record = recorded.record
    member("stream", record.stream)
    member("forgotten", record.isForgotten)
    if !record.isForgotten {
      member("outcome", ifPresent: AnswerSentence.outcome(record))
      member("reason", AnswerSentence.present(record))
    }
    time("lastRun", record.seen)
    time("next", record.next)
    objects("decisions", record.entries) { json, entry in
      json.member("outcome", entry.outcome)
      let place = entry.mail.flatMap { recorded.places[$0.id] }
      json.member("reason", AnswerSentence.of(entry, place: place))
      json.time("first", entry.first)
      json.time("last", entry.last)
      json.member("runs", entry.runs)
      json.time("slot", entry.slot)
      json.time("until", entry.until)
      json.member("detail", ifPresent: entry.detail)
      guard let mail = entry.mail else { return }
      json.object("mail") { json in
        json.member("messageID", mail.messageID)
        json.member("notifications", mail.notifications.count)
        json.member("urgent", mail.kind == .urgent)
        json.member("place", ifPresent: place?.rawValue)
      }
    }
  }

  private mutating func time(_ name: StaticString, _ microseconds: Int64?) {
    if let microseconds { member(name) { $0.write(Instant(microseconds: microseconds)) } }
  }
}

/// Says what was decided about a recipient, and why.
enum AnswerSentence {
  static func of(_ entry: RecipientRecord.Entry, place: MailPlace?) -> String {
    if let mail = entry.mail { return of(mail, place: place) }
    // The ledger of a later version may have an outcome that this one does not know.
    return MailOutcome.Kind(rawValue: entry.outcome)?
      .answer(entry.detail, until: entry.until.map(LedgerAnswer.words))
      ?? entry.outcome + (entry.detail.map { ": \($0)" } ?? "")
  }

  private static func of(_ mail: MailRecord, place: MailPlace?) -> String {
    let notifications = mail.notifications.count.counted("notification")
    let what =
      switch mail.kind {
      case .digest: "handed over: \(notifications)"
      case .urgent: "handed over at once: \(notifications) of high priority"
      }
    return place.map { "\(what); \(words($0))" } ?? what
  }

  static func words(_ place: MailPlace) -> String {
    switch place {
    case .waiting: "the mail waits in the outbox"
    case .taken: "a sender took the mail"
    case .refused: "the mail server refused the mail"
    case .expired: "the mail waited too long and was not sent"
    }
  }

  /// The outcome of the last run.
  static func outcome(_ record: RecipientRecord) -> String? {
    guard let last = record.entries.last, let seen = record.seen else { return record.decision }
    if last.last == seen { return last.outcome }
    switch record.decision {
    case "handed over": return "already handed over"
    // The last run has seen no next slot, so it is still so.
    case "never" where record.next == nil, "unsubscribed" where record.next == nil:
      return record.decision
    default: return "not due"
    }
  }

  /// What the last run said.
  static func present(_ record: RecipientRecord) -> String {
    switch outcome(record) {
    case "already handed over": "already handed over: an earlier run made the last mail"
    case "not due": "not due: the hour of the next mail has not come"
    case let outcome?:
      record.entries.last { $0.outcome == outcome }.map { of($0, place: nil) } ?? outcome
    case nil: "not due"
    }
  }

  static func next(_ record: RecipientRecord) -> String {
    record.next.map { "The next mail is due at \(LedgerAnswer.words($0))." }
      ?? "No next mail is known: they get none, or no run has planned one yet."
  }
}
