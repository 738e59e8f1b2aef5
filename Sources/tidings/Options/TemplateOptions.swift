import ArgumentParser
import Pipeline

/// Templates of one's own.
struct TemplateOptions: ParsableArguments {
  @Option(
    name: .customLong("templates"),
    help: ArgumentHelp(
      "A folder with templates and catalogues of your own (see tidings templates).",
      valueName: "dir"))
  var templatesFolder: String?

  /// The files of one's own, by path.
  func ownTemplates() throws -> [String: [UInt8]] {
    try templatesFolder.map { try TemplateFolder.read($0) } ?? [:]
  }
}
