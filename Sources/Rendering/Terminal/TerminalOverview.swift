import Digests

/// The outcome of a run for the engineer at a terminal, in English: a head, a bar for each count, and
/// what needs attention.
package struct TerminalOverview: Sendable {
  /// Lines under a heading; documents show the first ten and the number of the others.
  package struct Section: Sendable {
    package var title: String
    package var lines: [String]

    package init(title: String, lines: [String]) {
      self.title = title
      self.lines = lines
    }
  }

  /// Precedes the facts, in bold.
  package var title: String
  package var facts: [String]
  /// What went wrong, in a word; nil if nothing did.
  package var alarm: String?
  package var rows: [TerminalBarRow]
  package var sections: [Section]

  package init(
    title: String, facts: [String] = [], alarm: String? = nil, rows: [TerminalBarRow] = [],
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
      rows, indent: 2
    ) { Self.grouped($0) }
    for section in sections where !section.lines.isEmpty {
      page.addBlank()
      page.add(section.title, .bold, indent: 0)
      // Shows the last one instead of "1 more".
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

extension RejectedRecord {
  /// `data.jsonl:12: createdAt: not a time`, in the format of compilers, for the engineer in English.
  package var sentence: String {
    var location = file
    if let line {
      location += ":\(line)"
    } else if let record {
      location += ", record \(record)"
    }
    return [location, field, reason].compactMap(\.self).joined(separator: ": ")
  }
}
