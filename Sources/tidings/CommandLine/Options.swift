import Digests
import Exports
import Marks
import Notifications
import Pipeline
import Rendering

/// The options of commands, a row each: those of the plan, which a configuration file has too, and those
/// that only a command line gives.
enum Options {
  typealias Row = Setting<Request>
  typealias Rows = [Row]

  /// Rows of the plan as rows of a request.
  static func plan(_ rows: [Setting<Plan>]) -> Rows {
    rows.map { $0.lifted { (request: inout Request, fill) in fill(&request.plan) } }
  }

  // MARK: What is read

  /// The exports and how they are read, of every command that reads them.
  static var exports: Rows {
    plan([Settings.exports] + Settings.reading + [Settings.state]) + [config]
  }

  static var config: Row {
    Setting(
      "config", .path,
      meaning:
        "Reads options from this file, and the exports if none are named (see tidings init).",
      flag: SettingFlag(value: "file", isFirst: true)
    ) { $0.plan.inputs.configuration = $1 }
  }

  static var recipients: Rows { plan([Settings.recipients]) }

  static var profiles: Rows { plan(Settings.reading).filter { $0.key.name == "profiles" } }

  // MARK: What is chosen

  static var recipient: Row {
    Setting(
      "recipient", .list(of: .text), meaning: "Only this recipient.",
      flag: SettingFlag(value: "id", isFirst: true)
    ) { $0.chosen.recipients = $1 }
  }

  static var selection: Rows {
    [
      recipient,
      Setting(
        "type", .list(of: .text), meaning: "Only this type, by key or label.",
        flag: SettingFlag(value: "type", isFirst: true)
      ) { $0.chosen.types = $1 },
      Setting(
        "priority", .list(of: .priority), meaning: "Only this priority.",
        flag: SettingFlag(value: "priority", isFirst: true)
      ) { $0.chosen.priorities = $1 },
      Setting(
        "where", .list(of: .condition),
        meaning:
          "Only notifications with this value of a field: actor, subject, type or the path of any "
          + "other, such as data.env=production; != excludes a value.",
        flag: SettingFlag(value: "name=value")
      ) { $0.chosen.conditions = $1 },
      Setting("unread", .flag, meaning: "Only unread notifications.", flag: .first) {
        $0.chosen.isUnread = $1
      },
      Setting("read", .flag, meaning: "Only read notifications.") { $0.chosen.isUnread = !$1 },
      Setting(
        "search", .list(of: .anyText),
        meaning:
          "Only notifications with this text in title, body or label, ignoring case and accents.",
        flag: .first
      ) { $0.chosen.searches = $1 },
    ] + window
  }

  private static var window: Rows {
    [
      Setting(
        "since", .dayOrTime,
        meaning: "Only notifications from this day or time on; without an offset, in the zone of "
          + "--time-zone.", flag: .first
      ) { $0.chosen.since = $1 },
      Setting(
        "until", .dayOrTime,
        meaning: "Only notifications before this day or time, in the same zone."
      ) { $0.chosen.until = $1 },
      Setting("days", .days, meaning: "Only the last N days, including today.", flag: .first) {
        $0.chosen.days = $1
      },
    ]
  }

  static var marks: Rows {
    [
      Setting("as", .word(Mark.Kind.allCases), meaning: "The mark.", flag: .first) {
        $0.marked.kind = $1
      },
      Setting("due", .time, meaning: "When what is put off comes back.", flag: .first) {
        $0.marked.due = $1
      },
      Setting(
        "id", .list(of: .text), meaning: "This notification; may be repeated.",
        flag: SettingFlag(value: "id", isFirst: true)
      ) { $0.marked.ids = $1 },
      Setting("all", .flag, meaning: "Marks everyone's notifications.", flag: .first) {
        $0.marked.areAll = $1
      },
    ]
  }

  // MARK: How it looks

  static var now: Row {
    Setting(
      "now", .time, meaning: "The current time, such as 2026-02-08T15:05:00Z.",
      standard: "the clock", flag: .first
    ) { $0.givenTime = $1 }
  }

  /// When and where the reader is. No other options depend on the clock or the environment.
  static var place: Rows { [now] + plan(Settings.place) }

  static var templates: Rows { plan([Settings.templates]) }

  static var inboxLinks: Rows {
    plan([Settings.inboxURL]) + [
      Setting(
        "inbox-folder", .path,
        meaning: "The folder of the pages that {page} names, written by tidings inbox -o.",
        flag: SettingFlag(value: "dir")
      ) { $0.plan.pagesFolder = $1 }
    ]
  }

  static var look: Rows { templates + inboxLinks + plan([Settings.images]) }
  static var brand: Rows { plan(Settings.brandOfPlan) }

  static func lines(of document: String) -> Rows {
    [
      Setting(
        "limit", .number(0...1_000_000),
        meaning: "The most lines of a \(document); counts still include everything.",
        standard: "\(document == "page" ? InboxPlan.defaultLimit : Selection.defaultLimit)"
      ) { $0.limit = $1 },
      Setting(
        "collapse", .flag, meaning: "Combines notifications that belong together into one line.",
        standard: "true"
      ) { $0.collapses = $1 },
    ]
  }

  static var terminal: Rows {
    [
      Setting(
        "color", .word(ColorChoice.allCases),
        meaning: "When to use colors; auto is on a terminal, unless NO_COLOR is set.",
        standard: "auto"
      ) { $0.terminal.color = $1 },
      Setting(
        "columns", .number(TerminalOptions.widths),
        meaning: "The width of what is shown, in columns.",
        standard: "the terminal's, or 80; 72 as text"
      ) { $0.terminal.columns = $1 },
    ]
  }

  // MARK: What is written

  static var format: Row {
    Setting(
      "format", .word(ReportFormat.allCases), meaning: "The format of what is printed.",
      standard: "terminal", flag: .first
    ) { $0.format = $1 }
  }

  static var pager: Row {
    Setting("pager", .flag, meaning: "Shows long output in a pager.", standard: "true") {
      $0.usesPager = $1
    }
  }

  static var show: Rows { [format, pager] }

  static var digestFormat: Row {
    Setting(
      "format", .word(DigestFormat.allCases), meaning: "The format.",
      standard: "terminal on a terminal, else markdown", flag: .first
    ) { $0.digestFormat = $1 }
  }

  static func folder(_ meaning: String) -> Row {
    Setting(
      "output", .path, meaning: meaning,
      flag: SettingFlag(short: "o", value: "dir", isFirst: true)
    ) { $0.folder = $1 }
  }

  static var jobs: Row {
    Setting(
      "jobs", .number(1...ReadingOptions.mostJobs),
      meaning: "The number of workers; the result does not depend on it.",
      standard: "one for each core"
    ) { $0.plan.inputs.jobs = $1 }
  }

  static var work: Rows { plan([Settings.rejected]) + [jobs] }

  static func quiet(_ meaning: String = "Shows no progress on the terminal.") -> Row {
    Setting("quiet", .flag, meaning: meaning, flag: SettingFlag(short: "q", isFirst: true)) {
      $0.isQuiet = $1
    }
  }

  static var loudness: Rows {
    [
      quiet("Prints only what needs attention."),
      Setting(
        "verbose", .flag, meaning: "Prints more about what is done.", flag: SettingFlag(short: "v")
      ) { $0.isVerbose = $1 },
    ]
  }

  // MARK: What a run may do

  static var strict: Rows { plan([Settings.strict]) }

  static func force(_ meaning: String) -> Row {
    Setting("force", .flag, meaning: meaning, flag: .first) { $0.isForced = $1 }
  }

  /// Whether a job writes anything, and what it ignores.
  static var guards: Rows {
    [
      Setting(
        "dry-run", .flag, meaning: "Decides as a run would, but writes only the report.",
        flag: .first
      ) { $0.isDryRun = $1 },
      force("Goes on even if a safety limit would stop the run."),
    ] + plan([Settings.incomplete])
  }

  /// What lets a run write a folder that it would refuse.
  static var folderSafety: Rows {
    plan([Settings.clockOfMail]) + [
      force("Goes on even if the clock is far ahead or most documents would become empty.")
    ]
  }

  // MARK: What else a command works on

  static func operand(_ name: String, _ meaning: String, standard: String? = nil) -> Row {
    Setting(
      name, .text, meaning: meaning, standard: standard,
      flag: SettingFlag(name, .argument, value: name)
    ) { $0.operands.append($1) }
  }

  static func operands(_ name: String, _ meaning: String) -> Row {
    let flag = SettingFlag(name, .argument, value: name)
    return Setting(name, .list(of: .text), meaning: meaning, flag: flag) { $0.operands += $1 }
  }

  static var outbox: Row { operand("outbox", "The outbox, or its ledger.") }

  static func profileName(_ name: String, _ meaning: String) -> Row {
    let flag = SettingFlag(value: "name")
    return Setting(name, .text, meaning: meaning, flag: flag) { $0.profileName = $1 }
  }

  static var profileOfRecipient: Row {
    profileName(
      "profile", "The recipient's profile, if recipients of several profiles have the same id.")
  }
}
