import ArgumentParser
import Dispatch
import Glibc

/// Where the process begins.
@main
enum Program {
  /// Waits on the first thread. Swift's own asynchronous `main` ends that thread by `pthread_exit`, for
  /// which glibc loads libgcc_s.so.1, and the archive's binary runs where there is none.
  static func main() {
    // Before libdispatch makes a thread.
    do throws(Failure) { try ProcessArguments.checkSystem() } catch {
      Command.report(error)
      exit(error.status.rawValue)
    }
    let end = DispatchSemaphore(value: 0)
    // Detached: the first thread is the main actor, and waits.
    Task.detached {
      await Tidings.start()
      end.signal()
    }
    end.wait()
  }
}

/// The command line: names, options and help of each command. `Pipeline` does the work.
struct Tidings: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tidings",
    abstract: "Turns an app's exported notifications into digests, inbox pages, feeds and mails.",
    discussion: """
      Reads JSON, JSON Lines, CSV and SQLite exports, plain or gzipped, from files and from standard \
      input (-), and writes digests, inbox pages, feeds, mails and summaries.

      Every command that prints something for people prints it for programs with --format json. On a \
      terminal, long output goes through the pager that PAGER names.

      EXAMPLES
        tidings summary notifications.jsonl
        tidings digest notifications.json --recipient user-17
        tidings inbox notifications.json -o pages
        tidings feed notifications.json -o feeds
        tidings check export.sqlite
        tidings init && tidings build --dry-run

      EXIT STATUS
      \(ExitStatus.help)
      """,
    version: Version.text,
    subcommands: [
      SummaryCommand.self, DigestCommand.self, InboxCommand.self, FeedCommand.self,
      GalleryCommand.self, MailCommand.self, BuildCommand.self, InitCommand.self,
      CheckCommand.self, LedgerCommand.self,
      ProfilesCommand.self, TemplatesCommand.self, StateCommand.self, ReferenceCommand.self,
    ])

  /// Runs the command that the process was started for.
  static func start() async {
    do {
      let arguments = ProcessArguments.values
      try CommandNames.check(arguments)
      let plan = try ConfigurationFile.plan(namedBy: arguments)
      await SourceOptions.$needsExports.withValue(arguments.first != "gallery") {
        await ConfigurationFile.$known.withValue(plan) {
          await Interruption().during { await main(arguments) }
        }
      }
    } catch {
      let failure = Failure(anyError: error)
      if let failure { Command.report(failure) }
      exit(withError: failure.map { ExitCode($0.status.rawValue) } ?? error)
    }
  }
}
