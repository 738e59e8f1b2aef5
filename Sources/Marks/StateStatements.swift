import Exports
import Languages
package import Notifications
package import Profiles

/// Why no statements can be written for a system.
package enum StateStatementError: Error, Equatable, Sendable {
  /// Neither its profile nor the user names a table.
  case noTable(ProfileName)
  /// The profile has no column for the id, or none for read.
  case noColumn(ProfileName, role: String)
  /// The name of a table or column, or a word for read, has a NUL.
  case unquotable(String)
}

/// Statements, and the ids that none can name.
package struct StateSQL: Equatable, Sendable {
  /// Each ends with a semicolon.
  package var statements: [String] = []
  /// Ids with a NUL, which cannot be written in SQL.
  package var refused: [NotificationID] = []

  package init() {}
}

/// Writes marks as statements for the app's own table.
///
/// Every statement names its ids, at most 500: rows added after the export are never changed.
package struct StateStatements: Sendable {
  private let table: String
  private let id: String
  private let assignments: [(column: String, value: StateColumns.Value)]
  private let updatedAt: String?

  static let idsPerStatement = 500

  /// - Parameters:
  ///   - table: the table's name; nil takes the first of the profile's.
  ///   - columns: the table's columns as it spells them, where they are known; else names in
  ///     camelCase are taken for their snake_case, which is what columns are mostly called.
  ///   - fields: the fields of the records where columns are not known. A table is expected to have
  ///     only those of them, if they say what is read.
  ///   - marksRead: whether a table without a column for read is an error.
  package init(
    profile: Profile, table: String? = nil, columns: [String]? = nil, fields: [String] = [],
    marksRead: Bool = true
  ) throws(StateStatementError) {
    let state = StateColumns(profile)
    let columns = columns ?? state.columns(ofFields: fields)
    guard let table = table ?? profile.records.tables.first else { throw .noTable(profile.name) }
    func identifier(_ name: String) throws(StateStatementError) -> String {
      guard let identifier = SQLText.identifier(name) else { throw .unquotable(name) }
      return identifier
    }
    func column(_ name: String?) throws(StateStatementError) -> String? {
      guard let name else { return nil }
      guard let columns else { return try identifier(TypeKey(normalizing: name).text) }
      guard let found = columns.first(where: { FieldNames.match($0.utf8, name.utf8) }) else {
        return nil
      }
      return try identifier(found)
    }
    var id: String?
    for name in state.ids where id == nil { id = try column(name) }
    guard let id else { throw .noColumn(profile.name, role: "id") }
    var assignments: [(column: String, value: StateColumns.Value)] = []
    for read in state.read {
      if case .word(let word) = read.value, SQLText.literal(word) == nil {
        throw .unquotable(word)
      }
      if let name = try column(read.name) { assignments.append((name, read.value)) }
    }
    self.table = try identifier(table)
    self.id = id
    self.assignments = assignments
    updatedAt = try column(state.updatedAt)
    if assignments.isEmpty, marksRead { throw .noColumn(profile.name, role: "read") }
  }

  /// Sets the columns for read where they are not set yet, to each mark's own time; marks of one
  /// time share statements.
  package func markRead(_ marks: [(id: NotificationID, time: Instant)]) -> StateSQL {
    var sql = StateSQL()
    let byTime = Dictionary(grouping: marks) { $0.time }
    for (time, marks) in byTime.sorted(by: { $0.key < $1.key }) {
      let update = update(at: time)
      append(marks.map(\.id), to: &sql) { "\(update) AND \($0);" }
    }
    return sql
  }

  /// Deletes rows in any state.
  package func delete(_ ids: [NotificationID]) -> StateSQL {
    var sql = StateSQL()
    append(ids, to: &sql) { "DELETE FROM \(table) WHERE \($0);" }
    return sql
  }

  /// `UPDATE … SET … WHERE …`, up to the ids.
  private func update(at time: Instant) -> String {
    var settings = assignments.map { "\($0.column) = \(Self.value($0.value, time))" }
    if let updatedAt { settings.append("\(updatedAt) = \(Self.value(.time, time))") }
    return
      "UPDATE \(table) SET \(settings.joined(separator: ", ")) WHERE \(assignments.first.map(Self.isUnread) ?? "")"
  }

  private static func isUnread(_ column: String, _ value: StateColumns.Value) -> String {
    switch value {
    case .time: "\(column) IS NULL"
    case .bool(let isTrue): "(\(column) IS NULL OR \(column) = \(isTrue ? "FALSE" : "TRUE"))"
    case .word: "(\(column) IS NULL OR \(column) <> \(Self.value(value, Instant(seconds: 0))))"
    }
  }

  private static func value(_ value: StateColumns.Value, _ time: Instant) -> String {
    switch value {
    case .time: "'\(time.text)'"
    case .bool(let isTrue): isTrue ? "TRUE" : "FALSE"
    case .word(let word): SQLText.literal(word) ?? "NULL"
    }
  }

  /// Appends statements for the distinct ids, in the order of their bytes.
  private func append(
    _ ids: [NotificationID], to sql: inout StateSQL, statement: (String) -> String
  ) {
    var literals: [String] = []
    var previous: NotificationID?
    for id in ids.sorted() where id != previous {
      previous = id
      if let literal = SQLText.literal(id.text) {
        literals.append(literal)
      } else {
        sql.refused.append(id)
      }
    }
    for start in stride(from: 0, to: literals.count, by: Self.idsPerStatement) {
      let part = literals[start..<min(start + Self.idsPerStatement, literals.count)]
      sql.statements.append(statement("\(id) IN (\(part.joined(separator: ", ")))"))
    }
  }
}

/// Text in SQL statements, by the standard (ISO/IEC 9075-2) that PostgreSQL and SQLite follow;
/// MySQL needs the modes `NO_BACKSLASH_ESCAPES` and `ANSI_QUOTES`.
enum SQLText {
  /// A string literal: single quotes are doubled, nothing else is escaped. Nil for text with a NUL,
  /// which databases cannot store and some end the statement at.
  static func literal(_ text: String) -> String? {
    quoted(text, with: UInt8(ascii: "'"))
  }

  /// An identifier, quoted if it has capitals, anything but letters, digits and underscores, or is
  /// a reserved word. Other names stay bare, because SQLite takes a quoted unknown name for a text
  /// and the statement would do nothing.
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
