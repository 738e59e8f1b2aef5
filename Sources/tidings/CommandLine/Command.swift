import ByteText
import Glibc
import Pipeline

/// A command: what the help says of it, what it takes, and what it does.
struct Command: Sendable {
  let name: String
  /// One sentence.
  let abstract: String
  /// What the abstract leaves out.
  var about = ""
  /// Command lines to begin with, one a line.
  var examples = ""
  /// Its commands, if it does nothing itself.
  var commands: [Command] = []
  /// The one of its commands that is meant where none is named.
  var standard: String?
  /// Whether the help leaves it out.
  var isHidden = false
  /// The options and arguments that it takes, as the help groups them.
  var options: @Sendable () -> [OptionGroup] = { [] }
  /// Makes the configuration file's plan that of this command, before the options are laid over it.
  var narrow: @Sendable (inout Plan, [String: [String]]) throws -> Void = { plan, _ in
    plan.makeNothing()
  }
  var run: @Sendable (Request) async throws -> ExitStatus = { _ in .done }
}

/// Options under one title of the help.
struct OptionGroup: Sendable {
  let title: String
  let rows: [Setting<Request>]

  /// - Parameter rows: those that only a file can give are left out.
  init(_ title: String, _ rows: [Setting<Request>]) {
    self.title = title
    self.rows = rows.filter { $0.key.optionName != nil }
  }
}

extension Command {
  /// Its commands that the help shows.
  var shown: [Command] { commands.filter { !$0.isHidden } }

  /// All options and arguments.
  var rows: [Setting<Request>] { options().flatMap(\.rows) }
  var arguments: [SettingKey] { rows.map(\.key).filter { $0.flag.kind == .argument } }

  /// The command that words name, the words that lead to it, and those behind them.
  ///
  /// - Parameter forHelp: whether the words name what help is asked for: a command that has others is
  ///   one of them, and every word must be a command.
  func named(
    by words: [String], forHelp: Bool = false
  ) throws -> (command: Command, path: [String], rest: ArraySlice<String>) {
    var (command, path, rest) = (self, [name], words[...])
    while let word = rest.first, !word.hasPrefix("-"), forHelp || !command.commands.isEmpty {
      if let next = command.commands.first(where: { $0.name == word }) {
        (command, path) = (next, path + [word])
        rest.removeFirst()
        continue
      }
      let (fault, isNear) = Fault.noCommand(
        word, of: path, known: command.shown.map(\.name), isHelp: word == "help")
      // It may be what the standard command works on.
      guard command.standard != nil, !forHelp, !isNear || access(word, F_OK) == 0 else {
        throw fault
      }
      break
    }
    if !forHelp, let standard = command.commands.first(where: { $0.name == command.standard }) {
      (command, path) = (standard, path + [standard.name])
    }
    return (command, path, rest)
  }

  // MARK: Runs commands: turns a fault into a message on standard error and an exit status.

  static func run(_ arguments: [String]) async -> Int32 {
    // Writing to a closed pipe fails with EPIPE instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    // Writing beyond the file size limit fails with EFBIG instead of ending the process.
    signal(SIGXFSZ, SIG_IGN)
    do {
      if let text = try Help.asked(arguments) {
        try StandardStream.output.write(Array(text.utf8))
        return ExitStatus.done.rawValue
      }
      let (command, path, words) = try tidings.named(by: arguments)
      if !command.commands.isEmpty {
        if let option = words.first, option != "--" {
          let name = path.joined(separator: " ")
          throw Fault.usage(
            "\(name) has no option \(option)",
            "options follow a command; \(name) --help shows the commands")
        }
        try StandardStream.output.write(Array(Help.page(command, path, isWhole: false).utf8))
        return ExitStatus.done.rawValue
      }
      let status = try await command.run(Request(command, at: path.joined(separator: " "), words))
      // Told to stop when it had just done everything.
      Interruption.current?.endProcess()
      return status.rawValue
    } catch {
      let fault = Fault(anyError: error)
      // It was reported when the signal came.
      if fault.isInterruption { Interruption.current?.endProcess() }
      report(fault)
      return fault.kind.rawValue
    }
  }

  /// Prints what happened and what to do on standard error, with control characters made visible.
  static func report(_ fault: Fault) {
    for earlier in fault.earlier { report(earlier) }
    say("tidings: " + fault.sentence)
    if let advice = fault.advice { say("         " + advice) }
  }

  static func warn(_ sentences: [String]) {
    for sentence in sentences { say("tidings: " + sentence) }
  }

  static func say(_ line: String) {
    let stream = StandardStream.error
    // A line of progress makes room.
    let beginning = stream.erasesLines ? StandardStream.lineBeginning : ""
    // If standard error cannot be written, there is no one to tell.
    try? stream.write(Array((beginning + VisibleText.line(line) + "\n").utf8))
  }
}
