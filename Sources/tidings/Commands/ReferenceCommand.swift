import ByteText
import Delivery
import Pipeline
import Profiles
import Recipients
import Rendering

extension Command {
  /// `tidings reference`, which the manual, the man pages and the completions are made with.
  static let reference = Command(
    name: "reference",
    abstract: "Prints what the manual, the man pages and the completions are made of.",
    isHidden: true,
    options: {
      let pages = ReferencePage.allCases.map(\.rawValue) + Completion.allCases.map(\.rawValue)
      return [
        OptionGroup(
          "Input",
          [
            Setting(
              "page", .word(pages + ["help"]), meaning: "The page.",
              flag: SettingFlag("page", .argument, value: "page")
            ) { $0.operands = [$1] }
          ])
      ]
    },
    run: { request in
      let page = request.operands.first ?? "help"
      let text = ReferencePage(rawValue: page)?.markdown ?? Completion(rawValue: page)?.script
      try StandardStream.output.write(text.map { Array($0.utf8) } ?? helpDocument)
      return .done
    })
}

/// A page of the reference that is made from declarations of the program. Those of commands and
/// schemas are made from what the binary and the schemas say of themselves.
enum ReferencePage: String, CaseIterable {
  case configuration, profiles, templates, recipients, metrics, outcomes
  case exitStatuses = "exit-statuses"

  var markdown: String {
    switch self {
    case .configuration: Self.configurationPage
    case .profiles: Self.profilePage
    case .templates: Self.templatePage
    case .recipients: Self.recipientPage
    case .metrics: Self.metricPage
    case .outcomes: Self.outcomePage
    case .exitStatuses: Self.exitStatusPage
    }
  }

  private static var templatePage: String {
    """
    # Template reference

    The bundled templates. `tidings templates keys` prints every key that they may use, by document. A
    folder of your own (`--templates`, or `templates` in `tidings.yaml`) needs only the files that it
    changes: `tidings templates eject` copies them, and `tidings templates check` checks yours.

    ## Documents

    \(documents)
    ## Partials

    A template includes a partial by its path, as in `{{> digest/item.md}}`. A partial of your own
    ends in `.partial.md` or `.partial.html`.

    \(partials)
    ## Other files

    Catalogues hold the words of each language, and schemas describe [JSON for programs](../json.md).
    Styles and scripts are used as they are.

    \(others)
    """
  }

  private static var documents: String {
    MarkdownTable.text(
      "File", "What it makes", rows: TemplateDocument.all.map { ["`\($0.path)`", $0.meaning] })
  }

  /// The users of each partial, by its path.
  private static var users: [String: [String]] {
    let bundled = TemplateCatalogue.bundled
    var users: [String: [String]] = [:]
    for path in bundled.keys.sorted() {
      let source = String(decoding: bundled[path] ?? [], as: UTF8.self)
      for part in source.split(separator: "{{> ").dropFirst() {
        let name = String(part.prefix { $0 != "}" })
        if bundled[name] != nil, users[name]?.last != path { users[name, default: []].append(path) }
      }
    }
    return users
  }

  private static var partials: String {
    let rows = users.sorted { $0.key < $1.key }.map { name, paths in
      ["`\(name)`", paths.map { "`\($0)`" }.joined(separator: ", ")]
    }
    return MarkdownTable.text("File", "Used by", rows: rows)
  }

  private static var others: String {
    let known = Set(TemplateDocument.all.map(\.path)).union(users.keys)
    return TemplateCatalogue.bundled.keys.filter { !known.contains($0) }.sorted()
      .map { "`\($0)`" }.joined(separator: ", ") + ".\n"
  }

  /// The metrics of `--metrics`.
  private static var metricPage: String {
    let rows = Metric.all.map { metric in
      ["`\(metric.name)`", metric.labels.map { "`\($0)`" }.joined(separator: ", "), metric.help]
    }
    return """
      # Metric reference

      The metrics that `--metrics`, or `metrics` in `tidings.yaml`, writes for Prometheus' textfile
      collector, each a \(Metric.type). Each run replaces the file.

      \(MarkdownTable.text("Metric", "Labels", "Meaning", rows: rows))
      The label `outcome` is one of the [outcomes](outcomes.md), and `rule` is one of the
      [rules](outcomes.md#notifications-that-are-left-out).

      """
  }

  private static var outcomePage: String {
    let outcomes = MailOutcome.Kind.allCases.map {
      ["`\($0.rawValue)`", $0.meaning, $0.closesSlot ? "yes" : "no"]
    }
    let rules = MailRule.allCases.map { ["`\($0.name)`", $0.meaning] }
    let places = MailPlace.allCases.map {
      ["`\($0.rawValue)`", AnswerSentence.words($0).capitalizedSentence]
    }
    return """
      # Outcome reference

      What a run of `tidings mail` or `tidings build` may decide about a recipient. The report, the
      metrics, the ledger and `tidings ledger why` use the same words.

      ## Outcomes

      A slot is a time at which a mail is due. A run after an outcome that leaves the slot open
      decides again.

      \(MarkdownTable.text("Outcome", "Meaning", "Closes the slot", rows: outcomes))
      ## Notifications that are left out

      Each notification counts under one rule, even if several apply.

      \(MarkdownTable.text("Rule", "Meaning", rows: rules))
      ## Where a mail is

      `tidings ledger why` also says where a mail that was handed over is now.

      \(MarkdownTable.text("Place", "Meaning", rows: places))
      """
  }

  private static var exitStatusPage: String {
    let statuses = ExitStatus.explanations.map { status in
      let parts = [status.summary.capitalizedSentence, status.details].filter { !$0.isEmpty }
      return ["\(status.status)", parts.joined(separator: " "), status.advice]
    }
    let signals = ExitStatus.signals.map {
      [$0.status, $0.summary.capitalizedSentence, "Start again."]
    }
    return """
      # Exit statuses

      The exit statuses of every command. Standard error says what went wrong, where, and what to do.

      \(MarkdownTable.text("Status", "Meaning", "What to do", rows: statuses + signals))
      A job that ends with 65 or more has written its report and its metrics where it could, unless the
      command line or the configuration file is wrong. Starting again is always right: every file that was written
      is complete, and a run that was stopped goes on. The senders have
      [statuses of their own](../sending.md#two-senders).

      """
  }

  private static var configurationPage: String {
    var chapters = [
      """
      # Configuration reference

      Every key of `tidings.yaml`. Paths are relative to the folder of the file. `tidings init` writes
      a file that explains the same keys.

      """,
      "## The file\n\n" + table(Settings.keys),
    ]
    for key in Settings.keys where !key.members.isEmpty {
      let title = key.hasOwnNames ? "`\(key.name).NAME`" : "`\(key.name)`"
      chapters.append("## \(title)\n\n\(key.meaning)\n\n" + table(key.members))
    }
    return chapters.joined(separator: "\n")
  }

  private static func table(_ keys: [SettingKey]) -> String {
    let rows = keys.map { key in
      let standard = key.need == .required ? "required" : key.standard ?? ""
      // A default or a word of the type is an example of its own.
      let isSaid =
        key.example.isEmpty || key.example == standard || key.type.name.contains(key.example)
      let meaning = key.members.isEmpty ? key.meaning : "See below."
      let example = isSaid ? "" : " Example: `\(key.example)`"
      return ["`\(key.name)`", key.type.name, standard, meaning + example]
    }
    return MarkdownTable.text("Key", "Type", "Default", "Meaning", rows: rows)
  }

  private static var profilePage: String {
    var chapters = [
      """
      # Profile reference

      Every key that a profile may have. `NAME` and `TYPE` stand for names of your own. The bundled
      profiles are examples: `tidings profiles show rooms` prints one.

      """
    ]
    for section in ProfileSchema.sections {
      let rows = section.members.map {
        ["`\($0.name)`", ($0.isRequired ? "Required. " : "") + $0.meaning]
      }
      let table = MarkdownTable.text("Key", "Meaning", rows: rows)
      let introduction = section.introduction.map { $0 + "\n\n" } ?? ""
      chapters.append("## \(section.title)\n\n\(introduction)\(table)")
    }
    return chapters.joined(separator: "\n")
  }

  private static var recipientPage: String {
    let rows = RecipientField.all.map { field in
      let others = field.names.dropFirst().map { "`\($0)`" }.joined(separator: ", ")
      let also = others.isEmpty ? "" : " Also written \(others)."
      let meaning = "\(field.meaning)\(also) Example: `\(field.example)`"
      return ["`\(field.name)`", field.standard, meaning]
    }
    let own = RecipientField.all.filter { !$0.isPreference }.map { "`\($0.name)`" }
    return """
      # Recipient reference

      Every field of a recipients file.

      Names match regardless of case and underscores: `timeZone`, `time_zone` and `TIMEZONE` are the
      same field. A dot means an object: `quietHours.start` is `{"quietHours": {"start": …}}`. If
      several spellings are present, the first one that is neither null nor an empty text counts.

      All fields except \(own.dropLast().joined(separator: ", ")) and \(own.last ?? "") may also be in an
      object `preferences`.

      \(MarkdownTable.text("Field", "Default", "Meaning", rows: rows))
      """
  }
}

extension String {
  fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
