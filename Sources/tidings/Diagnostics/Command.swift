import ArgumentParser
import CompiledMustache
import Delivery
import Exports
import Glibc
import Languages
import Pipeline
import Rendering

/// How every command runs: its failure becomes a sentence on standard error and an exit status.
enum Command {
  /// Runs a command's work and ends the process with the status that it gives, or with that of the
  /// failure that it throws.
  static func run(_ work: (TerminalEnvironment) async throws -> ExitStatus) async throws {
    // A reader that goes away is noticed where it is written to.
    signal(SIGPIPE, SIG_IGN)
    // A file that grows beyond what the process may write is an error where it is written.
    signal(SIGXFSZ, SIG_IGN)
    do {
      let status = try await work(TerminalEnvironment(ProcessEnvironment.values))
      if status != .done { throw ExitCode(status.rawValue) }
    } catch {
      guard let failure = Failure(anyError: error) else { throw error }
      report(failure)
      throw ExitCode(failure.status.rawValue)
    }
  }

  /// Says what happened and what to do, on standard error; nothing of it can steer a terminal.
  static func report(_ failure: Failure) {
    for earlier in failure.earlier { report(earlier) }
    say("tidings: " + failure.message)
    if let advice = failure.advice { say("         " + advice) }
  }

  /// A line on standard error.
  static func say(_ line: String) {
    // Nobody is left to be told that standard error cannot be written.
    try? StandardStream.error.write(Array((VisibleText.line(line) + "\n").utf8))
  }
}

extension Failure {
  /// The sentence for an error of any stage; nil for one that is the argument parser's own.
  init?(anyError error: any Error) {
    switch error {
    case let failure as Failure: self = failure
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
    case let error as CompanionError: self.init(error)
    case let error as InboxFolderError: self.init(error)
    case let error as StateUpdateError: self.init(error)
    case let error as StateStatementError: self.init(error)
    default: return nil
    }
  }
}
