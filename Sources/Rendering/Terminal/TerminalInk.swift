import Notifications

/// How a piece of a line is set off. Color never stands alone: badges say their word, and unread
/// lines have a dot.
enum TerminalInk: Equatable {
  case plain
  /// Titles of documents, sections and unread notifications.
  case bold
  /// Times, messages' surroundings, what is left out.
  case secondary
  /// The dot of an unread notification.
  case unread
  case badge(Priority)
  case bar(TypeColor)
  /// Something is wrong: rejected records.
  case alarm

  /// The parameters of SGR (ECMA-48 section 8.3.117), nil for none.
  ///
  /// The palette's pairs have a contrast of 4.5:1 and more, texts without a background 4.5:1 on black
  /// and on white (243 is the one gray that has), bars 3:1 on both. The sixteen are the user's own.
  func parameters(_ colour: TerminalStyle.Colour) -> String? {
    switch colour {
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
    case .badge(.high): "1;37;41"
    case .badge(.normal): "34"
    case .badge(.low): "2"
    case .bar(let colour): TerminalInk.sixteen(colour)
    case .alarm: "1;31"
    }
  }

  private var many: String? {
    switch self {
    case .plain: nil
    case .bold: "1"
    case .secondary: "38;5;243"
    case .unread: "38;5;32"
    case .badge(.high): "1;38;5;231;48;5;124"
    case .badge(.normal): "38;5;231;48;5;25"
    case .badge(.low): "38;5;231;48;5;240"
    case .bar(let colour): "38;5;\(TerminalInk.many(colour))"
    case .alarm: "1;38;5;160"
    }
  }

  private static func sixteen(_ colour: TypeColor) -> String {
    switch colour {
    case .red: "31"
    case .orange: "33"
    case .green: "32"
    case .blue: "34"
    case .purple: "35"
    case .grey: "90"
    }
  }

  private static func many(_ colour: TypeColor) -> Int {
    switch colour {
    case .red: 160
    case .orange: 166
    case .green: 28
    case .blue: 32
    case .purple: 134
    case .grey: 243
    }
  }
}
