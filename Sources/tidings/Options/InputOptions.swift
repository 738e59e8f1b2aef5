import ArgumentParser
import Exports
import Pipeline

/// Options of every command that reads exports.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Exported notifications: JSON, JSON Lines or SQLite, plain or gzipped; - is standard input.",
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

  @Flag(help: "Exit with status 65, before anything is written, if a record is rejected.")
  var strict = false

  @Option(help: ArgumentHelp("Write the rejected records to this file.", valueName: "file"))
  var rejected: String?

  @Option(
    help: ArgumentHelp("The number of workers; the result does not depend on it.", valueName: "n"))
  var jobs: Int?

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
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1.") }
  }
}
