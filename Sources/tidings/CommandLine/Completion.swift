import Pipeline

/// What shells need to complete command lines: a table of the words that may follow.
enum Completion: String, CaseIterable {
  case bash, zsh, fish

  var script: String {
    switch self {
    case .bash: Self.words + Self.bashFunction
    case .zsh: "#compdef tidings\n" + Self.words + Self.zshFunction
    case .fish: Self.fishLines
    }
  }

  /// The commands that do something, with the words that lead to them, and those that have others.
  private static func walk(
    _ command: Command, _ path: [String] = []
  ) -> [(command: Command, path: [String])] {
    [(command, path)] + command.shown.flatMap { walk($0, path + [$0.name]) }
  }

  /// Those that may follow a command: its own, or those of the one that it stands for.
  private static func options(of command: Command) -> [SettingKey] {
    let standard = command.commands.first { $0.name == command.standard }
    return (standard ?? command).rows.map(\.key).filter { $0.flag.kind == .option }
  }

  /// A shell function that prints what may follow a command, or an option of it.
  private static var words: String {
    var lines = ["_tidings_words() {", "  case \"$1\" in"]
    for (command, path) in walk(.tidings) {
      let start = path.map { " " + $0 }.joined()
      let keys = options(of: command)
      let words = command.shown.map(\.name) + keys.map(\.dashedName) + ["--help"]
      lines.append("    '\(start)') echo '\(words.joined(separator: " "))' ;;")
      for key in keys where !key.type.allowed.isEmpty {
        let values = key.type.allowed.joined(separator: " ")
        lines.append("    '\(start) \(key.dashedName)') echo '\(values)' ;;")
      }
    }
    return (lines + ["  esac", "}", ""]).joined(separator: "\n")
  }

  private static let bashFunction = """
    _tidings() {
      local path= word last="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
      for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        [[ -n $word && $word != -* && " $(_tidings_words "$path") " == *" $word "* ]] && path+=" $word"
      done
      local words="$(_tidings_words "$path $before")"
      COMPREPLY=($(compgen -W "${words:-$(_tidings_words "$path")}" -- "$last"))
      [[ -n $words ]] || COMPREPLY+=($(compgen -f -- "$last"))
    }
    complete -o filenames -F _tidings tidings

    """

  private static let zshFunction = """
    _tidings() {
      local where= word values
      for word in ${words[2,CURRENT-1]}; do
        [[ $word != -* && " $(_tidings_words "$where") " == *" $word "* ]] && where+=" $word"
      done
      values=$(_tidings_words "$where ${words[CURRENT-1]}")
      if [[ -n $values ]]; then compadd -- ${=values}; return; fi
      compadd -- ${=$(_tidings_words "$where")}
      _files
    }
    compdef _tidings tidings

    """

  private static var fishLines: String {
    func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "\\'") + "'" }
    var lines: [String] = []
    for (command, path) in walk(.tidings) {
      let seen = path.map { "__fish_seen_subcommand_from \($0)" }
      let condition = path.isEmpty ? "__fish_use_subcommand" : seen.joined(separator: "; and ")
      let start = "complete -c tidings -n \(quoted(condition))"
      lines += command.shown.map { "\(start) -a \($0.name) -d \(quoted($0.abstract))" }
      for key in options(of: command) {
        let short = key.flag.short.map { " -s \($0)" } ?? ""
        let values = key.type.allowed.joined(separator: " ")
        let meaning = key.type.isSwitch ? Help.explanation(key) : key.meaning
        let value = key.type.isSwitch ? "" : values.isEmpty ? " -r" : " -x -a \(quoted(values))"
        lines.append(
          "\(start)\(short) -l \(key.dashedName.dropFirst(2))\(value) -d \(quoted(meaning))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
