import Digests
import Notifications

/// Bars and strips of text.
enum TerminalBars {
  /// A bar of at most `columns` columns, in eighths of one; something for everything that is not
  /// nothing.
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

  /// A sign per value, as high as the value; nothing for 0.
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

  /// The totals of all days from the first to the last, in at most `limit` values: where there are
  /// more days, several together.
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
struct TerminalBarRow {
  var label: String
  var value: Int
  var colour: TypeColor
  /// Behind the value.
  var note = ""
}

extension TerminalPage {
  /// Rows with their labels, bars and values, each in a column of its own; returns that of the bars.
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
    // Three notifications do not need a bar across the screen.
    let longest = most < 10 ? most * 4 : 40
    for (row, (label, value)) in zip(rows, zip(labels, values)) {
      var line = TerminalLine(style, indent: indent)
      line.add(label)
      line.advance(to: start)
      let bar = TerminalBars.bar(row.value, of: most, columns: min(40, room, longest), style)
      line.add(TerminalText(clean: bar), .bar(row.colour))
      if !bar.isEmpty { line.advance(1) }
      line.add(value)
      add(line)
    }
    return start
  }
}
