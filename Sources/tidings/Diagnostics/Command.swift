import ArgumentParser
import Exports
import Glibc

/// How every command runs: its failure becomes a sentence on standard error and an exit status.
enum Command {
  /// Runs a command's work and ends the process with the status that it gives, or with that of the
  /// failure that it throws.
  static func run(_ work: (TerminalEnvironment) async throws -> ExitStatus) async throws {
    // A reader that goes away is noticed where it is written to.
    signal(SIGPIPE, SIG_IGN)
    do {
      let status = try await work(TerminalEnvironment(ProcessEnvironment.values))
      if status != .done { throw ExitCode(status.rawValue) }
    } catch let failure as Failure {
      report(failure)
      throw ExitCode(failure.status.rawValue)
    } catch let error as ProfileError {
      let failure = Failure(error)
      report(failure)
      throw ExitCode(failure.status.rawValue)
    }
  }

  /// Says what happened and what to do, on standard error; nothing of it can steer a terminal.
  static func report(_ failure: Failure) {
    say("tidings: " + failure.message)
    if let advice = failure.advice { say("         " + advice) }
  }

  /// A line on standard error.
  static func say(_ line: String) {
    // Nobody is left to be told that standard error cannot be written.
    try? StandardStream.error.write(Array((VisibleText.line(line) + "\n").utf8))
  }
}
