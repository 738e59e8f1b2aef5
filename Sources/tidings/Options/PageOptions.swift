import ArgumentParser
import Pipeline
import Rendering

/// How pages look.
struct PageOptions: ParsableArguments {
  @OptionGroup var templates: TemplateOptions

  @Flag(
    inversion: .prefixedNo,
    help: "Show thumbnails and avatars, loaded from the web by the reader's browser.")
  var images = false

  @Option(
    help: ArgumentHelp(
      "The color of links and buttons, such as #1d4ed8.", valueName: "color"))
  var accent: String?

  /// The accent; prints a warning if it had to be changed.
  func accentColour() throws -> Accent {
    guard let accent else { return .standard }
    let changed = try AccentOption.resolved(accent)
    for warning in AccentOption.warnings(of: changed) { Command.say("tidings: \(warning)") }
    return changed
  }
}
