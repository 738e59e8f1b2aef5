import ArgumentParser

/// How to run a publishing job, and where to write its report.
struct JobOptions: ParsableArguments {
  @Flag(help: "Decide and report as a run would, but write nothing.")
  var dryRun = false

  @Flag(help: "Go on although a brake would stop the run before its first message.")
  var force = false

  @Flag(help: "Go on although an input is torn or pages of it are missing.")
  var allowIncomplete = false

  @Option(
    help: ArgumentHelp(
      "Write what became of every recipient to this file, as JSON.", valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp("Write the counts to this file for Prometheus.", valueName: "file"))
  var metrics: String?
}
