import Rendering

/// Reads the color of links and buttons, and warns if it had to be changed.
enum AccentOption {
  /// The accent of `--accent`.
  static func resolved(_ text: String) throws -> Accent {
    guard let colour = RGB(hex: text) else {
      throw Failure.usage("--accent \(text) is not a color", "write it as #1d4ed8")
    }
    return Accent(colour)
  }

  /// A warning if the accent is not the one that was asked for.
  static func warnings(of accent: Accent) -> [String] {
    accent.replaced.map {
      ["the accent \($0) cannot be read on white; \(accent.light) is used"]
    } ?? []
  }
}
