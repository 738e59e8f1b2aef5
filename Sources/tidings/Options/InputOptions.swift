import ArgumentParser
import Exports
import Languages
import Notifications
import Pipeline

/// The exports, and how to read them.
struct SourceOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Exported notifications: JSON, JSON Lines, CSV or SQLite, plain or gzipped; - is standard input.",
      valueName: "export"))
  var exports: [String] = []

  @Option(help: "Read every file as an export of this profile instead of detecting it.")
  var profile: String?

  @Option(
    name: .customLong("profiles"),
    help: ArgumentHelp("A folder with mapping profiles of your own.", valueName: "dir"))
  var profilesFolder: String?

  @Option(help: ArgumentHelp("The recipient of records that name none.", valueName: "id"))
  var owner: String?

  @Option(
    name: .customLong("base-url"),
    help: ArgumentHelp("The base URL of relative links.", valueName: "url"))
  var baseURL: String?

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
      exports = try ConfigurationFile.read(config).exports.map(\.name)
    }
    if exports.isEmpty {
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
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1.") }
  }
}

/// What ends a run.
struct StrictOptions: ParsableArguments {
  @Flag(help: "Exit with status 65, before anything is written, if a record is rejected.")
  var strict = false
}

/// The inputs of a command, from its options or from a configuration file.
struct Inputs {
  var exports: [String]
  var profile: String?
  var profilesFolder: String?
  var owner: String?
  var baseURL: String?
  var state: [String]
  var config: String?
  var isStrict = false
  var rejected: String?
  var jobs: Int?

  init(_ source: SourceOptions, work: WorkOptions, strict: StrictOptions) {
    exports = source.exports
    profile = source.profile
    profilesFolder = source.profilesFolder
    owner = source.owner
    baseURL = source.baseURL
    state = source.state
    config = source.config
    isStrict = strict.strict
    rejected = work.rejected
    jobs = work.jobs
  }

  init(_ configuration: Configuration, jobs: Int?) {
    exports = configuration.exports.map(\.name)
    profile = configuration.profile?.text
    profilesFolder = configuration.profilesFolder
    owner = configuration.owner?.text
    baseURL = configuration.baseURL
    state = configuration.states
    isStrict = configuration.isStrict
    rejected = configuration.rejected
    self.jobs = jobs
  }
}

/// The recipients file of pages and digests.
struct RecipientsOption: ParsableArguments {
  @Option(
    name: .customLong("recipients"),
    help: ArgumentHelp(
      "The recipients' zones, languages and preferences: JSON, JSON Lines, CSV or SQLite.",
      valueName: "file"))
  var file: String?
}

extension PlaceOptions {
  /// The options that a configuration file stands for.
  init(_ configuration: Configuration, now: String?) throws {
    self = try PlaceOptions.parse([])
    self.now = now
    timeZone = configuration.zone.identifier
    locale = configuration.locale
  }
}

extension JobOptions {
  /// These options, with what the configuration file says for those not given.
  func completed(by configuration: Configuration) -> JobOptions {
    var options = self
    options.allowIncomplete = allowIncomplete || configuration.allowsIncomplete
    options.report = report ?? configuration.report
    options.metrics = metrics ?? configuration.metrics
    return options
  }
}
