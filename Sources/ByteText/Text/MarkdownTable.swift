/// A table in Markdown, a line for each row.
package enum MarkdownTable {
  /// - Parameter rows: texts in Markdown without line feeds.
  package static func text(_ headings: String..., rows: some Sequence<[String]>) -> String {
    line(headings) + "|" + String(repeating: "---|", count: headings.count) + "\n"
      + rows.map(line).joined()
  }

  private static func line(_ cells: [String]) -> String {
    cells.map { "| \($0.replacing("|", with: "\\|")) " }.joined() + "|\n"
  }
}
