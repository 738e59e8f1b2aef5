/// Text of SQL statements, as the standard (ISO/IEC 9075-2) and with it PostgreSQL and SQLite have
/// it; a MySQL server has to run in `NO_BACKSLASH_ESCAPES` and `ANSI_QUOTES`.
enum SQLText {
  /// A character string literal: single quotes are doubled, nothing else is escaped. Nil for text
  /// with a NUL, which no database can hold and some end the statement at.
  static func literal(_ text: String) -> String? {
    quoted(text, with: UInt8(ascii: "'"))
  }

  /// An identifier, quoted where it has to be: with capitals, with other than letters, digits and
  /// underscores, or a reserved word. Others stay bare, because SQLite takes a quoted name that
  /// there is not for a text, and the statement would quietly do nothing.
  static func identifier(_ name: String) -> String? {
    let isPlain =
      name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 &- 48 < 10
          || $0 == UInt8(ascii: "_")
      } && name.utf8.first.map { $0 &- 48 >= 10 } == true
    return isPlain && !reserved.contains(name) ? name : quoted(name, with: UInt8(ascii: "\""))
  }

  private static func quoted(_ text: String, with quote: UInt8) -> String? {
    if text.utf8.contains(0) { return nil }
    var output = [quote]
    output.reserveCapacity(text.utf8.count + 2)
    for byte in text.utf8 {
      if byte == quote { output.append(quote) }
      output.append(byte)
    }
    output.append(quote)
    return String(decoding: output, as: UTF8.self)
  }

  /// Words that PostgreSQL or SQLite reserve and that a column or table may well bear (PostgreSQL 17
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
