package import Notifications

/// What became of a run, as a person at a terminal reads it: a head, a bar for each count, and what
/// they should look at. For the engineer, in English.
package struct TerminalOverview: Sendable {
  package struct Row: Sendable {
    package var label: String
    package var value: Int
    package var colour: TypeColor

    package init(label: String, value: Int, colour: TypeColor) {
      self.label = label
      self.value = value
      self.colour = colour
    }
  }

  /// Lines under a heading; the first ten, and how many more there are.
  package struct Section: Sendable {
    package var title: String
    package var lines: [String]

    package init(title: String, lines: [String]) {
      self.title = title
      self.lines = lines
    }
  }

  /// Set off, before the facts.
  package var title: String
  package var facts: [String]
  /// What went wrong, in a word; nil where nothing did.
  package var alarm: String?
  package var rows: [Row]
  package var sections: [Section]

  package init(
    title: String, facts: [String] = [], alarm: String? = nil, rows: [Row] = [],
    sections: [Section] = []
  ) {
    self.title = title
    self.facts = facts
    self.alarm = alarm
    self.rows = rows
    self.sections = sections
  }

  private static let mostLines = 10

  func bytes(_ style: TerminalStyle) -> [UInt8] {
    var page = TerminalPage(style)
    page.add(
      [(title, .bold)] + facts.map { ($0, .plain) }, between: style.separator, indent: 0,
      right: alarm.map { ($0, .alarm) })
    page.add(
      rows.map { TerminalBarRow(label: $0.label, value: $0.value, colour: $0.colour) }, indent: 2
    ) { TerminalOverview.grouped($0) }
    for section in sections where !section.lines.isEmpty {
      page.addBlank()
      page.add(section.title, .bold, indent: 0)
      // Never "1 more": show the one.
      let count = section.lines.count
      let shown = count <= Self.mostLines + 1 ? count : Self.mostLines
      for line in section.lines.prefix(shown) { page.add(line, .plain, indent: 2) }
      if shown < count {
        page.add("and \(Self.grouped(count - shown)) more", .secondary, indent: 2)
      }
    }
    return page.bytes
  }

  /// `1,204`
  package static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
