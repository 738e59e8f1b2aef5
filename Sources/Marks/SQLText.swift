import Exports

/// Text in SQL statements, by the standard (ISO/IEC 9075-2) that PostgreSQL and SQLite follow;
/// MySQL needs the mode `ANSI_QUOTES`.
package enum SQLText {
  /// A string literal: single quotes are doubled, nothing else is escaped. Nil for text that no
  /// spelling brings into all databases: with a NUL, at which some end the statement, or with a
  /// backslash, with which MySQL escapes the quote that would end the literal.
  static func literal(_ text: String) -> String? { quoted(text, with: UInt8(ascii: "'")) }

  /// An identifier, quoted if it has capitals, anything but letters, digits and underscores, or is
  /// a reserved word. Other names stay bare, because SQLite takes a quoted unknown name for a text
  /// and the statement would do nothing. Nil for a name with a NUL or a backslash.
  package static func identifier(_ name: String) -> String? {
    let isPlain =
      name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 &- 48 < 10
          || $0 == UInt8(ascii: "_")
      } && name.utf8.first.map { $0 &- 48 >= 10 } == true
    return isPlain && !reserved.contains(name) ? name : quoted(name, with: UInt8(ascii: "\""))
  }

  private static func quoted(_ text: String, with quote: UInt8) -> String? {
    if text.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\\") }) { return nil }
    return SQLName.quoted(text, with: quote)
  }

  /// Reserved words of PostgreSQL and SQLite that may name a column or table (PostgreSQL 17
  /// documentation, appendix C; sqlite.org/lang_keywords.html).
  private static let reserved: Set<String> = [
    "add", "all", "alter", "analyse", "analyze", "and", "any", "array", "as", "asc", "asymmetric",
    "authorization", "between", "binary", "both", "case", "cast", "check", "collate", "collation",
    "column", "commit", "concurrently", "constraint", "create", "cross", "current_catalog",
    "current_date", "current_role", "current_schema", "current_time", "current_timestamp",
    "current_user", "default", "deferrable", "delete", "desc", "distinct", "do", "drop", "else",
    "end", "escape", "except", "exists", "false", "fetch", "for", "foreign", "freeze", "from",
    "full", "grant", "group", "having", "if", "ilike", "in", "index", "initially", "inner",
    "insert", "intersect", "into", "is", "isnull", "join", "lateral", "leading", "left", "like",
    "limit", "localtime", "localtimestamp", "natural", "not", "notnull", "nothing", "null",
    "offset", "on", "only", "or", "order", "outer", "overlaps", "placing", "primary", "references",
    "returning", "right", "select", "session_user", "set", "similar", "some", "symmetric",
    "system_user", "table", "tablesample", "then", "to", "trailing", "transaction", "true", "union",
    "unique", "update", "user", "using", "values", "variadic", "verbose", "when", "where", "window",
    "with",
  ]
}
