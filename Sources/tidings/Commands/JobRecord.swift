import Delivery
import Notifications
import Pipeline

/// The report and the metrics of a job, written however it ends, so that monitoring sees refused
/// jobs too.
final class JobRecord {
  let options: JobOptions
  var report: JobReport

  /// - Parameter options: their paths must be checked: nothing else of the run may be there.
  init(_ options: JobOptions, now: Instant) {
    self.options = options
    report = JobReport(isRehearsal: options.dryRun, now: now)
  }

  /// Runs `work` and writes the report and the metrics, even if it fails.
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
    // A dry run must not show up in monitoring.
    if let path = options.metrics, !options.dryRun {
      try AtomicFile.write(report.metrics, to: path, permissions: .everyone)
    }
  }
}
