import ArgumentParser
import CProcess
import Dispatch
import Foundation
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
        tidings build morning.yaml --dry-run

      EXIT STATUS
      \(ExitStatus.help)
      """,
    version: Version.text,
    subcommands: [
      SummaryCommand.self, DigestCommand.self, InboxCommand.self, FeedCommand.self,
      MailCommand.self, BuildCommand.self, InitCommand.self,
      CheckCommand.self, LedgerCommand.self,
      ProfilesCommand.self, TemplatesCommand.self, StateCommand.self, ReferenceCommand.self,
    ])

  /// Runs the command that the process was started for.
  static func start() async {
    do {
      let (arguments, asksForHelp) = ShortHelp.asked(ProcessArguments.values)
      try CommandNames.check(arguments)
      if asksForHelp { return print(try ShortHelp.text(for: arguments), terminator: "") }
      try EmptyArguments.check(arguments)
      let plan = try ConfigurationFile.plan(namedBy: arguments)
      await SourceOptions.$needsExports.withValue(!arguments.starts(with: GalleryCommand.path)) {
        await ConfigurationFile.$known.withValue(plan) {
          await Interruption().during { await run(RepeatedOptions.joined(arguments)) }
        }
      }
    } catch {
      let failure = Failure(anyError: error)
      if let failure { Command.report(failure) }
      exit(withError: failure.map { ExitCode($0.status.rawValue) } ?? error)
    }
  }
}

extension Tidings {
  /// Runs the command that the arguments name.
  ///
  /// A command that has none below it is parsed alone: on the way to it from `tidings`, the parser
  /// makes all of its options once more, which is a tenth of a small run. Whatever is wrong, and any
  /// request for help, is left to the whole parser, which knows the way.
  private static func run(_ arguments: [String]) async {
    let command = configuration.subcommands.first { $0._commandName == arguments.first }
    guard let command, command.configuration.subcommands.isEmpty,
      var parsed = try? command.parseAsRoot(Array(arguments.dropFirst())),
      // Where help is asked for, it is the command that prints it.
      type(of: parsed) == command
    else { return await main(arguments) }
    do {
      if var parsed = parsed as? any AsyncParsableCommand {
        try await parsed.run()
      } else {
        try parsed.run()
      }
    } catch {
      exit(withError: error)
    }
  }
}

/// The arguments of the process.
enum ProcessArguments {
  /// The arguments without the program's name; bytes that are not UTF-8 are replaced.
  ///
  /// Swift's own list is empty if `/proc` cannot be read, and a command without arguments would
  /// print its help and succeed.
  static var values: [String] {
    let count = tidings_argument_count()
    guard count > 0 else { return Array(CommandLine.arguments.dropFirst()) }
    return (1..<max(count, 1)).compactMap { tidings_argument($0).map { String(cString: $0) } }
  }

  /// Throws if `/proc` cannot be read. libdispatch looks up its threads there; if it cannot, it
  /// sometimes ends the process with SIGILL.
  static func checkSystem() throws(Failure) {
    guard access("/proc/self/stat", R_OK) != 0 else { return }
    throw Failure(
      status: .systemError, message: "/proc cannot be read, and Swift's threads need it",
      advice: "mount it, as with mount -t proc proc /proc")
  }
}

/// The environment of the process. Nothing else reads it.
enum ProcessEnvironment {
  /// All variables as text; bytes that are not UTF-8 are replaced.
  static var values: [String: String] { ProcessInfo.processInfo.environment }

  /// A variable's raw bytes, which need not be UTF-8; nil if it is not set.
  static func bytes(of name: String) -> [UInt8]? {
    guard let value = getenv(name) else { return nil }
    return Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }
}

/// Looks for a word on the command line that stands for a command and is none.
///
/// The argument parser would call it an unexpected argument.
enum CommandNames {
  /// The parser's own command, at the beginning of a line only.
  private static let help = "help"

  /// Throws if the command line names a command that does not exist.
  static func check(_ arguments: [String]) throws(Failure) {
    var command: any ParsableCommand.Type = Tidings.self
    var path = [Tidings._commandName]
    let asksForHelp = arguments.first == help
    for word in asksForHelp ? arguments.dropFirst() : arguments[...] {
      let configuration = command.configuration
      if word.hasPrefix("-") || asksForHelp && path.count == 1 && word == help { return }
      if configuration.subcommands.isEmpty, !asksForHelp { return }
      if let next = configuration.subcommands.first(where: { $0._commandName == word }) {
        command = next
        path.append(word)
        continue
      }
      let failure = Failure.noCommand(
        word, of: path,
        known: configuration.subcommands.filter { $0.configuration.shouldDisplay }
          .map { $0._commandName }, isHelp: word == help)
      guard configuration.defaultSubcommand != nil, !asksForHelp else { throw failure.failure }
      // It may be what the default command works on.
      if failure.isNear, access(word, F_OK) != 0 { throw failure.failure }
      return
    }
  }
}

/// Looks for empty values and arguments, which an unset variable of a shell leaves.
enum EmptyArguments {
  /// Empty, these remove what the configuration file says, or find everything.
  private static let meaningful: Set = ["--brand", "--address", "--search"]

  static func check(_ arguments: [String]) throws(Failure) {
    for (index, argument) in arguments.prefix(while: { $0 != "--" }).enumerated() {
      if argument.isEmpty {
        try refuse(optionWithoutValue(at: index - 1, in: arguments))
      }
      if argument.hasPrefix("-"), argument.firstIndex(of: "=") == argument.indices.last {
        try refuse(String(argument.dropLast()))
      }
    }
  }

  private static func refuse(_ option: String?) throws(Failure) {
    if let option, meaningful.contains(option) { return }
    throw Failure.usage(
      "\(option ?? "an argument") is empty",
      "give it a value, or leave it out; an unset variable is empty")
  }

  /// The argument at `index` if it is an option that needs a value after it; only the parser tells it
  /// from a flag.
  private static func optionWithoutValue(at index: Int, in arguments: [String]) -> String? {
    do { _ = try Tidings.parseAsRoot(Array(arguments.prefix(index + 1))) } catch {
      if Tidings.message(for: error).hasPrefix("Missing value") { return arguments[index] }
    }
    return nil
  }
}

/// Which Tidings this is.
enum Version {
  /// The only place that names it; packages and archives are called by what the binary says.
  static let number = "0.1.0"

  /// `0.1.0`, with the commit in parentheses where the build was told it.
  static var text: String {
    let commit = String(cString: tidings_commit())
    return commit.isEmpty ? number : "\(number) (\(commit))"
  }
}
