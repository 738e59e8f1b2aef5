import Exports
import Notifications
import Pipeline
import Rendering

/// Says why a run was stopped before its first message, and what to do.
enum MailRefusalSentence {
  static func words(_ refusal: MailRefusal) -> (message: String, advice: String) {
    switch refusal {
    case .tooManyMessages(let messages, .option(let limit)):
      (
        "there would be \(messages) messages, more than --max-messages \(limit)",
        "look at them with --dry-run --report FILE; --force sends them anyway"
      )
    case .tooManyMessages(let messages, .history(let largest)):
      (
        "there would be \(messages) messages, more than five times the \(largest) of the largest run "
          + "of the last seven days, and more than \(Brakes.ordinary)",
        "look at them with --dry-run --report FILE; --force sends them anyway"
      )
    case .tooOld(let newest, _):
      (
        "the newest notification is from \(newest.timestamp), older than --max-age allows",
        "check that the export ran; --force goes on anyway"
      )
    case .noRecipients(let profile, let paths):
      (
        "no record has the recipient field of profile \(profile.text) ("
          + paths.map(\.description).joined(separator: ", ")
          + "): one person would get everything",
        "correct recipient in the profile (tidings check shows the records' fields), or name the "
          + "one person with --owner"
      )
    case .tooFarAhead(let now, let newest, let scheduled, let lastRun, let maxAhead):
      tooFarAhead(now: now, newest: newest, scheduled: scheduled, lastRun: lastRun, maxAhead)
    case .noRecords(let file):
      (
        "\(file.map { "\($0) has" } ?? "the exports have") no records, but had some last time",
        "check that the export ran; --force goes on anyway"
      )
    case .strangers(let count):
      (
        "none of the \(count) recipients in the exports is known from an earlier run",
        "check whether their ids have changed: everything would be mailed again; --force goes "
          + "on anyway"
      )
    case .emptiedPages(let emptied, let all):
      (
        "\(emptied) of \(all) pages would become empty",
        "check that the export is complete; --force goes on anyway"
      )
    case .incomplete(let file, let reason):
      (
        "\(file) is incomplete: \(IncompletenessSentence.of(reason))",
        "export it again; --allow-incomplete goes on with what there is"
      )
    }
  }

  private static func tooFarAhead(
    now: Instant, newest: Instant?, scheduled: Int, lastRun: Instant?, _ maxAhead: Int64
  ) -> (message: String, advice: String) {
    var before: [String] = []
    if let newest {
      let which = scheduled > 0 ? "all notifications but \(scheduled)" : "the newest notification"
      before.append("\(which), \(scheduled > 0 ? "the newest of" : "of") \(newest.timestamp)")
    }
    if let lastRun { before.append("the last run, of \(lastRun.timestamp)") }
    let limit = maxAhead % 86_400 == 0 ? "\(maxAhead / 86_400) d" : "\(maxAhead / 3600) h"
    return (
      "the clock may be wrong: it is \(now.timestamp), more than \(limit) after "
        + before.joined(separator: " and after "),
      "correct the clock; if it is right, --force goes on, and if the app is often silent for so "
        + "long, raise --max-ahead, or max-ahead in the configuration file"
    )
  }
}

extension Failure {
  init(_ refusal: MailRefusal) {
    let (message, advice) = MailRefusalSentence.words(refusal)
    self.init(status: .noUsableData, message: message, advice: advice)
  }
}
