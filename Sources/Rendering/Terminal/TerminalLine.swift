/// One line of a terminal document: pieces of text, each in its ink.
struct TerminalLine {
  private var pieces: [(text: TerminalText, ink: TerminalInk)] = []
  private(set) var columns = 0
  private let style: TerminalStyle

  init(_ style: TerminalStyle, indent: Int = 0) {
    self.style = style
    advance(indent)
  }

  /// Adds a text from anywhere; it is made safe here.
  mutating func add(_ text: String, _ ink: TerminalInk = .plain) {
    add(TerminalText(text, style), ink)
  }

  /// Adds a text, cut where the line ends.
  mutating func add(_ text: TerminalText, _ ink: TerminalInk = .plain) {
    let text = text.cut(to: style.width - columns, style)
    if text.text.isEmpty { return }
    pieces.append((text, ink))
    columns += text.columns
  }

  /// Moves on by so many columns.
  mutating func advance(_ count: Int) {
    if count > 0 { add(TerminalText.spaces(count)) }
  }

  /// Moves on to a column; stays where that is behind.
  mutating func advance(to column: Int) { advance(column - columns) }

  /// Adds a text that ends where the document does; false where there is no room for it.
  mutating func addRight(_ text: TerminalText, _ ink: TerminalInk, gap: Int = 2) -> Bool {
    guard columns + gap + text.columns <= style.width else { return false }
    advance(to: style.width - text.columns)
    add(text, ink)
    return true
  }

  func append(to bytes: inout [UInt8]) {
    for (text, ink) in trimmed {
      guard let parameters = ink.parameters(style.colour) else {
        text.append(to: &bytes)
        continue
      }
      bytes += "\u{1B}[\(parameters)m".utf8
      text.append(to: &bytes)
      bytes += "\u{1B}[0m".utf8
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Without spaces at the end.
  private var trimmed: [(text: TerminalText, ink: TerminalInk)] {
    var pieces = pieces
    while let last = pieces.popLast() {
      var text = Substring(last.text.text)
      while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
      guard text.isEmpty else {
        pieces.append((TerminalText(clean: String(text)), last.ink))
        break
      }
    }
    return pieces
  }
}

extension TerminalText {
  static func spaces(_ count: Int) -> TerminalText {
    TerminalText(clean: String(repeating: " ", count: count))
  }
}

/// The lines of a terminal document.
struct TerminalPage {
  let style: TerminalStyle
  private(set) var bytes: [UInt8] = []

  init(_ style: TerminalStyle) { self.style = style }

  mutating func add(_ line: TerminalLine) { line.append(to: &bytes) }

  mutating func addBlank() { bytes.append(UInt8(ascii: "\n")) }

  /// A text over as many lines as it takes.
  mutating func add(_ text: String, _ ink: TerminalInk, indent: Int) {
    for wrapped in TerminalText(text, style).wrapped(style.width - indent) {
      var line = TerminalLine(style, indent: indent)
      line.add(wrapped, ink)
      add(line)
    }
  }

  /// Parts one after the other, in a new line where the next does not fit; `right` at the end of the
  /// first line where there is room, else below.
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
      var last = TerminalLine(style, indent: indent)
      if !last.addRight(note.text, note.ink, gap: 0) { last.add(note.text, note.ink) }
      add(last)
    }
  }
}
