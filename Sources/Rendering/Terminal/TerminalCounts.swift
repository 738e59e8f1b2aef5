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
    var types = counts.labelled(in: context.types)
    var others = 0
    if types.count > TerminalPage.mostTypes {
      let frequent = types.indices.sorted {
        (types[$0].tally.total, $1) > (types[$1].tally.total, $0)
      }.prefix(TerminalPage.mostTypes - 1)
      let kept = Set(frequent)
      others = counts.all.total - kept.reduce(0) { $0 + types[$1].tally.total }
      types = types.indices.filter(kept.contains).map { types[$0] }
    }
    var rows = types.map { type in
      TerminalBarRow(
        label: type.look.label, value: type.tally.total, colour: type.look.colour ?? .blue)
    }
    if others > 0 {
      rows.append(
        TerminalBarRow(
          label: context.words(.terminalUnknownType), value: others, colour: .grey))
    }
    return add(rows, indent: 2) { context.words.number($0) }
  }
}
