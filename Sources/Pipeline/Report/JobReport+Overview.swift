internal import Delivery
internal import Digests
internal import Notifications
package import Rendering

extension JobReport {
  /// The result of the job for a terminal, one page per run.
  package var overviews: [TerminalOverview] { runs.map(overview) }

  private func overview(_ run: MailReport) -> TerminalOverview {
    var facts = [run.stream, run.now.timestamp]
    if isRehearsal { facts.append("dry run: nothing is written") }
    if run.isResumed { facts.append("completes an interrupted run") }
    facts.append(Self.counted(run.notifications, "notification"))
    let failures = run.decisions.count { if case .failed = $0.outcome { true } else { false } }
    return TerminalOverview(
      title: "Mail", facts: facts, alarm: failures > 0 ? "\(failures) failed" : nil,
      rows: run.counts.map { name, count in
        TerminalBarRow(label: label(name), value: count, color: Self.color(name))
      },
      sections: [
        TerminalOverview.Section(
          title: "In the outbox",
          lines: queues.filter { $0.stream == run.stream }
            .flatMap { $0.queue.sentences(showsAge: false) }),
        TerminalOverview.Section(
          title: "Not mailed",
          lines: run.leftOut.rules.map {
            "\(TerminalOverview.grouped($0.notifications)) \($0.rule.name)"
          }),
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
    return inputs + run.decisions.compactMap { problem($0, besides: known) }
  }

  private func problem(_ decision: MailDecision, besides known: Set<String>) -> String? {
    switch decision.outcome {
    // The rejected entry itself is listed above.
    case .failed(let reason) where known.contains(reason): return nil
    case .failed(let reason): return "\(decision.recipient): \(reason)"
    case .badAddress(let address): return "\(decision.recipient): \(address) is not an address"
    default: break
    }
    if decision.needsSMTPUTF8 {
      return "\(decision.recipient): their address needs a server that supports SMTPUTF8 (RFC 6531)"
    }
    return decision.missedEnd.map {
      "\(decision.recipient): no run came after their quiet hours ended at \($0.timestamp); "
        + "run every hour"
    }
  }

  /// A dry run hands nothing over; what was before, was.
  private func label(_ outcome: String) -> String {
    isRehearsal && outcome == "handed over" ? "would be handed over" : outcome
  }

  private static func color(_ outcome: String) -> TypeColor {
    switch outcome {
    case "handed over": .green
    case "failed", "bad address": .red
    default: .grey
    }
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
