/// What a terminal can show, as the caller found out: nothing here asks the environment.
package struct TerminalStyle: Sendable {
  /// How many colors there are.
  package enum Colour: Sendable {
    case none
    /// The eight ANSI colors and their bright ones, whatever the user made of them.
    case sixteen
    /// The fixed palette of 256.
    case many
  }

  package var columns: Int
  package var colour: Colour
  /// Whether the terminal shows UTF-8; ASCII alone is written where it does not.
  package var isUTF8: Bool
  /// Whether a notification's link is shown below it.
  package var showsLinks: Bool

  package init(
    columns: Int = 80, colour: Colour = .none, isUTF8: Bool = true, showsLinks: Bool = true
  ) {
    self.columns = columns
    self.colour = colour
    self.isUTF8 = isUTF8
    self.showsLinks = showsLinks
  }

  /// How wide a document is set: lines of more than 120 columns tear times from what they date.
  var width: Int { min(max(columns, 20), 120) }

  /// Too narrow for columns side by side.
  var isNarrow: Bool { width < 60 }

  /// Between parts of a line.
  var separator: String { isUTF8 ? " · " : " - " }
}
