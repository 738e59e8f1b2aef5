import ArgumentParser
import Exports
import Languages
import Notifications
import Pipeline

/// The exports, and how to read them.
struct SourceOptions: ParsableArguments {
  /// Whether a command line without exports is an error; only a gallery has an example instead.
  @TaskLocal static var needsExports = true

  @Argument(
    help: ArgumentHelp(
      "Exported notifications: JSON, JSON Lines, CSV or SQLite, plain or gzipped; - is standard input.",
      valueName: "export"))
  var exports: [String] = []

  @Option(help: "Read every file as an export of this profile instead of detecting it.")
  var profile: String?

  @Option(
    name: .customLong("profiles"),
    help: ArgumentHelp(
      "A mapping profile of your own (.yaml), or a folder of them.", valueName: "path"))
  var profilesPath: String?

  @Option(
    help: ArgumentHelp(
      "A file in which a profile looks values up (see joins in the manual).",
      valueName: "name=file"))
  var join: [String] = []

  @Option(help: ArgumentHelp("The recipient of records that name none.", valueName: "id"))
  var owner: String?

  @Option(
    name: .customLong("base-url"),
    help: ArgumentHelp(
      "The base URL of relative links; for a single profile rooms=https://rooms.example.org.",
      valueName: "url"))
  var baseURLs: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file of what was marked read or deleted since the export (see tidings state).",
      valueName: "file"))
  var state: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read options from this file, and the exports if none are named (see tidings init).",
      valueName: "file"))
  var config: String?

  mutating func validate() throws {
    // The file's other options are already among the arguments.
    if let config, exports.isEmpty {
      exports = try ConfigurationFile.read(config).inputs.exports.map(\.name)
    }
    for text in join where JoinedFile(text) == nil {
      throw ValidationError("--join \(text): write it as users=users.json.")
    }
    for text in baseURLs {
      var urls = BaseURLs()
      guard urls.add(text) else {
        throw ValidationError(
          "--base-url \(text) is not a web address: write it as https://app.example.org, or as "
            + "rooms=https://app.example.org for one profile.")
      }
    }
    if exports.isEmpty, Self.needsExports {
      throw ValidationError("Name at least one export, or - for standard input.")
    }
    if exports.filter({ $0 == "-" }).count > 1 {
      throw ValidationError("Standard input (-) can be read only once.")
    }
  }
}

/// What a run writes besides its documents, and how many workers it has.
struct WorkOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Write the rejected records to this file.", valueName: "file"))
  var rejected: String?

  @Option(
    help: ArgumentHelp("The number of workers; the result does not depend on it.", valueName: "n"))
  var jobs: Int?

  func validate() throws {
    if let jobs, !(1...ReadingOptions.mostJobs).contains(jobs) {
      throw ValidationError("--jobs takes a number from 1 to \(ReadingOptions.mostJobs).")
    }
  }
}

/// What ends a run.
struct StrictOptions: ParsableArguments {
  @Flag(
    help:
      "Exit with status 65, before anything is written, if a record is rejected or something had to be assumed."
  )
  var strict = false
}

extension Inputs {
  /// What the configuration file says, overridden by options; state files add up.
  init(_ source: SourceOptions, work: WorkOptions, strict: StrictOptions) {
    self = ConfigurationFile.plan.inputs
    configuration = source.config
    exports = source.exports.map { $0 == "-" ? .standardInput : .file($0) }
    profile = source.profile.map { ProfileName($0) } ?? profile
    profilesPath = source.profilesPath ?? profilesPath
    owner = source.owner.map { RecipientID($0) } ?? owner
    for url in source.baseURLs { _ = baseURLs.add(url) }
    states += source.state
    isStrict = isStrict || strict.strict
    rejected = work.rejected ?? rejected
    for text in source.join { if let join = JoinedFile(text) { joins[join.name] = join.path } }
    jobs = work.jobs
  }
}

extension Plan {
  /// The plan of a command that only reads.
  init(
    reading source: SourceOptions, at place: PlaceOptions, work: WorkOptions, strict: StrictOptions
  ) throws {
    self = ConfigurationFile.plan
    inputs = Inputs(source, work: work, strict: strict)
    try inputs.override(by: place)
  }
}

/// The recipients file of pages and digests.
struct RecipientsOption: ParsableArguments {
  @Option(
    name: .customLong("recipients"),
    help: ArgumentHelp(
      "The recipients' zones, languages and preferences: JSON, JSON Lines, CSV or SQLite.",
      valueName: "file"))
  var files: [String] = []
}

extension Inputs {
  mutating func override(by options: RecipientsOption) {
    if !options.files.isEmpty { recipients = options.files }
  }
}
