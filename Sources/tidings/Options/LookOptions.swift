import ArgumentParser
import Pipeline

/// How documents look, and where their links lead.
struct LookOptions: ParsableArguments {
  @OptionGroup var templates: TemplateOptions

  @Option(
    name: .customLong("inbox-url"),
    help: ArgumentHelp(
      "The URL of inboxes; {recipient} stands for the id, {page} for the name of the page.",
      valueName: "url"))
  var inboxURL: String?

  @Option(
    help: ArgumentHelp(
      "The folder of the pages that {page} names, written by tidings inbox -o.", valueName: "dir"))
  var inboxFolder: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Show thumbnails and avatars in HTML, loaded from the web.")
  var images = true

  func validate() throws {
    if let inboxURL, let mark = InboxAddress.unknownMark(in: inboxURL) {
      throw ValidationError(
        "--inbox-url has an unknown placeholder \(mark); it can contain {recipient} and {page}.")
    }
    if inboxURL?.contains(InboxAddress.pageMark) == true, inboxFolder == nil {
      throw ValidationError(
        "{page} in --inbox-url needs the folder of the pages; name it with --inbox-folder.")
    }
  }

  /// Adds the folders that are read.
  func addFolders(to paths: inout OutputPaths) {
    paths.read(folder: templates.templatesFolder, "--templates")
    paths.read(folder: inboxFolder, "--inbox-folder")
  }

  /// Where inboxes are.
  func inbox() throws -> InboxAddress? {
    guard let inboxURL else { return nil }
    guard inboxURL.contains(InboxAddress.pageMark), let inboxFolder else {
      return InboxAddress(inboxURL)
    }
    guard let pages = try PageAddresses(folder: inboxFolder) else {
      throw Failure(
        status: .noInput, message: "\(inboxFolder): it contains no pages of tidings",
        advice: "write them first: tidings inbox EXPORT… -o \(inboxFolder)")
    }
    return InboxAddress(inboxURL, pages: pages)
  }
}
