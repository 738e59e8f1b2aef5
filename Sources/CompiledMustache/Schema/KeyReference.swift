/// The key reference that template authors read, generated from the schema.
package enum KeyReference {
  /// A Markdown table of every key: within which sections it is found, its type, what it holds.
  package static func markdown(_ schema: RecordSchema) -> String {
    var rows = ["| Inside | Key | Type | Meaning |", "|---|---|---|---|"]
    append(schema, inside: [], to: &rows)
    return rows.joined(separator: "\n") + "\n"
  }

  private static func append(
    _ schema: RecordSchema, inside path: [String], to rows: inout [String]
  ) {
    for field in schema.fields {
      let place = path.map { "`\($0)`" }.joined(separator: " › ")
      let words = field.documentation.split(separator: "|", omittingEmptySubsequences: false)
      let cells = [place, "`\(field.key)`", field.type.name, words.joined(separator: "\\|")]
      rows.append("| " + cells.joined(separator: " | ") + " |")
      if let inner = field.type.inner { append(inner, inside: path + [field.key], to: &rows) }
    }
  }
}
