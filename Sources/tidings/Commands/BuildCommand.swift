import ArgumentParser
import Delivery
import Glibc
import Pipeline
import Rendering

/// `tidings build`
struct BuildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Makes everything that a configuration file asks for, in one reading of the exports.",
    discussion: """
      The nightly job: digest mails, inbox pages, digests, a report. tidings init writes a \
      configuration file that explains every key. Run it every hour, so that recipients get their \
      mail at the hour they chose. The next run completes one that was interrupted.

      EXAMPLES
        tidings build morning.yaml --dry-run
        tidings build morning.yaml --quiet
        tidings build morning.yaml --format json | jq '.runs[].counts'
      """)

  @OptionGroup(title: "Input") var source: Source
  @OptionGroup(title: "Look") var place: Now
  @OptionGroup(title: "Look") var terminal: TerminalOptions
  @OptionGroup(title: "Output") var form: FormatOption
  @OptionGroup(title: "Output") var reports: ReportOptions
  @OptionGroup(title: "Output") var loudness: LoudnessOptions
  @OptionGroup(title: "Output") var work: Work
  @OptionGroup(title: "Safety") var guards: GuardOptions

  struct Source: ParsableArguments {
    @Argument(help: ArgumentHelp("The configuration file.", valueName: "file"))
    var file = "tidings.yaml"
  }

  struct Now: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The current time, such as 2026-02-08T15:05:00Z; default: the clock.", valueName: "time"))
    var now: String?
  }

  struct Work: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The number of workers; the result does not depend on it.", valueName: "n"))
    var jobs: Int?

    func validate() throws {
      if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1.") }
    }
  }

  func run() async throws {
    try await Command.run { environment in
      var plan = try ConfigurationFile.read(source.file)
      plan.inputs.jobs = work.jobs
      let options = JobOptions(guards, reports, over: plan)
      let paths = OutputPaths(plan, options)
      try paths.check()
      let now = try PlaceOptions.time(of: place.now)
      let record = JobRecord(options, format: form.format, now: now)
      return try await record.closing {
        let session = try Session(
          plan.inputs, at: now, in: environment, progress: loudness.progress,
          templates: try plan.ownTemplates(), isDryRun: options.dryRun)
        let job = Job(session, record)
        let reading = try await Build(plan, job: job, paths: paths).run()
        return try job.finish(
          reading, isQuiet: loudness.quiet,
          style: terminal.style(for: .output, environment))
      }
    }
  }
}

/// `tidings init`
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a commented configuration file for tidings build.",
    discussion: """
      The file explains every key. It works as written once the exports that it names exist.

      EXAMPLES
        tidings init
        tidings init morning.yaml
      """)

  @Argument(help: ArgumentHelp("The file to write.", valueName: "file"))
  var file = "tidings.yaml"

  @Flag(help: "Replace an existing file.")
  var force = false

  func run() async throws {
    try await Command.run { _ in
      var paths = OutputPaths()
      paths.write("the file", file)
      try paths.check()
      if !force, access(file, F_OK) == 0 {
        throw Failure(
          status: .cannotCreate, message: "\(file) already exists",
          advice: "choose another name, or replace it with --force")
      }
      try AtomicFile.write(
        Array(ConfigurationDocument.yaml.utf8), to: file, permissions: .everyone)
      try StandardStream.output.say(
        "\(file) is written: set exports, from and recipients (the file with the addresses), then "
          + "try tidings build \(file) --dry-run")
      return .done
    }
  }
}
