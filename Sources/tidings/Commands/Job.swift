import Delivery
import Digests
import Exports
import Languages
import Notifications
import Pipeline
import Rendering

/// What the commands that publish something share: the stages, their times, the report.
final class Job {
  let session: Session
  let progress: Progress
  private let record: JobRecord
  /// The first refusal, which ends the command when everything that can be said of it is known.
  private(set) var refusal: MailRefusal?
  private var notes: [String] = []
  private var mappingWarnings: [String] = []

  var options: JobOptions { record.options }
  var report: JobReport {
    get { record.report }
    set { record.report = newValue }
  }

  init(_ session: Session, _ record: JobRecord, progress: Progress = .silent) {
    self.session = session
    self.record = record
    self.progress = progress
    if let language = session.place.words.fellBackFrom {
      report.warnings.append(LanguageSentence.ofAll(language))
    }
  }

  /// Reads the exports; refuses incomplete ones, so that nobody gets a mail with half of the truth.
  func read(_ selection: Selection) async throws -> Reading {
    let reading = try await run("reading") { _ in try await session.read(selection) }
    let index = reading.index
    report.sources = index.sources.map(SummarySource.init)
    report.duplicates = index.duplicates
    report.warnings += session.doubledExports
    report.rejected = index.rejects.map { RejectedRecord($0, reason: RejectSentence.reason) }
    if let source = index.sources.first(where: { !$0.incomplete.isEmpty }),
      let reason = source.incomplete.first, !options.allowIncomplete
    {
      throw Failure(MailRefusal.incomplete(file: source.file, reason))
    }
    // Said when the exports were read; in the report for who looks later.
    mappingWarnings = Session.warnings(of: index)
    report.warnings += mappingWarnings
    if let mapping = index.mappings.first(where: { $0.isOwn && $0.isUnaddressed }),
      let recipient = mapping[.field(.recipient)]
    {
      throw Failure(
        MailRefusal.noRecipients(profile: mapping.profile, paths: recipient.paths))
    }
    return reading
  }

  /// Runs a stage and takes its time.
  func run<Answer>(_ stage: String, _ work: (Job) async throws -> Answer) async throws -> Answer {
    let clock = ContinuousClock()
    let start = clock.now
    progress.begin(stage)
    let answer: Answer
    do { answer = try await work(self) } catch {
      progress.clear()
      throw error
    }
    let parts = (clock.now - start).components
    let seconds = Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    report.stages.append(JobReport.Stage(name: stage, seconds: seconds))
    progress.end(stage, seconds: seconds, notes.popLast() ?? "")
    return answer
  }

  /// What a stage came to, for the line that ends it.
  func note(_ facts: String) { notes.append(facts) }

  func add(_ result: MailDelivery.Result, stream: String, _ outbox: Outbox) throws {
    report.set(try outbox.queue(), of: stream)
    report.runs += result.reports
    for run in result.reports {
      report.warnings += DroppedLinkSentence.of(run.droppedLinks, in: "mails of \(run.stream)")
    }
    if let refusal = result.refusal { refuse(refusal, stream: stream) }
  }

  /// Notes why nothing may be written; `finish` ends the command with the first reason.
  ///
  /// - Parameter stream: of mails; nil for pages.
  func refuse(_ refusal: MailRefusal, stream: String? = nil) {
    self.refusal = self.refusal ?? refusal
    if let stream { report.refused.append((stream, MailRefusalSentence.words(refusal).message)) }
  }

  private static let mostProblems = 20

  /// The first on standard error, and how many more there are.
  private func say(_ problems: [String]) {
    let shown = problems.count <= Self.mostProblems + 1 ? problems.count : Self.mostProblems
    for problem in problems.prefix(shown) { Command.say("tidings: \(problem)") }
    if shown < problems.count {
      Command.say("tidings: and \(problems.count - shown) more; --report FILE names them all")
    }
  }

  /// Shows what became of the job, and says what the process ends with.
  ///
  /// - Parameter style: how the terminal shows it; nil where nobody wants to see it.
  func finish(_ reading: Reading, _ style: TerminalStyle?) throws -> ExitStatus {
    if let style {
      for page in report.overviews {
        try StandardStream.output.write(TerminalDocument.overview(page, style: style))
      }
    }
    // What is the same every night is for who looks, not for who must be called.
    // What `Session.finish` says below is not said twice.
    let language = session.place.words.fellBackFrom.map(LanguageSentence.ofAll)
    let warnings = report.warnings.filter { !mappingWarnings.contains($0) && $0 != language }
    say(report.problems + (style == nil ? [] : warnings))
    // The problems have named what was rejected.
    let status = try session.finish(reading, listsRejects: false)
    if let refusal { throw Failure(refusal) }
    return report.hasFailures ? .doneWithRejects : status
  }
}
