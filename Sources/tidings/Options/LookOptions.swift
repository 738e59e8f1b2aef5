import ArgumentParser
import Languages
import Pipeline

/// How documents look and where they lead.
struct LookOptions: ParsableArguments {
  @Option(
    name: .customLong("templates"),
    help: ArgumentHelp(
      "A folder with templates and catalogues of your own (see tidings templates).",
      valueName: "dir"))
  var templatesFolder: String?

  @Option(
    name: .customLong("inbox-url"),
    help: ArgumentHelp(
      "The recipient's inbox; {recipient} stands for the id.", valueName: "url"))
  var inboxURL: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Show thumbnails and avatars in HTML, which are loaded from the web.")
  var images = true

  /// The files of one's own, by path.
  func ownTemplates() throws -> [String: [UInt8]] {
    try templatesFolder.map { try TemplateFolder.read($0) } ?? [:]
  }
}
