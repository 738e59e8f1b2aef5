import ByteText
import Delivery
import Digests
import Exports
import Languages
import Notifications
import Pipeline
import Rendering

/// What all publishing commands share: stages, their durations, the report.
final class Job {
  let session: Session
  private let start = ContinuousClock.now
  private let record: JobRecord
  /// The first refusal. It ends the command after everything about it has been reported.
  private(set) var refusal: Fault?
  private var notes: [String] = []
  private var mappingWarnings: [String] = []
  /// Warnings about what may keep mails from being made at all; a quiet run prints them, too.
  private var graveWarnings: [String] = []

  var progress: Progress { session.progress }
  var request: Request { session.request }
  var report: JobReport {
    get { record.report }
    set { record.report = newValue }
  }

  init(_ session: Session, _ record: JobRecord) {
    (self.session, self.record) = (session, record)
    Interruption.beginJob()
    report.warnings += [session.languageWarning].compactMap(\.self)
  }

  /// Reads the exports. Throws if one is incomplete, so that no mail holds half of the truth.
  ///
  /// - Parameter filters: conditions on fields, such as those of streams.
  func read(_ selection: Selection, filters: [FieldFilter]) async throws -> Reading {
    let reading = try await run("reading") { job in
      let reading = try await session.read(selection, filters: filters, forRecipients: true)
      if progress.isJournal { job.note(ProgressSentence.read(reading.index)) }
      return reading
    }
    try take(reading)
    return reading
  }

  /// Reports what was read; throws what `read` throws.
  func take(_ reading: Reading) throws {
    let index = reading.index
    report.sources = index.sources.map(SummarySource.init)
    report.duplicates = index.duplicates
    report.warnings += session.doubledExports
    report.rejected = index.rejects.map { RejectedRecord($0) }
    if let source = index.sources.first(where: { !$0.incomplete.isEmpty }),
      let reason = source.incomplete.first, !request.plan.allowsIncomplete
    {
      throw Fault(
        .unusable, code: "incomplete",
        "\(source.file) is incomplete: \(reason.words)",
        advice: "export it again; --allow-incomplete goes on with what there is")
    }
    // Printed when the exports were read; the report repeats them.
    mappingWarnings = session.warnings(of: index)
    report.warnings += mappingWarnings
    if let refusal = index.refusalOfDocuments { throw refusal }
  }

  /// Runs a stage and measures its duration.
  ///
  /// - Parameter kind: what the stage's line of progress shows; nil if it shows one itself.
  func run<Answer>(
    _ stage: String, as kind: Progress.Stage? = nil, _ work: (Job) async throws -> Answer
  ) async throws -> Answer {
    let start = ContinuousClock.now
    let answer: Answer
    if let kind {
      answer = try await progress.during(kind) { _ in try await work(self) }
    } else {
      answer = try await work(self)
    }
    end(stage, seconds: Self.seconds(since: start), notes.popLast() ?? "")
    return answer
  }

  func end(_ stage: String, seconds: Double, _ facts: String) {
    report.stages.append((stage, seconds))
    progress.end(stage, seconds: seconds, facts)
  }

  static func seconds(since start: ContinuousClock.Instant) -> Double {
    (ContinuousClock.now - start) / .seconds(1)
  }

  /// Warns of what may keep mails from being made at all, even in a quiet run.
  func warnGravely(_ sentences: [String]) {
    graveWarnings += sentences
    report.warnings += sentences
  }

  func warn(_ warnings: StreamWarnings) {
    report.warnings += warnings.light
    warnGravely(warnings.grave)
  }

  /// Sets the result that the stage's last line shows.
  func note(_ facts: String) { notes.append(facts) }

  /// Records the contents of an outbox before a run, and reports what opening it handed over of an
  /// interrupted one.
  func open(_ outbox: Outbox, stream: String) throws {
    report.set(try outbox.queue(), of: stream)
    guard let run = outbox.recoveredRun ?? outbox.openRun else { return }
    let isComplete = outbox.recoveredRun != nil
    let count = isComplete ? run.messages : outbox.recoveredMessages
    if !isComplete, count == 0 { return }
    let mails = count == 1 ? "1 mail is" : "\(count) mails are"
    report.warnings.append(
      "\(run.stream): the run of \(Instant(microseconds: run.now).timestamp) was interrupted"
        + (isComplete
          ? " after its last message; it is now complete, and its \(mails) handed over"
          : "; \(mails) handed over now"))
  }

  func add(_ result: MailDelivery.Result, stream: String, _ outbox: Outbox) throws {
    report.set(try outbox.queue(), of: stream)
    report.runs += result.reports
    for run in result.reports {
      report.warnings += DroppedLinkSentence.of(run.droppedLinks, in: "mails of \(run.stream)")
      warnGravely(AddressWarning.lost(run.lostAddresses))
    }
    if let refusal = result.refusal { refuse(refusal, stream: stream) }
  }

  /// Records why nothing may be written; `finish` throws the first reason.
  ///
  /// - Parameter stream: the stream of mails; nil for pages.
  func refuse(_ refusal: Fault, stream: String? = nil) {
    self.refusal = self.refusal ?? refusal
    if let stream { report.refused.append((stream, refusal.sentence)) }
  }

  private static let mostProblems = 20

  /// Prints the first problems to standard error, and how many more there are.
  private func say(_ problems: [String]) {
    let shown = problems.count <= Self.mostProblems + 1 ? problems.count : Self.mostProblems
    Command.warn(Array(problems.prefix(shown)))
    if shown < problems.count {
      Command.warn(["and \(problems.count - shown) more; --report FILE lists them all"])
    }
  }

  /// Prints the result of the job and returns the exit status. A quiet one prints only problems, and
  /// what programs asked for.
  func finish(_ reading: Reading) throws -> ExitStatus {
    let isQuiet = request.isQuiet
    report.failure = refusal?.sentence
    if request.format == .terminal, !isQuiet, !progress.isJournal {
      try request.format.print(
        report.overviews.flatMap { $0.bytes(request.style) }, json: [])
    }
    // A quiet run prints no other warnings: they are the same every night. `Session.finish` prints
    // the language warning.
    let language = session.languageWarning
    let warnings = report.warnings.filter { warning in
      !mappingWarnings.contains(warning) && warning != language && !graveWarnings.contains(warning)
    }
    // The grave ones first: of many problems only some are shown.
    say(graveWarnings + report.problems + (isQuiet ? [] : warnings))
    // The problems above already name the rejected records.
    let status = try session.finish(reading, listsRejects: false)
    if let refusal { throw refusal }
    if progress.isJournal {
      let done = ProgressSentence.done(report.made, seconds: Self.seconds(since: start))
      Command.warn([done])
    }
    return report.hasFailures ? .doneWithRejects : status
  }
}

/// The report and the metrics of a job, and its totals in JSON, written however it ends, so that
/// monitoring sees refused jobs too.
final class JobRecord {
  let request: Request
  var report: JobReport

  /// - Parameter request: its paths must be checked: nothing else of the run may be there.
  init(_ request: Request) {
    self.request = request
    report = JobReport(isDryRun: request.isDryRun, now: request.now)
  }

  /// Runs `work` and writes the report and the metrics, even if it fails.
  func closing(_ work: (JobRecord) async throws -> ExitStatus) async throws -> ExitStatus {
    let status: ExitStatus
    do { status = try await work(self) } catch {
      let failure = Fault(anyError: error)
      report.failure = failure.account
      do { try write() } catch let second {
        // The cause stands first.
        throw failure.isInterruption ? error : Fault.joined([error, second]) ?? error
      }
      throw error
    }
    try write()
    return status
  }

  /// Writes each, whatever becomes of the others, and throws all that failed.
  private func write() throws {
    var failures: [any Error] = []
    for write in [writeReport, writeMetrics, printTotals] {
      do { try write() } catch { failures.append(error) }
    }
    if let failure = Fault.joined(failures) { throw failure }
  }

  private func writeReport() throws {
    if let path = request.plan.report { try AtomicFile.replace(report.json, at: path) }
  }

  private func writeMetrics() throws {
    // A dry run must not show up in monitoring.
    guard let path = request.plan.metrics, !request.isDryRun else { return }
    try AtomicFile.replace(report.metrics, at: path, permissions: .everyone)
  }

  private func printTotals() throws {
    if request.format == .json { try request.format.print([], json: report.totals) }
  }
}
