import ByteText
import Delivery
import Pipeline

extension Command {
  /// `tidings build`
  static let build = Command(
    name: "build",
    abstract: "Makes everything that a configuration file asks for, in one reading of the exports.",
    about: """
      The nightly job: digest mails, inbox pages, digests, a report. tidings init writes a \
      configuration file that explains every key. Run it every hour, so that recipients get their \
      mail at the hour they chose. The next run completes one that was interrupted.
      """,
    examples: """
      tidings build morning.yaml --dry-run
      tidings build morning.yaml --quiet
      tidings build morning.yaml --format json | jq '.runs[].counts'
      """,
    options: {
      [
        OptionGroup("Input", [configuration]),
        OptionGroup("Look", [Options.now] + Options.terminal),
        OptionGroup(
          "Output",
          [Options.format] + Options.plan(Settings.reports) + Options.loudness + [Options.jobs]),
        OptionGroup("Safety", Options.guards),
      ]
    },
    narrow: { _, _ in },
    run: { request in
      let paths = try OutputPaths(request)
      return try await JobRecord(request).closing { record in
        let job = Job(try Session(request, paths: paths), record)
        return try job.finish(try await Build(job, secretsAre: .keys).run())
      }
    })

  private static var configuration: Setting<Request> {
    Setting(
      "config", .path, meaning: "The configuration file.", standard: "tidings.yaml",
      flag: SettingFlag("config", .argument, value: "file")
    ) { $0.plan.inputs.configuration = $1 }
  }
}
