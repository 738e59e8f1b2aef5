import Glibc
import Rendering

/// What the environment says of terminals and places; read once, when a command begins.
struct TerminalEnvironment {
  let values: [String: String]

  init(_ values: [String: String]) { self.values = values }

  /// The locale's encoding is UTF-8: the first of LC_ALL, LC_CTYPE and LANG that is set decides.
  var isUTF8: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { value($0) }.first
    let encoding = locale?.lowercased() ?? ""
    return encoding.hasSuffix("utf-8") || encoding.hasSuffix("utf8")
  }

  /// The locale's language as a BCP 47 tag; nil for `C` and `POSIX`.
  var language: String? {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { value($0) }.first
    let name = locale?.prefix { $0 != "." && $0 != "@" } ?? ""
    return name.isEmpty || name == "C" || name == "POSIX" ? nil : String(name)
  }

  /// Where a terminal's user is: TZ, without the colon that POSIX allows.
  var timeZone: String? { value("TZ").map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 } }

  /// Any value at all of NO_COLOR switches colours off (no-color.org); TERM=dumb has none.
  var refusesColour: Bool { value("NO_COLOR") != nil || value("TERM") == "dumb" }

  /// The width that a terminal tells programs whose output is not the terminal itself.
  var columns: Int? {
    value("COLUMNS").flatMap { Int($0) }.flatMap { (20...1000).contains($0) ? $0 : nil }
  }

  private func value(_ name: String) -> String? {
    values[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension TerminalOptions {
  /// How to draw on a stream.
  func style(
    for stream: StandardStream, _ environment: TerminalEnvironment
  ) -> TerminalStyle {
    let hasColour =
      switch colour {
      case .always: true
      case .never: false
      case .auto: stream.isTerminal && !environment.refusesColour
      }
    return TerminalStyle(
      columns: columns ?? stream.columns ?? environment.columns ?? 80,
      colour: hasColour ? .sixteen : .none,
      isUTF8: environment.isUTF8)
  }
}
