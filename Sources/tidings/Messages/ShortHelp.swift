import ArgumentParser
import Foundation
import Languages

/// The help of one screen: what a command does, its examples, and the options of the first days.
/// `--help-all` prints the parser's own, which leaves nothing out.
enum ShortHelp {
  /// The options that a first screen shows, in every command that has them; all others are settings of
  /// a configuration file, or for a rare day.
  private static let first: Set = [
    "config", "id", "all", "state", "recipients", "suppress", "recipient", "type", "priority",
    "unread", "search", "since", "days", "from", "brand", "frequency", "hour", "unsubscribe-url",
    "inbox-url", "now", "time-zone", "locale", "output", "as", "preview", "format", "quiet",
    "dry-run", "force", "allow-incomplete", "strict", "index",
  ]
  /// More options than these, and a command shows only the first ones.
  private static let mostOptions = 25

  static let columns = 80
  private static let indent = 27

  /// The arguments with `--help-all` as the parser spells it, and whether the short help is asked for.
  static func asked(_ arguments: [String]) -> (arguments: [String], isShort: Bool) {
    let options = arguments.prefix { $0 != "--" }
    if options.contains("--help-all") {
      return (arguments.map { $0 == "--help-all" ? "--help" : $0 }, false)
    }
    let isShort =
      arguments.isEmpty || arguments.first == "help" || options.contains("--help")
      || options.contains("-h")
    return (arguments, isShort)
  }

  /// The help of the command that the arguments name, in lines of at most 80 columns.
  static func text(for arguments: [String]) throws -> String {
    var command = try JSONDecoder().decode(
      Dump.self, from: Data(Tidings._dumpHelp().utf8)
    ).command
    var path = [command.commandName]
    for word in arguments {
      if word == "help", path.count == 1 { continue }
      guard let next = command.subcommands?.first(where: { $0.commandName == word }) else { break }
      command = next
      path.append(word)
    }
    return page(command, path.joined(separator: " "))
  }

  private static func page(_ command: Dump.Command, _ path: String) -> String {
    var lines = DisplayWidth.wrapped(command.abstract ?? "", columns: columns) + [""]
    let discussion = (command.discussion ?? "").components(separatedBy: "\n")
    let examples = discussion.drop { $0 != "EXAMPLES" }.dropFirst().prefix { $0.hasPrefix("  ") }
    lines += examples.filter { $0.count <= columns } + (examples.isEmpty ? [] : [""])
    let shown = shown(command)
    let arguments = shown.options.filter { $0.kind == .positional }
    let usage = arguments.map { $0.isRepeating ? "[<\($0.valueName ?? "")> ...]" : $0.spelled }
    let below = (command.subcommands ?? []).filter { $0.isShown && $0.commandName != "help" }
    let rest = below.isEmpty ? usage + ["[<options>]"] : ["<command>"]
    lines += ["USAGE: " + ([path] + rest).joined(separator: " "), ""]
    lines += shown.options.flatMap { row($0.spelled, $0.abstract ?? "") }
    lines += below.flatMap { row($0.commandName, $0.abstract ?? "") }
    if !below.isEmpty { lines += ["", "tidings help and a command's name say more of it."] }
    if !shown.isWhole { lines += ["", "\(path) --help-all shows every option."] }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func shown(_ command: Dump.Command) -> (options: [Dump.Argument], isWhole: Bool) {
    let all = (command.arguments ?? []).filter { $0.isShown && $0.name != "help" }
    if all.count <= mostOptions { return (all, true) }
    return (all.filter { $0.kind == .positional || first.contains($0.name) }, false)
  }

  private static func row(_ name: String, _ meaning: String) -> [String] {
    let words = DisplayWidth.wrapped(clause(of: meaning), columns: columns - indent)
    return words.enumerated().map { index, line in
      let head = index == 0 ? "  \(name) " : ""
      return head.padding(toLength: max(indent, head.count), withPad: " ", startingAt: 0) + line
    }
  }

  /// What stands before the values, the default or the aside, as far as it must be cut for a line.
  private static func clause(of meaning: String) -> String {
    let ends = [";", ":", " (", ", and ", ", or ", ", for "]
    let cut = ends.lazy.compactMap { meaning.range(of: $0)?.lowerBound }
      .map { String(meaning[..<$0]) }.first { $0.count <= columns - indent }
    let whole = meaning.hasSuffix(".") ? String(meaning.dropLast()) : meaning
    return whole.count <= columns - indent ? whole : cut ?? whole
  }

  /// What the parser knows of commands, as it prints it.
  private struct Dump: Decodable {
    struct Command: Decodable {
      var commandName: String
      var abstract: String?
      var discussion: String?
      var shouldDisplay: Bool?
      var arguments: [Argument]?
      var subcommands: [Command]?

      var isShown: Bool { shouldDisplay ?? true }
    }

    struct Argument: Decodable {
      enum Kind: String, Decodable { case positional, option, flag }

      struct Name: Decodable {
        var kind: String
        var name: String
      }

      var kind: Kind
      var abstract: String?
      var isRepeating: Bool
      var shouldDisplay: Bool?
      var valueName: String?
      var names: [Name]?
      var preferredName: Name?

      var isShown: Bool { shouldDisplay ?? true }
      var name: String { preferredName?.name ?? valueName ?? "" }
      /// `-o, --output <file>`
      var spelled: String {
        let value = "<\(valueName ?? "")>"
        if kind == .positional { return value }
        let names = (names ?? []).filter { $0.kind != "long" || $0.name == name }
        let dashed = names.map { ($0.kind == "long" ? "--" : "-") + $0.name }
        return dashed.sorted { $0.count < $1.count }.joined(separator: ", ")
          + (kind == .flag ? "" : " " + value)
      }
    }

    var command: Command
  }
}
