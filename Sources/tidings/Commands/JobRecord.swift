import Delivery
import Notifications
import Pipeline

/// The report and the metrics of a job, which are written however it ends: who watches the numbers
/// must learn of a job that was refused.
final class JobRecord {
  let options: JobOptions
  var report: JobReport

  /// - Parameter options: with paths that were checked: nothing else of the run is at them.
  init(_ options: JobOptions, now: Instant) {
    self.options = options
    report = JobReport(isRehearsal: options.dryRun, now: now)
  }

  /// Does a job's work, and writes what became of it.
  func closing(_ work: () async throws -> ExitStatus) async throws -> ExitStatus {
    let status: ExitStatus
    do { status = try await work() } catch {
      guard let failure = Failure(anyError: error) else { throw error }
      report.failure = failure.message
      do { try write() } catch let second {
        if let second = Failure(anyError: second) { Command.report(second) }
      }
      throw error
    }
    try write()
    return status
  }

  private func write() throws {
    if let path = options.report { try AtomicFile.write(report.json, to: path) }
    // Of what was only tried, whoever watches the numbers must not learn.
    if let path = options.metrics, !options.dryRun {
      try AtomicFile.write(report.metrics, to: path, permissions: .everyone)
    }
  }
}
