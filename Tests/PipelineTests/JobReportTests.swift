import Foundation
import Notifications
import Testing

@testable import Pipeline

struct JobReportTests {
  private func decision(_ id: String, _ outcome: MailOutcome) -> MailDecision {
    MailDecision(profile: ProfileName("lendair"), recipient: RecipientID(id), outcome: outcome)
  }

  private func report(stream: String, _ outcomes: [MailOutcome]) -> JobReport {
    var run = MailReport(stream: stream, now: Instant(seconds: 86_400))
    run.decisions = outcomes.enumerated().map { decision("u\($0)", $1) }
    var report = JobReport(isDryRun: false, now: Instant(seconds: 90_000))
    report.runs = [run]
    return report
  }

  @Test func `An interrupted run and the job's own are one series each in the metrics`() {
    var report = report(stream: "digest", [MailOutcome(kind: .handedOver, notifications: 2)])
    report.runs.append(report.runs[0])
    let text = String(decoding: report.metrics, as: UTF8.self)
    let name = #"tidings_mail_recipients{stream="digest",outcome="handed over"}"#
    #expect(text.components(separatedBy: name).count == 2)
    #expect(text.contains(name + " 2\n"))
    #expect(text.contains("tidings_mail_last_run_timestamp_seconds{stream=\"digest\"} 86400\n"))
  }

  @Test func `A label's value cannot end its quotes or its line`() {
    let text = String(
      decoding: report(stream: "a\"b\\c\nd", [MailOutcome(kind: .nothingNew)]).metrics,
      as: UTF8.self)
    #expect(text.contains(#"{stream="a\"b\\c\nd",outcome="nothing new"} 1"#))
    #expect(
      text.split(separator: "\n").allSatisfy { $0.hasPrefix("#") || $0.hasPrefix("tidings_") })
  }

  @Test func `What kept notifications out adds up over recipients`() {
    var tallies = LeftOut()
    #expect(tallies.isEmpty && tallies[.read] == 0)
    tallies.count(.read)
    tallies.count(.tooOld)
    var sum = LeftOut()
    sum.add(tallies)
    sum.add(LeftOut())
    sum.add(tallies)
    #expect(sum.rules.map(\.rule) == [.read, .tooOld])
    #expect(sum[.read] == 2 && sum[.tooOld] == 2)
  }
}

extension JobReportTests {
  @Test(arguments: ["job", "report", "why"])
  func `A schema names every outcome and every rule, in the order of reports`(name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Templates/schemas/\(name).schema.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    var complete = text
    for names in [MailOutcome.Kind.allCases.map(\.rawValue), MailRule.allCases.map(\.name)] {
      complete.replace(/("enum": \[)(\n +)"([^"]+)",[^\]]+?(\n +\])/) { list in
        guard names.contains(String(list.3)) else { return list.0 }
        return list.1 + names.map { list.2 + "\"\($0)\"" }.joined(separator: ",") + list.4
      }
    }
    if ProcessInfo.processInfo.environment["TIDINGS_RECORD"] == "1" {
      try complete.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(name).schema.json")
    }
    #expect(text == complete && text.contains("\"handed over\","))
  }
}
