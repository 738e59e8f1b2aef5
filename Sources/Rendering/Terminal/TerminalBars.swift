import Digests
import Languages
package import Notifications

/// Draws bars and strips as text.
enum TerminalBars {
  /// A bar in two shades: the unread part, then the read one. At most `columns` columns; neither part
  /// is empty if it has a notification and the bar has room for both.
  static func bar(
    _ tally: Tally, of most: Int, columns: Int, _ style: TerminalStyle
  ) -> (unread: String, read: String) {
    guard tally.total > 0, most > 0, columns > 0 else { return ("", "") }
    let share = min(1, Double(tally.total) / Double(most)) * Double(columns)
    let length = max(1, Int(share.rounded()))
    let unread = min(max(0, tally.unread), tally.total)
    var dark = Int((Double(unread) / Double(tally.total) * Double(length)).rounded())
    if unread > 0 { dark = max(1, dark) }
    if unread < tally.total, length > 1 { dark = min(dark, length - 1) }
    let shades = shades(style)
    return (
      String(repeating: shades.unread, count: dark),
      String(repeating: shades.read, count: length - dark)
    )
  }

  /// What the two parts of a bar are made of.
  static func shades(_ style: TerminalStyle) -> (unread: String, read: String) {
    style.isUTF8 ? ("█", "░") : ("#", "-")
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
}

extension [DayTally] {
  /// How many days there are from the first to the last.
  var spannedDays: Int {
    guard let first, let last else { return 0 }
    return Int(last.day) - Int(first.day) + 1
  }
}

/// What one character of a strip stands for: a number of days.
struct TerminalSpan: Equatable {
  let days: Int

  /// The shortest span in which all days from the first to the last take at most `limit` characters:
  /// days, from a week on whole weeks.
  init(_ tallies: [DayTally], limit: Int) {
    let least = limit > 0 ? max(1, (tallies.spannedDays + limit - 1) / limit) : 1
    days = least < 7 ? least : (least + 6) / 7 * 7
  }

  /// `per day`, `per 8 weeks`
  func label(_ words: Localization) -> String {
    days < 7 || days % 7 != 0
      ? words(.terminalPerDays, count: days) : words(.terminalPerWeeks, count: days / 7)
  }

  /// The totals of the spans, oldest first.
  func totals(_ tallies: [DayTally]) -> [Int] {
    guard let first = tallies.first?.day else { return [] }
    var values = Array(repeating: 0, count: (tallies.spannedDays + days - 1) / days)
    for day in tallies { values[(Int(day.day) - Int(first)) / days] += day.tally.total }
    return values
  }
}

/// A row of a chart.
package struct TerminalBarRow: Sendable {
  var label: String
  /// Whether the label is an id, which is cut in the middle: ids begin alike.
  var isID: Bool
  var tally: Tally
  var color: TypeColor

  /// A row in two shades.
  init(label: String, tally: Tally, isID: Bool = false) {
    self.label = label
    self.isID = isID
    self.tally = tally
    color = .blue
  }

  /// A row in one shade.
  package init(label: String, value: Int, color: TypeColor) {
    self.label = label
    isID = false
    tally = Tally(total: value, unread: value)
    self.color = color
  }
}

extension TerminalPage {
  /// The room of labels beside their bars.
  private static let shortestLabels = 16
  private static let longestLabels = 28

  /// Adds rows with labels, bars and values in columns; returns the column of the bars.
  ///
  /// - Parameter least: The least width of the labels, for a row that follows.
  @discardableResult
  mutating func add(
    _ rows: [TerminalBarRow], indent: Int, least: Int = 0, number: (Int) -> String
  ) -> Int {
    let limit = max(Self.shortestLabels, min(style.width / 3, Self.longestLabels))
    let labels = rows.map { row in
      let label = TerminalText(row.label, style)
      return row.isID ? label.cutInside(to: limit, style) : label.cut(to: limit, style)
    }
    let values = rows.map { TerminalText(number($0.tally.total), style) }
    let start = indent + max(min(least, limit), labels.map(\.columns).max() ?? 0) + 2
    let room = style.width - start - 1 - (values.map(\.columns).max() ?? 0)
    let most = rows.map(\.tally.total).max() ?? 0
    // A few notifications need no bar across the screen.
    let longest = most < 10 ? most * 4 : 40
    for (row, (label, value)) in zip(rows, zip(labels, values)) {
      var line = TerminalLine(style, indent: indent)
      line.add(label)
      line.advance(to: start)
      let bar = TerminalBars.bar(
        row.tally, of: most, columns: min(40, room, longest), style)
      line.add(TerminalText(clean: bar.unread), .bar(row.color))
      line.add(TerminalText(clean: bar.read), .bar(row.color))
      if row.tally.total > 0 { line.advance(1) }
      line.add(value)
      add(line)
    }
    return start
  }
}
