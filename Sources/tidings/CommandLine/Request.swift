import ByteText
import Digests
import Exports
import Glibc
import Languages
import Marks
import Notifications
import Pipeline
import Recipients
import Rendering
import YAML

/// What a command line asks for: a plan, and what only a command line says.
struct Request: Sendable {
  /// What the configuration file says, with the options laid over it.
  var plan: Plan
  let given: Set<String>
  let environment = TerminalEnvironment(ProcessEnvironment.values)
  /// Nil for the clock's time.
  var givenTime: Instant?
  var chosen = ChosenNotifications()
  /// The most lines of a document; nil for what is usual.
  var limit: Int?
  var collapses = true
  var terminal = TerminalOptions()
  var format = ReportFormat.terminal
  /// Nil for what standard output can show.
  var digestFormat: DigestFormat?
  var usesPager = true
  var isQuiet = false
  var isVerbose = false
  /// Whom a mail is shown of.
  var preview: String?
  var isDryRun = false
  /// Whether to go on where a check would stop the run, and to replace files.
  var isForced = false
  /// The folder that a command writes which is none of the plan.
  var folder = ""
  /// What a command without exports works on: a file, a folder, an outbox, names.
  var operands: [String] = []
  var marked = MarkedNotifications()
  /// The profile of a recipient whose id several systems have; the name of a new one.
  var profileName: String?
  var watches = false
  var removesExpired = false

  /// Reads a command line.
  ///
  /// - Parameter path: the words of the command.
  /// - Throws: a failure of the words, of the configuration file, or of all values.
  init(_ command: Command, at path: String, _ words: ArraySlice<String>) throws {
    let rows = command.rows
    let values = try GivenArguments(words, of: rows.map(\.key), path: path).values
    given = Set(values.keys)
    plan = Plan()
    let standard = command.arguments.first { $0.optionName == "config" }?.standard
    if let file = values["config"]?.last ?? standard, !file.isEmpty {
      plan = try Plan.read(file)
    }
    try command.narrow(&plan, values)
    var reader = SettingsReader()
    reader.read(values, rows, into: &self)
    if let stream = plan.streams.indices.first { plan.streams[stream].settleRhythm(&reader) }
    try reader.finish()
    try check(rows)
  }

  /// Throws if options that are right by themselves contradict each other.
  private func check(_ rows: [Setting<Request>]) throws {
    if plan.inputs.exports.count(where: { $0 == .standardInput }) > 1 {
      throw Fault.usage("standard input (-) is named twice", "it can be read only once")
    }
    for (one, other) in [("unread", "read"), ("days", "since"), ("quiet", "verbose")]
    where has(one) && has(other) && rows.contains(where: { $0.key.optionName == other }) {
      throw Fault.usage("--\(one) and --\(other) cannot be combined", "leave out one of them")
    }
    if chosen.conditions.count > FieldFilter.mostConditions {
      throw Fault.usage(
        "there are too many --where", "give it \(FieldFilter.mostConditions) times at most")
    }
    try plan.checkLinks(isGiven: has)
  }

  func has(_ option: String) -> Bool { given.contains(option) }

  /// Throws if an option is given that has no effect here.
  ///
  /// - Parameter cause: what makes it useless: `with --preview`.
  func refuse(_ options: [String], _ cause: String, advice: String = "leave it out") throws {
    guard let option = options.first(where: has) else { return }
    throw Fault.usage("\(dashed(option)) has no effect \(cause)", advice)
  }

  /// `--no-sync`, as it is written.
  func dashed(_ option: String) -> String { option == "sync" ? "--no-sync" : "--" + option }

  func needExports() throws {
    guard plan.inputs.exports.isEmpty else { return }
    throw Fault.usage(
      "there is no export", "name at least one, - for standard input, or a job's file with --config"
    )
  }

  func need(_ folder: String) throws {
    if folder.isEmpty { throw Fault.usage("there is no folder to write to", "name one with -o") }
  }

  /// The time that `--now` gives, or else the machine's.
  var now: Instant { givenTime ?? Self.machineTime }

  /// The machine's time, in whole seconds. Nothing else reads the clock.
  static var machineTime: Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(seconds: Int64(time.tv_sec))
  }

  /// What shows how far a command has come.
  var progress: Progress { Progress(isQuiet ? .quiet : .normal, stream: .error) }

  /// The same of a job, which may write to a journal.
  var jobProgress: Progress {
    Progress(
      isQuiet ? .quiet : isVerbose ? .verbose : .normal, stream: .error,
      journal: environment.values["JOURNAL_STREAM"])
  }

  var style: TerminalStyle { terminal.style(for: .output, environment) }

  /// Shows what a command found, through a pager if it is long.
  func show(_ text: @autoclosure () -> [UInt8], json: @autoclosure () -> [UInt8]) throws {
    try show(format == .json ? json() : text())
  }

  func show(_ bytes: [UInt8]) throws {
    if usesPager { return try Pager(environment).show(bytes) }
    try StandardStream.output.write(bytes)
  }
}

/// The notifications that a command looks at. Different options narrow the selection; repeating one
/// widens it.
struct ChosenNotifications: Sendable {
  var recipients: [String] = []
  var types: [String] = []
  var priorities: [Priority] = []
  var conditions: [FieldCondition] = []
  var isUnread: Bool?
  var searches: [String] = []
  /// A day or a time.
  var since: String?
  var until: String?
  /// The civil days to look at, including today.
  var days: Int?

  /// The options that choose among a recipient's notifications.
  static let options = [
    "type", "priority", "where", "unread", "read", "search", "since", "until", "days",
  ]

  /// The selection for a reader at `place`.
  func selection(at place: Place, labels: TypeLabels) throws -> Selection {
    var selection = Selection()
    selection.labels = labels
    if !recipients.isEmpty { selection.recipients = Set(recipients.map { RecipientID($0) }) }
    if !types.isEmpty { selection.types = TypeFilter(types, labels: labels) }
    if !priorities.isEmpty { selection.priorities = Set(priorities) }
    selection.fields = FieldFilter(conditions)
    selection.isUnread = isUnread
    selection.searches = searches.map { SearchText($0) }
    selection.since = since.flatMap { Self.time($0, at: place) }
    selection.until = until.flatMap { Self.time($0, at: place) }
    if let days { selection.since = place.start(of: place.today.adding(days: 1 - days)) }
    // An empty window can only be a mistake.
    if let from = selection.since, let to = selection.until, from >= to, let until {
      let beginning = since.map { "--since \($0)" } ?? "--days \(days ?? 0)"
      throw Fault.usage(
        "there is nothing between \(beginning) and --until \(until)",
        "--until must be the later of the two")
    }
    return selection
  }

  /// A time, or the start of a civil day, in the reader's zone unless the time names one.
  private static func time(_ text: String, at place: Place) -> Instant? {
    CivilDate(text).map(place.start) ?? Instant(rfc3339: text, in: place.zone)
  }
}

/// What is marked, and as what.
struct MarkedNotifications: Sendable {
  var kind: Mark.Kind?
  /// Until when they are put off.
  var due: Instant?
  var ids: [String] = []
  /// Whether everyone's are.
  var areAll = false
}

extension StreamConfiguration {
  /// Lays the rhythm of the options over the configured one.
  fileprivate mutating func settleRhythm(_ reader: inout SettingsReader) {
    let words = rhythmWords
    rhythmWords = RhythmWords()
    let rhythm = reader.rhythm(words, refusesUnused: true) {
      YAMLNode([], isList: true, key: "--" + $0.key)
    }
    options.rhythm = rhythm.over(options.rhythm)
  }
}

extension Plan {
  /// The configuration file that `--config` or `build` names.
  ///
  /// - Throws: a `Fault` with all faults of the file.
  fileprivate static func read(_ path: String) throws -> Plan {
    let bytes = try SystemError.rethrow(OpenFile.bytes(of: path)) {
      Fault.unreadable(path, $0, missing: "check the path, or write a file with tidings init")
    }
    guard let yaml = String(validating: bytes, as: UTF8.self) else {
      throw Fault(.usage, code: "not-utf8", of: path, "it is not UTF-8", advice: "save it as UTF-8")
    }
    return try Plan(yaml: yaml, file: path, currentFolder: Machine.currentFolder)
  }

  /// The stream with the name; without a name, the only stream, or else `digest`. Nil if the plan has
  /// none.
  func stream(named name: String?) throws -> StreamConfiguration? {
    if streams.isEmpty { return nil }
    if name == nil, streams.count == 1 { return streams[0] }
    let wanted = name ?? "digest"
    if let stream = streams.first(where: { $0.name == wanted }) { return stream }
    let names = streams.map(\.name)
    let file = inputs.configuration ?? ""
    throw Fault.usage(
      name.map { "\(file) has no stream \($0)" } ?? "\(file) has several streams",
      Fault.didYouMean(name.flatMap { NearestName.of($0, among: names) })
        ?? "name one with --stream: \(names.listed())")
  }

  /// Throws if links need what is not named, or name what is not needed.
  fileprivate func checkLinks(isGiven: (String) -> Bool) throws {
    let hasPage = inboxURL?.contains(InboxAddress.pageMark) == true
    if isGiven("inbox-url"), hasPage, pagesFolder == nil {
      throw Fault.usage(
        "{page} in --inbox-url needs the folder of the pages", "name it with --inbox-folder")
    }
    if isGiven("inbox-folder"), !hasPage {
      throw Fault.usage(
        "--inbox-folder has no effect without {page} in --inbox-url", "leave it out")
    }
    if isGiven("unsubscribe-secret-env"), unsubscribe == nil, manage.isEmpty {
      throw Fault.usage(
        "--unsubscribe-secret-env has no effect without --unsubscribe-url or --manage-url",
        "leave it out")
    }
  }

  /// Leaves of the plan only what is read and how documents look.
  ///
  /// - Parameter keepsClock: whether how far the clock may be ahead stays; of several streams the most
  ///   patient one says it.
  mutating func makeNothing(keepingClock keepsClock: Bool = false) {
    let most = streams.map(\.options.limits.maxAhead).max()
    streams = []
    if keepsClock {
      var stream = StreamConfiguration()
      stream.options.limits.maxAhead = most ?? SendLimits.standardAhead
      streams = [stream]
    }
    (inbox, feeds, digest) = (nil, nil, nil)
    // Only the job of a configuration file writes the files that it names beside its documents.
    (report, metrics, inputs.rejected) = (nil, nil, nil)
  }
}
