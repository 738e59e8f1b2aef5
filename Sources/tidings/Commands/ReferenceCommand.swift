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
    case .configuration: ConfigurationPage.markdown
    case .profiles: ProfilePage.markdown
    case .templates: TemplatePage.markdown
    case .recipients: RecipientPage.markdown
    case .metrics: MetricPage.markdown
    case .outcomes: OutcomePage.markdown
    case .exitStatuses: ExitStatusPage.markdown
    }
  }
}

enum TemplatePage {
  static var markdown: String {
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
    var table = MarkdownTable("File", "What it makes")
    for document in TemplateDocument.all { table.append(["`\(document.path)`", document.meaning]) }
    return table.text
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
    var table = MarkdownTable("File", "Used by")
    for (name, paths) in users.sorted(by: { $0.key < $1.key }) {
      table.append(["`\(name)`", paths.map { "`\($0)`" }.joined(separator: ", ")])
    }
    return table.text
  }

  private static var others: String {
    let known = Set(TemplateDocument.all.map(\.path)).union(users.keys)
    return TemplateCatalogue.bundled.keys.filter { !known.contains($0) }.sorted()
      .map { "`\($0)`" }.joined(separator: ", ") + ".\n"
  }
}

/// The metrics of `--metrics`.
enum MetricPage {
  static var markdown: String {
    var table = MarkdownTable("Metric", "Labels", "Meaning")
    for metric in Metric.allCases {
      let labels = metric.labels.map { "`\($0)`" }.joined(separator: ", ")
      table.append(["`\(metric.rawValue)`", labels, metric.help])
    }
    return """
      # Metric reference

      The metrics that `--metrics`, or `metrics` in `tidings.yaml`, writes for Prometheus' textfile
      collector, each a \(Metric.type). Each run replaces the file.

      \(table.text)
      The label `outcome` is one of the [outcomes](outcomes.md), and `rule` is one of the
      [rules](outcomes.md#notifications-that-are-left-out).

      """
  }
}

/// The outcomes of recipients, and what keeps notifications out of a mail.
enum OutcomePage {
  static var markdown: String {
    var outcomes = MarkdownTable("Outcome", "Meaning", "Closes the slot")
    for kind in MailOutcome.Kind.allCases {
      outcomes.append(["`\(kind.rawValue)`", kind.meaning, kind.closesSlot ? "yes" : "no"])
    }
    var rules = MarkdownTable("Rule", "Meaning")
    for rule in MailRule.allCases { rules.append(["`\(rule.name)`", rule.meaning]) }
    var places = MarkdownTable("Place", "Meaning")
    for place in MailPlace.allCases {
      places.append(["`\(place.rawValue)`", AnswerSentence.words(place).capitalizedSentence])
    }
    return """
      # Outcome reference

      What a run of `tidings mail` or `tidings build` may decide about a recipient. The report, the
      metrics, the ledger and `tidings ledger why` use the same words.

      ## Outcomes

      A slot is a time at which a mail is due. A run after an outcome that leaves the slot open
      decides again.

      \(outcomes.text)
      ## Notifications that are left out

      Each notification counts under one rule, even if several apply.

      \(rules.text)
      ## Where a mail is

      `tidings ledger why` also says where a mail that was handed over is now.

      \(places.text)
      """
  }
}

enum ExitStatusPage {
  static var markdown: String {
    var table = MarkdownTable("Status", "Meaning", "What to do")
    for status in ExitStatus.explanations {
      let parts = [status.summary.capitalizedSentence, status.details].filter { !$0.isEmpty }
      table.append(["\(status.status)", parts.joined(separator: " "), status.advice])
    }
    for signal in ExitStatus.signals {
      table.append([
        signal.status, signal.summary.capitalizedSentence,
        "Start again.",
      ])
    }
    return """
      # Exit statuses

      The exit statuses of every command. Standard error says what went wrong, where, and what to do.

      \(table.text)
      A job that ends with 65 or more has written its report and its metrics, unless the command line
      or the configuration file is wrong. Starting again is always right: every file that was written
      is complete, and a run that was stopped goes on. The senders have
      [statuses of their own](../sending.md#two-senders).

      """
  }
}

extension String {
  /// The text as a sentence of its own.
  fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}

/// Every key of the configuration file.
enum ConfigurationPage {
  static var markdown: String {
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
    var table = MarkdownTable("Key", "Type", "Default", "Meaning")
    for key in keys {
      let standard = key.need == .required ? "required" : key.standard ?? ""
      // A default or a word of the type is an example of its own.
      let isSaid =
        key.example.isEmpty || key.example == standard || key.type.name.contains(key.example)
      let meaning = key.members.isEmpty ? key.meaning : "See below."
      let example = isSaid ? "" : " Example: `\(key.example)`"
      table.append(["`\(key.name)`", key.type.name, standard, meaning + example])
    }
    return table.text
  }
}

/// Every key of a profile.
enum ProfilePage {
  static var markdown: String {
    var chapters = [
      """
      # Profile reference

      Every key that a profile may have. `NAME` and `TYPE` stand for names of your own. The bundled
      profiles are examples: `tidings profiles show rooms` prints one.

      """
    ]
    for section in ProfileSchema.sections {
      var table = MarkdownTable("Key", "Meaning")
      for key in section.members {
        table.append(["`\(key.name)`", (key.isRequired ? "Required. " : "") + key.meaning])
      }
      let introduction = section.introduction.map { $0 + "\n\n" } ?? ""
      chapters.append("## \(section.title)\n\n\(introduction)\(table.text)")
    }
    return chapters.joined(separator: "\n")
  }
}

/// Every field of a recipients file.
enum RecipientPage {
  static var markdown: String {
    var table = MarkdownTable("Field", "Default", "Meaning")
    for field in RecipientField.all {
      let others = field.names.dropFirst().map { "`\($0)`" }.joined(separator: ", ")
      let also = others.isEmpty ? "" : " Also written \(others)."
      let meaning = "\(field.meaning)\(also) Example: `\(field.example)`"
      table.append(["`\(field.name)`", field.standard, meaning])
    }
    let own = RecipientField.all.filter { !$0.isPreference }.map { "`\($0.name)`" }
    return """
      # Recipient reference

      Every field of a recipients file.

      Names match regardless of case and underscores: `timeZone`, `time_zone` and `TIMEZONE` are the
      same field. A dot means an object: `quietHours.start` is `{"quietHours": {"start": …}}`. If
      several spellings are present, the first one that is not null counts. An empty text counts as
      absent.

      All fields except \(own.dropLast().joined(separator: ", ")) and \(own.last ?? "") may also be in an
      object `preferences`.

      \(table.text)
      """
  }
}
