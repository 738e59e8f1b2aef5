import ArgumentParser
import Glibc

/// When to use colors.
enum ColourChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}

/// How to draw text for a terminal.
struct TerminalOptions: ParsableArguments {
  @Option(
    name: [.customLong("color"), .customLong("colour")],
    help: "When to use colors: auto (on a terminal, unless NO_COLOR is set), always or never.")
  var colour: ColourChoice = .auto

  @Option(
    help: ArgumentHelp("The width in columns; default: the terminal's, or 80.", valueName: "n"))
  var columns: Int?

  func validate() throws {
    if let columns, !(20...1000).contains(columns) {
      throw ValidationError("--columns takes a number from 20 to 1000.")
    }
  }
}
