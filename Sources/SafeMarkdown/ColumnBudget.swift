/// How much of a text is still shown, counted in columns.
struct ColumnBudget {
  /// A line of a phone: a line break or a new block takes the rest of one.
  private static let lineWidth = 72

  private let limit: UserMarkdown.Limit
  private var used = 0
  private(set) var isSpent = false

  init(limit: UserMarkdown.Limit) { self.limit = limit }

  /// The text as far as it fits; where it does not, up to the last whole character that leaves room
  /// for an ellipsis, and the ellipsis.
  mutating func cut(_ text: String) -> String {
    guard !isSpent, !text.isEmpty else { return "" }
    let columns = limit.count(text)
    if used + columns <= limit.columns {
      used += columns
      return text
    }
    isSpent = true
    var shown = ""
    for character in text {
      used += limit.count(String(character))
      guard used < limit.columns else { break }
      shown.append(character)
    }
    while shown.last?.isWhitespace == true { shown.removeLast() }
    return shown + "…"
  }

  /// Takes the rest of the current line.
  mutating func endLine() {
    used += (ColumnBudget.lineWidth - used % ColumnBudget.lineWidth) % ColumnBudget.lineWidth
  }
}
