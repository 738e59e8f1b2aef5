import Digests
import Languages
import Notifications

/// What digest and summary say of their counts in the same way.
extension TerminalPage {
  private static let mostTypes = 20

  /// `unread 311   high 42   normal 1,090   low 115`
  mutating func add(_ counts: Counts, _ context: DocumentContext) {
    let words = context.words
    let parts: [(MessageKey, Int, TerminalInk)] = [
      (.terminalUnread, counts.all.unread, .bold),
      (.terminalHigh, counts[.high].total, counts[.high].unread > 0 ? .alarm : .plain),
      (.terminalNormal, counts[.normal].total, .plain),
      (.terminalLow, counts[.low].total, .plain),
    ]
    add(
      parts.map { (words($0.0) + " " + words.number($0.1), $0.2) }, between: "   ", indent: 2)
  }

  /// A bar for each type; where they are very many, the rarest are one. Returns the bars' column.
  @discardableResult
  mutating func addTypes(_ counts: Counts, _ context: DocumentContext) -> Int {
    let types = TypeBreakdown(counts, in: context.types, most: TerminalPage.mostTypes)
    var rows = types.rows.map { type in
      TerminalBarRow(
        label: type.look.label, value: type.tally.total, colour: type.look.colour ?? .blue)
    }
    if types.others.total > 0 {
      rows.append(
        TerminalBarRow(
          label: context.words(.terminalUnknownType), value: types.others.total, colour: .grey))
    }
    return add(rows, indent: 2) { context.words.number($0) }
  }
}
