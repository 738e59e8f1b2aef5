import ArgumentParser

/// How documents look and where they lead.
struct LookOptions: ParsableArguments {
  @OptionGroup var templates: TemplateOptions

  @Option(
    name: .customLong("inbox-url"),
    help: ArgumentHelp(
      "The recipient's inbox; {recipient} stands for the id.", valueName: "url"))
  var inboxURL: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Show thumbnails and avatars in HTML, which are loaded from the web.")
  var images = true
}
