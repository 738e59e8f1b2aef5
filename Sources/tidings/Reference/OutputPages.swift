import ByteText
import Delivery
import Pipeline
import Rendering

/// The documents, their partials and every key.
enum TemplatePage {
  static var markdown: String {
    """
    # Template reference

    The bundled templates, and every key that they may use. A folder of your own
    (`--templates`, or `templates` in `tidings.yaml`) needs only the files that it changes.
    `tidings templates eject` copies them, `tidings templates check` checks yours, and
    `tidings templates keys` prints the keys.

    ## Documents

    \(documents)
    ## Partials

    A template includes a partial by its path, as in `{{> digest/item.md}}`. A partial of your own
    ends in `.partial.md` or `.partial.html`.

    \(partials)
    ## Other files

    Catalogues hold the words of each language. The other files are used as they are.

    \(others)
    \(DocumentTemplates.keyReference)
    """
  }

  private static var documents: String {
    var table = MarkdownTable("File", "What it makes", "Keys")
    for document in TemplateDocument.all {
      let title = "keys of " + document.kind
      let anchor = title.filter { $0 == " " || $0.isLetter }.replacing(" ", with: "-")
      table.append(["`\(document.path)`", document.meaning, "[\(title)](#\(anchor))"])
    }
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
      .map { "- `\($0)`\n" }.joined()
  }
}

/// The metrics of `--metrics`.
enum MetricPage {
  static var markdown: String {
    var table = MarkdownTable("Metric", "Type", "Labels", "Meaning")
    for metric in Metric.allCases {
      let labels = metric.labels.map { "`\($0)`" }.joined(separator: ", ")
      table.append(["`\(metric.rawValue)`", Metric.type, labels, metric.help])
    }
    return """
      # Metric reference

      The metrics that `--metrics`, or `metrics` in `tidings.yaml`, writes for Prometheus' textfile
      collector. Each run replaces the file.

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

/// The exit statuses of the program.
enum ExitStatusPage {
  static var markdown: String {
    var table = MarkdownTable("Status", "Meaning", "What to do")
    for status in ExitStatus.allCases {
      let parts = [status.summary.capitalizedSentence, status.details].filter { !$0.isEmpty }
      table.append(["\(status.rawValue)", parts.joined(separator: " "), status.advice])
    }
    for signal in ExitStatus.signals {
      table.append([
        signal.status, signal.summary.capitalizedSentence,
        "Start again. The run goes on where it stopped, and every file that was written is complete.",
      ])
    }
    return """
      # Exit statuses

      The exit statuses of every command. Those from 64 to 75 come from `sysexits.h`. Those above 128
      are what a shell reports for a run that a signal ended. Standard error says what went wrong,
      where, and what to do.

      \(table.text)
      A job that ends with 65 or more has written its report and its metrics, unless the command line
      or the configuration file is wrong. Starting again is always right: a run that was stopped is
      completed first. The senders have [statuses of their own](../sending.md).

      """
  }
}

extension String {
  /// The text as a sentence of its own.
  fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
