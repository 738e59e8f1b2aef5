import ByteText
import Foundation
import Languages
import Pipeline
import Rendering

/// The help of a command: one screen with the options of the first days, or all of them.
enum Help {
  static let columns = 80
  private static let indent = 27
  /// More options than these, and the first screen shows only the first ones.
  private static let mostOptions = 25
  private static let version = ("--version", "Shows the version")

  /// What the arguments ask for instead of a command's work; nil if they do not.
  static func asked(_ arguments: [String]) throws -> String? {
    let options = arguments.prefix { $0 != "--" }
    if options.contains("--version") { return Version.text + "\n" }
    let isWhole = options.contains("--help-all")
    let isHelp = arguments.isEmpty || arguments.first == "help"
    guard isWhole || isHelp || options.contains("--help") || options.contains("-h") else {
      return nil
    }
    let words = Array(arguments.first == "help" ? arguments.dropFirst() : arguments[...])
    // The help of a command that has others is its own, and not that of the one that it stands for.
    let named = words == ["help"] ? [] : words.prefix { !$0.hasPrefix("-") }
    let found = try? Command.tidings.named(by: Array(named), forHelp: true)
    let (command, path, _) = try found ?? Command.tidings.named(by: words, forHelp: isHelp)
    return page(command, path, isWhole: isWhole)
  }

  /// The page in lines of at most 80 columns.
  static func page(_ command: Command, _ path: [String], isWhole: Bool) -> String {
    let name = path.joined(separator: " ")
    let (groups, isCut) = shown(of: command, isWhole: isWhole)
    var lines = wrapped(command.abstract)
    if isWhole, !command.about.isEmpty {
      for paragraph in command.about.split(separator: "\n\n") {
        lines += [""] + wrapped("\(paragraph)")
      }
    }
    let examples = command.examples.split(separator: "\n").map { "  " + $0 }
    let short = examples.filter { isWhole || $0.count <= columns }
    if !short.isEmpty { lines += (isWhole ? ["", "EXAMPLES"] : [""]) + short }
    lines += ["", "USAGE: " + usage(command, name)]
    for group in groups {
      lines += ["", isWhole ? group.title.uppercased() + ":" : nil].compactMap(\.self)
      lines += group.rows.flatMap { row($0.key, isWhole: isWhole) }
    }
    let isFirst = path.count == 1
    if isFirst, !isWhole { lines += [""] + row(version.0, version.1) }
    if !command.shown.isEmpty {
      lines += ["", isWhole ? "SUBCOMMANDS:" : nil].compactMap(\.self)
      lines += command.shown.flatMap { row($0.name, sentence($0.abstract)) }
      let hint = isFirst ? "Try tidings summary FILE; " : ""
      lines += ["", hint + "tidings help and a command's name say more of it."]
    }
    if isWhole {
      lines += ["", "HELP:"] + row("-h, --help", "Shows the first options")
      if isFirst { lines += row(version.0, version.1) + ["", "EXIT STATUS", ExitStatus.help] }
    } else if isCut {
      lines += ["", "\(name) --help-all shows every option."]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `tidings digest [<export> ...] [<options>]`
  static func usage(_ command: Command, _ path: String) -> String {
    if !command.commands.isEmpty { return path + " <command>" }
    let arguments = command.arguments.map { key in
      let name = "<\(key.valueName ?? "")>"
      return key.type.isList ? "[\(name) ...]" : key.standard == nil ? name : "[\(name)]"
    }
    let options = command.rows.count > arguments.count ? ["[<options>]"] : []
    return ([path] + arguments + options).joined(separator: " ")
  }

  /// The first screen has one list, and the whole help one for each title.
  private static func shown(
    of command: Command, isWhole: Bool
  ) -> (groups: [OptionGroup], isCut: Bool) {
    let groups = command.options()
    if isWhole { return (groups.filter { !$0.rows.isEmpty }, false) }
    let rows = groups.flatMap(\.rows)
    let first = rows.filter { $0.key.flag.isFirst || $0.key.flag.kind == .argument }
    let isCut = rows.count > mostOptions
    return (rows.isEmpty ? [] : [OptionGroup("", isCut ? first : rows)], isCut)
  }

  /// `-o, --output <dir>`; `--images/--no-images`
  static func spelled(_ key: SettingKey) -> String {
    let value = key.valueName.map { "<\($0)>" }
    if key.flag.kind == .argument { return value ?? "" }
    let isOn = key.type.isSwitch && key.standard == "true"
    let name = (isOn ? "--\(key.optionName ?? "")/" : "") + key.dashedName
    let names = [key.flag.short.map { "-\($0)" }, name].compactMap(\.self)
    return [names.joined(separator: ", "), value].compactMap(\.self).joined(separator: " ")
  }

  private static func row(_ key: SettingKey, isWhole: Bool) -> [String] {
    row(spelled(key), isWhole ? explanation(key) : clause(of: key.meaning))
  }

  /// What an option does, with its values and default.
  static func explanation(_ key: SettingKey) -> String {
    if !key.type.isSwitch { return key.explanation }
    return key.meaning + (key.standard == "true" ? " Default: --\(key.optionName ?? "")." : "")
  }

  private static func row(_ name: String, _ meaning: String) -> [String] {
    let words = DisplayWidth.wrapped(meaning, columns: columns - indent)
    let head = "  \(name) "
    let isLong = head.count > indent
    let lines = words.enumerated().map { index, line in
      (index == 0 && !isLong ? head : "").padded(to: indent) + line
    }
    return (isLong ? [String(head.dropLast())] : []) + lines
  }

  /// What stands before the values, the default or the aside, as far as it must be cut for a line.
  private static func clause(of meaning: String) -> String {
    let ends = [";", ":", " (", ". ", ", and ", ", or ", ", for ", ", "]
    let cut = ends.lazy.compactMap { meaning.range(of: $0)?.lowerBound }
      .map { String(meaning[..<$0]) }.first { $0.count <= columns - indent }
    let whole = sentence(meaning)
    return whole.count <= columns - indent ? whole : cut ?? whole
  }

  /// One sentence as lists have it, without the full stop.
  private static func sentence(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  private static func wrapped(_ text: String) -> [String] {
    DisplayWidth.wrapped(text, columns: columns)
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

// MARK: For other programs

extension Command {
  /// What the man pages, the manual's reference and tests are made of: all commands with their options.
  static var helpDocument: [UInt8] {
    JSONWriter.line { json in
      json.member("version", Version.number)
      json.object("command") { $0.writeMembers(of: tidings, tidings.name) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func writeMembers(of command: Command, _ path: String) {
    member("name", command.name)
    member("abstract", command.abstract)
    member("about", command.about)
    member("examples", command.examples.split(separator: "\n").map { String($0) })
    member("usage", Help.usage(command, path))
    member("isHidden", command.isHidden)
    let options = command.options().flatMap { group in group.rows.map { (group.title, $0.key) } }
    objects("options", options) { json, option in
      let (title, key) = option
      json.member("title", title)
      json.member("name", key.optionName ?? key.name)
      json.member("spelled", Help.spelled(key))
      json.member("isArgument", key.flag.kind == .argument)
      json.member("isRepeating", key.type.isList)
      json.member("meaning", Help.explanation(key))
      json.member("values", key.type.allowed)
    }
    objects("commands", command.commands) { $0.writeMembers(of: $1, "\(path) \($1.name)") }
  }
}
