import ArgumentParser
import Glibc
import Rendering

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
