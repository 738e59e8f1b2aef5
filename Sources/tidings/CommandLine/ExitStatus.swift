import ByteText
import Glibc

/// How a command ends that is not ended by a fault.
enum ExitStatus: Int32 {
  case done = 0
  case doneWithRejects = 3

  // MARK: What the help and the manual say of the statuses; those above 3 are the kinds of a `Fault`.

  struct Explanation {
    let status: Int32
    /// One line for the help.
    let summary: String
    /// When it comes, in Markdown; nothing if the summary says it all.
    var details = ""
    /// What to do, in Markdown.
    let advice: String
  }

  static let explanations =
    [
      Explanation(
        status: done.rawValue, summary: "done",
        details: "An unsubscribed recipient or a missing address is an outcome, not a failure.",
        advice: "Nothing."),
      Explanation(
        status: doneWithRejects.rawValue,
        summary: "done, but records were rejected or an input was incomplete",
        details:
          "It is also the status if a recipient failed, a mark has no statement, `ledger forget` does not know "
          + "the recipient, or `tidings check` found a problem, also one that would stop the job.",
        advice:
          "Read the report. Correct the records in the file of `rejected:`; they come with the next run."
      ),
    ] + Fault.Kind.allCases.map(explanation)

  private static func explanation(_ kind: Fault.Kind) -> Explanation {
    let (summary, details, advice) =
      switch kind {
      case .usage:
        (
          "wrong usage",
          "The command line or the configuration file is wrong, names a recipient, a type or a "
            + "notification that the exports or the ledger do not have (`ledger forget` ends with 3), or names a "
            + "file twice, such as the ledger as the report. No message, page or digest was written.",
          "Correct what the message names."
        )
      case .unusable:
        (
          "no usable data, or --strict and a reject",
          "The input is not an export or is incomplete, no profile fits, a send limit stopped the run, or the recipients file, the suppression list or the ledger "
            + "cannot be used. No message and no page was made.",
          "Look at the export. `--force` overrides a send limit; "
            + "`--allow-incomplete` accepts an incomplete export."
        )
      case .noInput:
        (
          "no such input", "The file or folder does not exist or cannot be read.",
          "Check the path and the permissions."
        )
      case .system:
        (
          "the system lacks what the program needs: /proc cannot be read", "Nothing was done.",
          "Mount `/proc`."
        )
      case .cannotCreate:
        ("cannot create an output", "", "Check the path, the permissions and the free space.")
      case .cannotWrite:
        (
          "cannot write an output", "For example, the disk is full.",
          "Free some space and start again. The run goes on where it stopped."
        )
      case .busy: ("another run is using the outbox", "", "Nothing. The other run does the work.")
      }
    return Explanation(status: kind.rawValue, summary: summary, details: details, advice: advice)
  }

  /// The lines of the help, with what a shell says of a run that a signal ended.
  static var help: String {
    let lines = explanations.map { ("\($0.status)", $0.summary) } + signals
    return lines.map { "  " + $0.padded(to: 4) + $1 }.joined(separator: "\n")
  }

  /// The statuses that shells give for the signals that end a run cleanly.
  static var signals: [(status: String, summary: String)] {
    [
      ("\(128 + SIGHUP)", "the terminal was closed"), ("\(128 + SIGINT)", "interrupted by Ctrl-C"),
      ("\(128 + SIGTERM)", "told to stop, as by systemd"),
    ]
  }
}
