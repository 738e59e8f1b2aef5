import Notifications

/// What a terminal can show. The caller finds out; nothing here reads the environment.
package struct TerminalStyle: Sendable {
  /// The available colors.
  package enum Color: Sendable {
    case none
    /// The eight ANSI colors and their bright variants, which users may have changed.
    case sixteen
    /// The fixed palette of 256.
    case many
  }

  package var columns: Int
  package var color: Color
  /// Whether the terminal shows UTF-8; otherwise documents are ASCII.
  package var isUTF8: Bool
  /// Whether the terminal has hyperlinks (OSC 8).
  package var hasLinks: Bool

  package init(
    columns: Int = 80, color: Color = .none, isUTF8: Bool = true, hasLinks: Bool = false
  ) {
    self.columns = columns
    self.color = color
    self.isUTF8 = isUTF8
    self.hasLinks = hasLinks
  }

  /// The width of a document; in lines of more than 120 columns, times are too far from their titles.
  var width: Int { min(max(columns, 20), 120) }

  /// Too narrow for messages that keep clear of the times.
  var isNarrow: Bool { width < 60 }

  /// Separates the parts of a line.
  var separator: String { isUTF8 ? " · " : " - " }
}

/// The emphasis of a piece of a line. Color is never the only sign: badges are words, unread lines
/// have a dot, and the shades of bars are different characters.
enum TerminalInk: Equatable {
  case plain
  /// Titles of documents, sections and unread notifications.
  case bold
  /// Times, links, and what is left out.
  case secondary
  /// The dot of an unread notification.
  case unread
  /// The badge of an urgent notification, reversed.
  case badge
  case bar(TypeColor)
  /// Faults, such as rejected records.
  case alarm

  /// The parameters of SGR (ECMA-48 section 8.3.117); nil for none.
  ///
  /// In the palette of 256, badges have a contrast of at least 4.5:1. Text without a background has
  /// 4.5:1 on black and on white (243 is the only such gray), and bars have 3:1 on both.
  func parameters(_ color: TerminalStyle.Color) -> String? {
    switch color {
    case .none: nil
    case .sixteen: sixteen
    case .many: many
    }
  }

  private var sixteen: String? {
    switch self {
    case .plain: nil
    case .bold: "1"
    case .secondary: "2"
    case .unread: "1;34"
    case .badge: "1;7;31"
    case .bar(let color): TerminalInk.sixteen(color)
    case .alarm: "1;31"
    }
  }

  private var many: String? {
    switch self {
    case .plain: nil
    case .bold: "1"
    case .secondary: "38;5;243"
    case .unread: "38;5;32"
    case .badge: "1;38;5;231;48;5;124"
    case .bar(let color): "38;5;\(TerminalInk.many(color))"
    case .alarm: "1;38;5;160"
    }
  }

  private static func sixteen(_ color: TypeColor) -> String {
    switch color {
    case .red: "31"
    case .orange: "33"
    case .green: "32"
    case .blue: "34"
    case .purple: "35"
    case .gray: "90"
    }
  }

  private static func many(_ color: TypeColor) -> Int {
    switch color {
    case .red: 160
    case .orange: 166
    case .green: 28
    case .blue: 32
    case .purple: 134
    case .gray: 243
    }
  }
}
