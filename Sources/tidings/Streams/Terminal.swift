import Glibc
import Rendering

/// When to use colors.
enum ColorChoice: String, CaseIterable { case auto, always, never }

struct TerminalOptions: Sendable {
  var color = ColorChoice.auto
  var columns: Int?

  static let widths = 20...1000

  func style(for stream: StandardStream, _ environment: TerminalEnvironment) -> TerminalStyle {
    let hasColor =
      switch color {
      case .always: true
      case .never: false
      case .auto: stream.isTerminal && !environment.refusesColor
      }
    return TerminalStyle(
      columns: columns ?? stream.columns ?? environment.columns ?? 80,
      hasColor: hasColor, isUTF8: environment.isUTF8, hasLinks: hasLinks(stream, environment))
  }

  /// Hyperlinks are escapes, as colors are: only where escapes are welcome.
  private func hasLinks(_ stream: StandardStream, _ environment: TerminalEnvironment) -> Bool {
    if color == .never { return false }
    let isForced = environment.values["FORCE_HYPERLINK"] != nil
    return (stream.isTerminal || isForced) && environment.hasLinks
  }
}

/// The environment's settings for terminals, language and zone, read once at the start.
struct TerminalEnvironment: Sendable {
  let values: [String: String]

  init(_ values: [String: String]) { self.values = values }

  /// Whether the locale's encoding is UTF-8, by the first of LC_ALL, LC_CTYPE and LANG that is set.
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

  /// The zone in TZ, without the colon that POSIX allows.
  var timeZone: String? { value("TZ").map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 } }

  /// NO_COLOR with any value turns colors off (no-color.org), and so does TERM=dumb.
  var refusesColor: Bool { value("NO_COLOR") != nil || value("TERM") == "dumb" }

  /// The width in COLUMNS, for output that is not a terminal.
  var columns: Int? {
    value("COLUMNS").flatMap { Int($0) }.flatMap { TerminalOptions.widths.contains($0) ? $0 : nil }
  }

  /// The program that shows long output; empty for none, nil for the usual one.
  var pager: String? { values["TIDINGS_PAGER"] ?? values["PAGER"] }

  /// Whether the terminal has hyperlinks (OSC 8), by the variables with which terminals tell who they
  /// are; FORCE_HYPERLINK decides where it is set, as for other programs.
  var hasLinks: Bool {
    if let forced = values["FORCE_HYPERLINK"] { return forced != "0" }
    if refusesColor || value("TERM")?.hasPrefix("screen") == true { return false }
    let programs: Set = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio"]
    let terms = ["kitty", "foot", "alacritty", "ghostty", "wezterm", "contour"]
    return value("VTE_VERSION").flatMap { Int($0) } ?? 0 >= 5000
      || value("WT_SESSION") != nil || value("KONSOLE_VERSION") != nil
      || value("DOMTERM") != nil
      || value("TERM_PROGRAM").map(programs.contains) ?? false
      || value("TERM").map { term in terms.contains { term.contains($0) } } ?? false
  }

  private func value(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
}
