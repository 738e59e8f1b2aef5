import ArgumentParser
import Pipeline

/// The user's own templates.
struct TemplateOptions: ParsableArguments {
  @Option(
    name: .customLong("templates"),
    help: ArgumentHelp(
      "A folder with templates and catalogues of your own (see tidings templates).",
      valueName: "dir"))
  var templatesFolder: String?

  /// The user's own files by path.
  func ownTemplates() throws -> [String: [UInt8]] {
    try templatesFolder.map { try TemplateFolder.read($0) } ?? [:]
  }
}
