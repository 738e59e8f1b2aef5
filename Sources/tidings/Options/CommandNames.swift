import ArgumentParser
import Glibc

/// Looks for a word on the command line that stands for a command and is none.
///
/// The argument parser would call it an unexpected argument.
enum CommandNames {
  /// What the parser understands besides the commands that are declared.
  private static let ofParser: Set = ["help"]

  /// Throws if the command line names a command that does not exist.
  static func check(_ arguments: [String]) throws(Failure) {
    var command: any ParsableCommand.Type = Tidings.self
    var path = [Tidings._commandName]
    for word in arguments {
      let configuration = command.configuration
      if word.hasPrefix("-") || configuration.subcommands.isEmpty || ofParser.contains(word) {
        return
      }
      if let next = configuration.subcommands.first(where: { $0._commandName == word }) {
        command = next
        path.append(word)
        continue
      }
      let failure = Failure.noCommand(
        word, of: path,
        known: configuration.subcommands.filter { $0.configuration.shouldDisplay }
          .map { $0._commandName })
      guard configuration.defaultSubcommand != nil else { throw failure.failure }
      // It may be what the default command works on.
      if failure.isNear, access(word, F_OK) != 0 { throw failure.failure }
      return
    }
  }
}
