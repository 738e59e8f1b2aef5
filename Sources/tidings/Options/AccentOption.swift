import Rendering

/// The colour of links and buttons: the one place that reads it, and has the words for one that could
/// not stay as it was.
enum AccentOption {
  /// The accent that `--accent` gives.
  static func resolved(_ text: String) throws -> Accent {
    guard let colour = RGB(hex: text) else {
      throw Failure.usage("--accent \(text) is no colour", "write it as #1d4ed8")
    }
    return Accent(colour)
  }

  /// What a report says of an accent: nothing where it is the one that was asked for.
  static func warnings(of accent: Accent) -> [String] {
    accent.replaced.map {
      ["the accent \($0) cannot be read on white; \(accent.light) is used"]
    } ?? []
  }
}
