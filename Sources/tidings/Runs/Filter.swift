import ByteText
import Delivery
import Exports
import Glibc
import Languages
import Notifications
import Pipeline
import Profiles
import Recipients
import Rendering

/// `tidings mail - -o -`: the form for engines that keep books of their own (Spark, a database, a
/// shell's pipes). It writes to standard output and nowhere else.
struct Filter {
  private let plan: FilterPlan
  private let templates: TemplateCatalogue
  private let jobs: Int
  private let fingerprint: String

  /// The name of standard output as an outbox.
  static let place = "-"

  /// - Throws: a `Fault` without `--profile`, and the errors of reading what the options name.
  init(_ request: Request) throws {
    try request.checkFilter()
    var inner = request
    inner.plan.streams[0].outbox = ""
    let session = try Session(inner)
    let plan = request.plan
    let stream = plan.streams[0]
    guard let name = plan.inputs.profile, let home = session.vocabulary.profiles[name] else {
      throw plan.inputs.profile.map { Fault.noProfile($0.text, among: session.vocabulary.profiles) }
        ?? Fault.usage("-o - needs --profile", "name the profile of the records that come in")
    }
    var mail = try MailPlan(
      stream, plan, place: session.place,
      labels: session.vocabulary.labels(in: session.place.words))
    mail.inboxURL = try plan.inboxAddress(home: name)
    mail.links = try SignedLinks(plan, of: ProcessEnvironment.bytes(of:), named: .options)
    let suppressed = try SuppressionList(path: plan.inputs.suppress, keys: .ofMail)
    var reading = try session.readingOptions()
    reading.filters = plan.streamFilters
    self.plan = FilterPlan(
      mail, home: home, reading: reading, vocabulary: session.vocabulary,
      suppressed: suppressed)
    templates = TemplateCatalogue(own: session.templates)
    jobs = session.jobs
    fingerprint = try FilterFingerprint.of(plan, session, suppressed: suppressed)
  }

  /// - Parameter configuration: the file that may have given it instead.
  fileprivate static func refused(_ option: String, configuration: String? = nil) -> Fault {
    let file = configuration.map { ", and remove it from \($0)" } ?? ""
    return .usage(
      "\(option) cannot be used with -o -",
      "leave \(option) out\(file): the program that feeds the filter does this itself")
  }

  func run() async throws -> ExitStatus {
    Interruption.current?.begin(.atOnce)
    // A reader that is gone ends the process at once, with a status that no engine takes for done.
    signal(SIGPIPE, SIG_DFL)
    let input = try OpenFile.standardInput()
    try await FilterRun(plan, templates: templates, jobs: jobs).run(
      read: { try Self.read(input, $0) }, write: { try StandardStream.output.write($0) },
      usage: Self.usage, version: Version.text, fingerprint: fingerprint)
    return .done
  }

  private static func read(
    _ input: OpenFile, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws -> Bool {
    try withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 16) { buffer in
      do throws(SystemError) {
        let count = try input.readAvailable(into: buffer)
        body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return count > 0
      } catch {
        throw Fault(
          .noInput, code: "unreadable",
          "standard input cannot be read: \(String(cString: strerror(error.code)))",
          advice: "run the task again")
      }
    }
  }

  private static func usage() -> (milliseconds: Int, peak: Int) {
    var usage = rusage()
    // RUSAGE_SELF, an enumeration that Swift imports as another type than the call takes.
    getrusage(0, &usage)
    let microseconds =
      (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1_000_000 + usage.ru_utime.tv_usec
      + usage.ru_stime.tv_usec
    return (microseconds / 1000, usage.ru_maxrss * 1024)
  }
}

extension Request {
  /// Throws if an option asks for what the program does that feeds the filter, or if one is missing.
  fileprivate func checkFilter() throws {
    let configured: [(option: String, isGiven: Bool)] = [
      ("--recipients", !plan.inputs.recipients.isEmpty), ("--state", !plan.inputs.states.isEmpty),
      ("--strict", plan.inputs.isStrict),
    ]
    let refused = Self.runOptions + ["format", "rejected", "recipient"]
    if let option = configured.first(where: \.isGiven)?.option {
      throw Filter.refused(option, configuration: plan.inputs.configuration)
    }
    if let option = refused.first(where: has) { throw Filter.refused(dashed(option)) }
    guard plan.inputs.exports == [.standardInput] else {
      throw Fault.usage(
        "-o - reads standard input only", "write it as tidings mail - -o - --as jsonl")
    }
    guard plan.streams[0].options.form == .jsonl else {
      throw Fault.usage("-o - writes JSON Lines only", "add --as jsonl")
    }
    guard has("now") else {
      throw Fault.usage(
        "-o - needs --now", "name the time of the run: a repeated task must make the same bytes")
    }
  }
}

/// What tells whether two filters would give the same answers.
enum FilterFingerprint {
  /// Options that change no answer.
  private static let silent = ["--jobs", "--quiet", "--verbose", "--no-sync"]

  /// Of the version, the options, and the files and the secret that they name: 32 hexadecimal digits.
  static func of(_ plan: Plan, _ session: Session, suppressed: SuppressionList) throws -> String {
    var hash = SHA256()
    hash.update(part: Version.text.utf8)
    var arguments = ProcessArguments.values[...]
    while let argument = arguments.popFirst() {
      if Self.silent.contains(argument) {
        if argument == "--jobs" { arguments = arguments.dropFirst() }
      } else if !argument.hasPrefix("--jobs=") {
        hash.update(part: argument.utf8)
      }
    }
    for (path, bytes) in session.templates.sorted(by: { $0.key < $1.key }) {
      hash.update(part: path.utf8)
      hash.update(part: bytes)
    }
    let profiles = try plan.inputs.profilesPath.map { try ProfileSet.files(at: $0) } ?? []
    let files =
      [plan.inputs.configuration].compactMap(\.self) + profiles
      + plan.inputs.joins.sorted { $0.key < $1.key }.map(\.value)
    hash.update(part: suppressed.fingerprint)
    for path in files {
      guard try FileState(path: path).kind == .regular else {
        throw Fault.usage(
          "-o - reads \(path) twice, and it is no plain file", "save what it holds as a file")
      }
      hash.update(part: (try? OpenFile.bytes(of: path)) ?? [])
    }
    let rules = [plan.unsubscribe].compactMap(\.self) + plan.manage
    for variable in Set(rules.map(\.secretVariable)).sorted() {
      hash.update(part: SHA256.hash(ProcessEnvironment.bytes(of: variable) ?? []))
    }
    return hash.finish().prefix(16).hexadecimal
  }
}
