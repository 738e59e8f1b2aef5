import ByteText
import CompiledMustache
import Delivery
import Exports
import Glibc
import Languages
import Marks
import Pipeline
import Rendering
import YAML

extension Failure {
  /// The message for an error of any stage.
  init(anyError error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let fault as Fault where fault.code == Fault.interruption: self = .interrupted()
    case let fault as Fault: self.init(fault)
    case is CancellationError: self = .interrupted()
    case MailComposer.Failure.exports(let error): self.init(error)
    case MailComposer.Failure.message(let error): self.init(error)
    case let error as YAMLFileError: self.init(error)
    case let error as ConfigurationError: self.init(error)
    case let error as TemplateError: self.init(error)
    case let error as TemplateFolder.Failure: self.init(error)
    case let error as CatalogueError: self.init(error)
    default:
      self.init(
        status: .systemError, message: "\(error)",
        advice: "this is a bug in tidings; please report it")
    }
  }
}

/// Why a command ends early: what happened, where, and what to do.
struct Failure: Error {
  let status: ExitStatus
  let message: String
  var advice: String?
  /// Other failures, printed first.
  var earlier: [Failure] = []

  /// What happened, with the other failures.
  var account: String { (earlier + [self]).map(\.message).joined(separator: "; ") }
  /// Whether a signal ended it.
  var isInterruption = false

  /// One error that names all of them and has the status of the first; nil if there are none. An
  /// interruption hides the others.
  static func joined(_ errors: [any Error]) -> (any Error)? {
    let failures = errors.map { Failure(anyError: $0) }
    guard let first = failures.first, failures.count > 1 else { return errors.first }
    if let interruption = failures.first(where: \.isInterruption) { return interruption }
    var distinct: [Failure] = []
    for failure in failures where !distinct.contains(where: { $0.message == failure.message }) {
      distinct.append(failure)
    }
    let last = distinct.removeLast()
    return Failure(
      status: first.status, message: last.message, advice: last.advice, earlier: distinct)
  }

  /// - Parameter isJob: whether the next run goes on where this one stopped.
  static func interrupted(isJob: Bool = false) -> Failure {
    Failure(
      status: .systemError, message: "interrupted",
      advice: isJob
        ? "run the same command again to go on; no one is mailed twice"
        : "run the command again; every file that was written is complete",
      isInterruption: true)
  }
}

extension Failure {
  init(_ fault: Fault) {
    self.init(
      status: ExitStatus(rawValue: fault.kind.rawValue) ?? .systemError, message: fault.sentence,
      advice: fault.advice)
  }
}

/// The exit statuses; those above 3 come from `sysexits.h`.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  case doneWithRejects = 3
  case usage = 64
  case noUsableData = 65
  case noInput = 66
  case systemError = 71
  case cannotCreate = 73
  case cannotWrite = 74
  case busy = 75
}

/// What the help and the manual say about the statuses.
extension ExitStatus {
  /// One line for the help.
  var summary: String {
    switch self {
    case .done: "done"
    case .doneWithRejects: "done, but records were rejected or an input was incomplete"
    case .usage: "wrong usage"
    case .noUsableData: "no usable data, or --strict and a reject"
    case .noInput: "no such input"
    case .systemError: "the system lacks what the program needs: /proc cannot be read"
    case .cannotCreate: "cannot create an output"
    case .cannotWrite: "cannot write an output"
    case .busy: "another run is using the outbox"
    }
  }

  /// When it comes, in Markdown; nothing if the summary says it all.
  var details: String {
    switch self {
    case .done: "An unsubscribed recipient or a missing address is an outcome, not a failure."
    case .doneWithRejects:
      "It is also the status if a recipient failed, or if `tidings check` found that the profile maps "
        + "fields that no record has."
    case .usage:
      "The command line or the configuration file is wrong, names a recipient, a type or a "
        + "notification that the exports or the ledger do not have, or names a file twice, such as the ledger as "
        + "the report. No message, page or digest was written."
    case .noUsableData:
      "The input is not an export or is incomplete, no profile fits, no record has the recipient, "
        + "a send limit stopped the run, or the recipients file, the suppression list or the ledger "
        + "cannot be used. No message and no page was written."
    case .noInput: "The file or folder does not exist or cannot be read."
    case .systemError: "Nothing was done."
    case .cannotCreate: ""
    case .cannotWrite: "For example, the disk is full."
    case .busy: ""
    }
  }

  /// What to do, in Markdown.
  var advice: String {
    switch self {
    case .done: "Nothing."
    case .doneWithRejects:
      "Read the report. Correct the records in the file of `rejected:`; they come with the next run."
    case .usage: "Correct what the message names."
    case .noUsableData:
      "Look at the export. `--force` overrides a send limit, and goes on after a clock that was ahead; "
        + "`--allow-incomplete` accepts an incomplete export."
    case .noInput: "Check the path and the permissions."
    case .systemError: "Mount `/proc`."
    case .cannotCreate: "Check the path, the permissions and the free space."
    case .cannotWrite: "Free some space and start again. The run goes on where it stopped."
    case .busy: "Nothing. The other run does the work."
    }
  }

  /// The lines of the help, with what a shell says of a run that a signal ended.
  static var help: String {
    let lines = allCases.map { ("\($0.rawValue)", $0.summary) } + signals
    return lines.map { "  " + $0.padding(to: 4) + $1 }.joined(separator: "\n")
  }

  /// The statuses that shells give for the signals that end a run cleanly.
  static var signals: [(status: String, summary: String)] {
    [
      ("\(128 + SIGHUP)", "the terminal was closed"), ("\(128 + SIGINT)", "interrupted by Ctrl-C"),
      ("\(128 + SIGTERM)", "told to stop, as by systemd"),
    ]
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - utf8.count))
  }
}
