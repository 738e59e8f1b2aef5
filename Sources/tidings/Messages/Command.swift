import ArgumentParser
import CompiledMustache
import Delivery
import Exports
import Glibc
import Languages
import Marks
import Pipeline
import Rendering
import YAML

/// Runs commands: turns a failure into a message on standard error and an exit status.
enum Command {
  /// Runs a command and exits with the status that it returns, or with that of the failure it
  /// throws.
  static func run(_ work: (TerminalEnvironment) async throws -> ExitStatus) async throws {
    // Writing to a closed pipe fails with EPIPE instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    // Writing beyond the file size limit fails with EFBIG instead of ending the process.
    signal(SIGXFSZ, SIG_IGN)
    do {
      let status = try await work(TerminalEnvironment(ProcessEnvironment.values))
      // Told to stop when it had just done everything.
      Interruption.current?.endProcess()
      if status != .done { throw ExitCode(status.rawValue) }
    } catch {
      guard let failure = Failure(anyError: error) else { throw error }
      // It was reported when the signal came.
      if failure.isInterruption { Interruption.current?.endProcess() }
      report(failure)
      throw ExitCode(failure.status.rawValue)
    }
  }

  /// Prints what happened and what to do on standard error, with control characters made visible.
  static func report(_ failure: Failure) {
    for earlier in failure.earlier { report(earlier) }
    say("tidings: " + failure.message)
    if let advice = failure.advice { say("         " + advice) }
  }

  /// Prints a line on standard error.
  static func say(_ line: String) {
    let stream = StandardStream.error
    // A line of progress makes room.
    let beginning = stream.erasesLines ? StandardStream.lineBeginning : ""
    // If standard error cannot be written, there is no one to tell.
    try? stream.write(Array((beginning + VisibleText.line(line) + "\n").utf8))
  }
}

extension Failure {
  /// The message for an error of any stage; nil for an error of the argument parser.
  init?(anyError error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case is CancellationError: self = .interrupted()
    case let error as ExportError where error.reason == .interrupted: self = .interrupted()
    case let refusal as MailRefusal: self.init(refusal)
    case let error as ExportError: self.init(error)
    case MailComposer.Failure.exports(let error): self.init(error)
    case MailComposer.Failure.message(let error): self.init(error)
    case let error as YAMLFileError: self.init(error)
    case let error as ConfigurationError: self.init(error)
    case let error as TemplateError: self.init(error)
    case let error as TemplateFolder.Failure: self.init(error)
    case let error as CatalogueError: self.init(error)
    case let error as DeliveryError: self.init(error)
    case let error as FilterError: self.init(error)
    case let error as SideFileError: self.init(error)
    case let error as PersonFolderError: self.init(error)
    case let error as StateUpdateError: self.init(error)
    case let error as StateStatementError: self.init(error)
    default: return nil
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
  /// Whether a signal ended it.
  var isInterruption = false

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
