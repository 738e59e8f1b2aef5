import Digests
package import Notifications

/// One line of a terminal document: pieces of text with their ink.
struct TerminalLine {
  private var pieces: [(text: TerminalText, ink: TerminalInk)] = []
  private(set) var columns = 0
  private let style: TerminalStyle

  init(_ style: TerminalStyle, indent: Int = 0) {
    self.style = style
    advance(indent)
  }

  /// Adds text of any origin after cleaning it.
  mutating func add(_ text: String, _ ink: TerminalInk = .plain) {
    add(TerminalText(text, style), ink)
  }

  /// Adds a text, cut at the end of the line.
  mutating func add(_ text: TerminalText, _ ink: TerminalInk = .plain) {
    let text = text.cut(to: style.width - columns, style)
    if text.text.isEmpty { return }
    pieces.append((text, ink))
    columns += text.columns
  }

  /// Advances by a number of columns.
  mutating func advance(_ count: Int) {
    if count > 0 { add(TerminalText.spaces(count)) }
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
    for (text, ink) in trimmed {
      guard let parameters = ink.parameters(style.color) else {
        text.append(to: &bytes)
        continue
      }
      bytes += "\u{1B}[\(parameters)m".utf8
      text.append(to: &bytes)
      bytes += "\u{1B}[0m".utf8
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The pieces without spaces at the end.
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

  /// Adds a text, wrapped into as many lines as it needs.
  mutating func add(_ text: String, _ ink: TerminalInk, indent: Int) {
    for wrapped in TerminalText(text, style).wrapped(style.width - indent) {
      var line = TerminalLine(style, indent: indent)
      line.add(wrapped, ink)
      add(line)
    }
  }

  /// Adds parts one after another, on a new line if the next does not fit. `right` goes to the end of
  /// the first line with room, otherwise below.
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

/// Draws bars and strips as text.
enum TerminalBars {
  /// A bar of at most `columns` columns in steps of an eighth; never empty for a positive value.
  static func bar(_ value: Int, of most: Int, columns: Int, _ style: TerminalStyle) -> String {
    guard value > 0, most > 0, columns > 0 else { return "" }
    let share = min(1, Double(value) / Double(most)) * Double(columns)
    guard style.isUTF8 else {
      return String(repeating: "#", count: max(1, Int(share.rounded())))
    }
    let eighths = max(1, Int((share * 8).rounded()))
    let blocks: [String] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + blocks[eighths % 8]
  }

  /// One character per value, as high as the value; a space for 0.
  static func strip(_ values: [Int], _ style: TerminalStyle) -> String {
    let levels = Array(style.isUTF8 ? "▁▂▃▄▅▆▇█" : ".:-=+*%#")
    let most = values.max() ?? 0
    return String(
      values.map { value in
        guard value > 0, most > 0 else { return " " }
        let level = Double(value) / Double(most) * Double(levels.count)
        return levels[min(levels.count - 1, max(0, Int(level.rounded(.up)) - 1))]
      })
  }

  /// The totals of all days from the first to the last, in at most `limit` values; more days are summed
  /// in groups.
  static func perDay(_ days: [DayTally], limit: Int) -> [Int] {
    guard let first = days.first?.day, let last = days.last?.day, limit > 0 else { return [] }
    let span = Int(last) - Int(first) + 1
    let together = (span + limit - 1) / limit
    var values = Array(repeating: 0, count: (span + together - 1) / together)
    for day in days { values[(Int(day.day) - Int(first)) / together] += day.tally.total }
    return values
  }
}

/// A row of a chart.
package struct TerminalBarRow: Sendable {
  var label: String
  var value: Int
  var color: TypeColor
  /// Follows the value.
  var note: String

  package init(label: String, value: Int, color: TypeColor, note: String = "") {
    self.label = label
    self.value = value
    self.color = color
    self.note = note
  }
}

extension TerminalPage {
  /// Adds rows with labels, bars and values in columns; returns the column of the bars.
  @discardableResult
  mutating func add(_ rows: [TerminalBarRow], indent: Int, number: (Int) -> String) -> Int {
    let labelLimit = max(8, style.width / 3)
    let labels = rows.map { TerminalText($0.label, style).cut(to: labelLimit, style) }
    let values = rows.map { row in
      TerminalText(row.note.isEmpty ? number(row.value) : number(row.value) + " " + row.note, style)
    }
    let start = indent + (labels.map(\.columns).max() ?? 0) + 2
    let room = style.width - start - 1 - (values.map(\.columns).max() ?? 0)
    let most = rows.map(\.value).max() ?? 0
    // A few notifications need no bar across the screen.
    let longest = most < 10 ? most * 4 : 40
    for (row, (label, value)) in zip(rows, zip(labels, values)) {
      var line = TerminalLine(style, indent: indent)
      line.add(label)
      line.advance(to: start)
      let bar = TerminalBars.bar(row.value, of: most, columns: min(40, room, longest), style)
      line.add(TerminalText(clean: bar), .bar(row.color))
      if !bar.isEmpty { line.advance(1) }
      line.add(value)
      add(line)
    }
    return start
  }
}
