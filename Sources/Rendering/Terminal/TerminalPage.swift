import Notifications
import SafeMarkdown

/// What a terminal can show. The caller finds out; nothing here reads the environment.
package struct TerminalStyle: Sendable {
  package var columns: Int
  /// Whether it has the eight ANSI colors and their bright variants, which users may have changed.
  package var hasColor: Bool
  /// Whether the terminal shows UTF-8; otherwise documents are ASCII.
  package var isUTF8: Bool
  /// Whether the terminal has hyperlinks (OSC 8).
  package var hasLinks: Bool

  package init(
    columns: Int = 80, hasColor: Bool = false, isUTF8: Bool = true, hasLinks: Bool = false
  ) {
    self.columns = columns
    self.hasColor = hasColor
    self.isUTF8 = isUTF8
    self.hasLinks = hasLinks
  }

  /// The width of a document; in lines of more than 120 columns, times are too far from their titles.
  var width: Int { min(max(columns, 20), 120) }

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
  /// Faults, such as rejected records, and the heading of what is urgent.
  case alarm

  /// The parameters of SGR (ECMA-48 section 8.3.117); nil for none.
  var parameters: String? {
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
}

/// One line of a terminal document: pieces of text with their ink.
struct TerminalLine {
  private struct Piece {
    var text: TerminalText
    var ink: TerminalInk
    /// The target of a hyperlink.
    var link: TerminalLink?
  }

  private var pieces: [Piece] = []
  private(set) var columns = 0
  private let style: TerminalStyle

  init(_ style: TerminalStyle, indent: Int = 0) {
    self.style = style
    advance(indent)
  }

  /// Adds a text, cut at the end of the line.
  mutating func add(
    _ text: TerminalText, _ ink: TerminalInk = .plain, link: TerminalLink? = nil
  ) {
    let text = text.cut(to: style.width - columns, style)
    if text.text.isEmpty { return }
    pieces.append(Piece(text: text, ink: ink, link: link))
    columns += text.columns
  }

  /// Adds an address, which no line cuts: it would lead nowhere.
  mutating func add(address: TerminalLink) {
    pieces.append(Piece(text: TerminalText(clean: address.url), ink: .secondary))
  }

  /// Advances by a number of columns.
  mutating func advance(_ count: Int) {
    if count > 0 { add(TerminalText(clean: String(repeating: " ", count: count))) }
  }

  /// Advances to a column; does nothing if that lies behind.
  mutating func advance(to column: Int) { advance(column - columns) }

  /// Adds a text at the right margin; returns false if there is no room for it.
  mutating func addRight(_ text: TerminalText, _ ink: TerminalInk, gap: Int = 2) -> Bool {
    guard columns + gap + text.columns <= style.width else { return false }
    advance(to: style.width - text.columns)
    add(text, ink)
    return true
  }

  func append(to bytes: inout [UInt8]) {
    for piece in trimmed {
      let parameters = style.hasColor ? piece.ink.parameters : nil
      piece.link?.appendStart(to: &bytes)
      if let parameters { bytes += "\u{1B}[\(parameters)m".utf8 }
      piece.text.append(to: &bytes)
      if parameters != nil { bytes += "\u{1B}[0m".utf8 }
      piece.link?.appendEnd(to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The pieces without spaces at the end, but for those of a badge, which are colored.
  private var trimmed: [Piece] {
    var pieces = pieces
    while pieces.last?.ink != .badge || !style.hasColor, var last = pieces.popLast() {
      var text = Substring(last.text.text)
      while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
      guard text.isEmpty else {
        last.text = TerminalText(clean: String(text))
        pieces.append(last)
        break
      }
    }
    return pieces
  }
}

/// The target of a hyperlink in a terminal (OSC 8): printable ASCII, so that it cannot end the
/// sequence.
struct TerminalLink: Equatable {
  let url: String

  /// Nil for anything but an `http`, `https` or `mailto` URL of at most 2,000 bytes.
  init?(_ text: String) {
    guard let url = SafeURL.normalized(text), url.utf8.count <= 2000,
      url.utf8.allSatisfy({ (0x21..<0x7F).contains($0) })
    else { return nil }
    self.url = url
  }

  func appendStart(to bytes: inout [UInt8]) { bytes += "\u{1B}]8;;\(url)\u{1B}\\".utf8 }

  func appendEnd(to bytes: inout [UInt8]) { bytes += "\u{1B}]8;;\u{1B}\\".utf8 }
}

/// The lines of a terminal document.
struct TerminalPage {
  let style: TerminalStyle
  private(set) var bytes: [UInt8] = []

  init(_ style: TerminalStyle) { self.style = style }

  mutating func add(_ line: TerminalLine) { line.append(to: &bytes) }

  mutating func addBlank() { bytes.append(UInt8(ascii: "\n")) }

  /// Adds a text, wrapped into as many lines as it needs.
  mutating func add(_ text: String, _ ink: TerminalInk, indent: Int) {
    for wrapped in TerminalText(text, style).wrapped(style.width - indent) {
      var line = TerminalLine(style, indent: indent)
      line.add(wrapped, ink)
      add(line)
    }
  }

  /// Adds a link as its words, or with its address where the terminal has no links.
  mutating func add(_ link: TerminalLink, after words: String = "", indent: Int) {
    var line = TerminalLine(style, indent: indent)
    line.add(TerminalText(words, style), .secondary, link: style.hasLinks ? link : nil)
    if !style.hasLinks {
      if !words.isEmpty { line.add(TerminalText(clean: ": "), .secondary) }
      line.add(address: link)
    }
    add(line)
  }

  /// Adds a list below a heading; of more than `most` lines the first, and the words for the number
  /// of the others. Shows the last one instead of "1 more".
  mutating func add(_ lines: [String], below title: String, most: Int, more: (Int) -> String) {
    if lines.isEmpty { return }
    addBlank()
    add(title, .bold, indent: 0)
    let shown = lines.count <= most + 1 ? lines.count : most
    for line in lines.prefix(shown) { add(line, .plain, indent: 2) }
    if shown < lines.count { add(more(lines.count - shown), .secondary, indent: 2) }
  }

  /// Adds parts one after another, on a new line if the next does not fit. `right` goes to the end of
  /// the first line with room, otherwise below, where a reader begins.
  mutating func add(
    _ parts: [(text: String, ink: TerminalInk)], between separator: String, indent: Int,
    right: (text: String, ink: TerminalInk)? = nil
  ) {
    let separator = TerminalText(clean: separator)
    var line = TerminalLine(style, indent: indent)
    var isEmpty = true
    var right = right.map { (text: TerminalText($0.text, style), ink: $0.ink) }
    let end = right.map { style.width - $0.text.columns - 2 } ?? style.width
    func finish(_ line: inout TerminalLine, _ page: inout TerminalPage) {
      if let note = right, line.addRight(note.text, note.ink) { right = nil }
      page.add(line)
    }
    var limit = end >= style.width / 2 ? end : style.width
    for part in parts {
      let text = TerminalText(part.text, style).cut(to: style.width - indent, style)
      let gap = isEmpty ? 0 : separator.columns
      if !isEmpty, line.columns + gap + text.columns > limit {
        finish(&line, &self)
        line = TerminalLine(style, indent: indent)
        limit = style.width
        isEmpty = true
      }
      if !isEmpty { line.add(separator, .secondary) }
      line.add(text, part.ink)
      isEmpty = false
    }
    finish(&line, &self)
    if let note = right {
      var last = TerminalLine(style, indent: indent + 2)
      last.add(note.text, note.ink)
      add(last)
    }
  }
}
