import ByteText
import Delivery
import Languages
import Notifications
import Pipeline
import Rendering

extension Command {
  /// `tidings ledger`
  static let ledger = Command(
    name: "ledger", abstract: "Shows what was handed over to whom, and forgets recipients.",
    about: """
      Every outbox has a ledger: the file tidings.ledger in it, or the file that mail --ledger \
      named. Name either the outbox or the ledger. Its view mails, for sqlite3, has each mail that \
      was handed over.
      """,
    examples: """
      tidings ledger status outbox
      tidings ledger why outbox user-17
      tidings ledger forget outbox --recipient user-17
      sqlite3 outbox/tidings.ledger "SELECT recipient, message_id FROM mails"
      """,
    commands: [ledgerStatus, ledgerWhy, ledgerForget], standard: "status")

  /// `tidings ledger status`
  private static let ledgerStatus = Command(
    name: "status",
    abstract: "Checks a ledger; shows its runs, mails, and last decisions.",
    about: """
      Shows the recipients by their last decision, and how many mails in the outbox wait for a sender, since when, and how many a server \
      refused. A damaged ledger ends it with 65. A ledger outside its outbox remembers where the outbox was at the last run; if it has \
      moved, status says so. Nothing is changed, so it is safe to use during a run.
      """,
    examples: """
      tidings ledger status outbox
      tidings ledger status outbox --format json | jq .openRun
      """,
    options: { [OptionGroup("Input", [Options.outbox]), OptionGroup("Output", Options.show)] },
    run: { request in
      let path = try request.ledgerPath()
      let ledger = try Ledger(path: path, access: .reading)
      try ledger.prove()
      var report = LedgerReport(path: path, status: try ledger.status())
      if let format = report.status.format.flatMap(OutboxFormat.init) {
        let outbox = try ledger.outbox()
        report.outbox = outbox
        if case .at(let outbox) = outbox {
          report.queue = try OutboxQueue(of: outbox, format: format, ledger: ledger)
        }
      }
      try request.show(report.text, json: report.json)
      return .done
    })
}

extension Request {
  /// The path of the ledger that the first argument names; throws if there is none.
  func ledgerPath() throws -> String {
    guard let place = operands.first else {
      throw Fault.usage("there is no outbox", "name an outbox, or its ledger")
    }
    return try Ledger.existingPath(of: place)
  }
}

extension Ledger {
  /// The path of the ledger at a place; throws if there is none.
  static func existingPath(of place: String) throws -> String {
    if let path = try Ledger.path(of: place) { return path }
    throw Fault(
      .noInput, code: "no-ledger", "\(place): there is no ledger",
      advice: "name an outbox that tidings mail has written to, or the file of its --ledger")
  }
}

/// The contents of a ledger, as text and as JSON.
struct LedgerReport {
  let path: String
  let status: LedgerStatus
  /// Nil for a ledger without an outbox.
  var outbox: OutboxWhereabouts?
  /// Nil if the outbox is not known.
  var queue: OutboxQueue?

  var text: [UInt8] {
    var lines = ["ledger      \(path)", "            whole: pages, mailboxes and mails add up"]
    if let format = status.format { lines.append("outbox      \(format)") }
    switch outbox {
    case .moved(let path): lines.append("            no longer at \(path), so its queue is unknown")
    case .unknown: lines.append("            its path and queue are unknown until the next run")
    case nil, .at: break
    }
    if let queue { lines += queue.sentences(showsAge: true).map { "            \($0)" } }
    lines.append("runs        \(status.runs)")
    if let run = status.openRun {
      lines.append("open run    \(Self.words(run)): it was interrupted; run the same command again")
    }
    for stream in status.streams { lines += Self.lines(stream) }
    return Array((lines.map { VisibleText.line($0) }.joined(separator: "\n") + "\n").utf8)
  }

  private static func lines(_ stream: LedgerStatus.Stream) -> [String] {
    var lines = ["stream      \(stream.name)"]
    if let run = stream.lastRun { lines.append("  last run    \(words(run))") }
    let decisions = stream.decisions.map { "\($0.recipients) \($0.outcome)" }
    lines.append(
      "  recipients  \(stream.recipients)"
        + (decisions.isEmpty ? "" : "; last decisions: " + decisions.joined(separator: ", ")))
    if stream.forgotten > 0 { lines.append("  forgotten   \(stream.forgotten)") }
    lines.append("  mails       \(stream.deliveries) handed over, still remembered")
    return lines
  }

  private static func words(_ run: Run) -> String {
    "\(InstantWords.of(Instant(microseconds: run.now))), \(run.messages.counted("mail"))"
  }

  /// `tidings.ledger/1`
  var json: [UInt8] {
    JSONWriter.document("tidings.ledger/1") { json in
      json.member("ledger", path)
      json.member("format", ifPresent: status.format)
      if let queue { json.object("queue") { $0.writeMembers(of: queue) } }
      json.member("runs", status.runs)
      if let run = status.openRun { json.object("openRun") { $0.writeMembers(of: run) } }
      json.objects("streams", status.streams) { $0.writeMembers(of: $1) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func writeMembers(of run: Run) {
    member("stream", run.stream)
    member("now") { $0.write(Instant(microseconds: run.now)) }
    member("messages", run.messages)
  }

  fileprivate mutating func writeMembers(of stream: LedgerStatus.Stream) {
    member("name", stream.name)
    if let run = stream.lastRun { object("lastRun") { $0.writeMembers(of: run) } }
    member("recipients", stream.recipients)
    member("forgotten", stream.forgotten)
    member("mails", stream.deliveries)
    objects("decisions", stream.decisions) { json, decision in
      json.member("outcome", decision.outcome)
      json.member("recipients", decision.recipients)
    }
  }
}

/// Times in words, for the engineer.
enum InstantWords {
  /// `2026-02-08 15:05 UTC`
  static func of(_ instant: Instant) -> String {
    let civil = Zone.utc.civil(at: instant.seconds)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(civil.date) \(two(civil.hour)):\(two(civil.minute)) UTC"
  }
}
