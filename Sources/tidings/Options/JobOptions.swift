import ArgumentParser

/// How to run a publishing job, and where to write its report.
struct JobOptions: ParsableArguments {
  @Flag(help: "Decide and report as a run would, but write nothing.")
  var dryRun = false

  @Flag(help: "Go on even if a safety limit would stop the run.")
  var force = false

  @Flag(help: "Go on even if an input is cut off or pages of it are missing.")
  var allowIncomplete = false

  @Option(
    help: ArgumentHelp(
      "Write a JSON report about every recipient to this file.", valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp("Write metrics for Prometheus to this file.", valueName: "file"))
  var metrics: String?
}
