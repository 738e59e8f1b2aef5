/// A table in Markdown, a line for each row.
package struct MarkdownTable: Sendable {
  package private(set) var text: String

  package init(_ headings: String...) {
    text = ""
    append(headings)
    text += "|" + String(repeating: "---|", count: headings.count) + "\n"
  }

  /// - Parameter cells: texts in Markdown without line feeds.
  package mutating func append(_ cells: [String]) {
    for cell in cells {
      let parts = cell.split(separator: "|", omittingEmptySubsequences: false)
      text += "| \(parts.joined(separator: "\\|")) "
    }
    text += "|\n"
  }
}
