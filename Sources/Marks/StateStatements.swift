import Exports
import Languages
package import Notifications
package import Profiles

/// Why no statements can be written for a system.
package enum StateStatementError: Error, Equatable, Sendable {
  /// Neither its profile nor the user names a table.
  case noTable(ProfileName)
  /// The profile names no column of the table for the id, or none for read, but other values.
  case noColumn(ProfileName, role: String, values: [String])
  /// Rows have their ids in different columns.
  case severalIDs(String, String)
  /// The column has times of a form that cannot be written.
  case unwritable(column: String)
  /// The name of a table or column, or a word for read, cannot be quoted.
  case unquotable(String)
}

/// Statements, and the ids that none can name.
package struct StateSQL: Sendable {
  /// Each ends with a semicolon.
  package var statements: [String] = []
  /// Ids that cannot be quoted.
  package var refused: [NotificationID] = []
  /// The columns whose form nothing shows, with a value that they are set to.
  package var guesses: [(column: String, value: String)] = []

  package init() {}
}

/// Writes marks as statements for the app's own table.
///
/// Every statement names its ids, at most 500: rows added after the export are never changed.
package struct StateStatements: Sendable {
  private let table: String
  private let id: String
  /// What the records show of their ids, and the columns of those.
  private let forms: StateForms
  private let idColumns: [String]
  /// By the names of the columns in SQL.
  private var assignments: [(name: String, column: StateColumn)] = []
  private var updatedAt: (name: String, column: StateColumn)?

  static let idsPerStatement = 500

  /// - Parameters:
  ///   - table: the table's name; nil takes the first of the profile's.
  ///   - columns: the table's columns as it spells them, where they are known; else names in
  ///     camelCase are taken for their snake_case, which is what columns are mostly called.
  ///   - fields: the fields of the records where columns are not known. A table is expected to have
  ///     only those of them, if they say what is read.
  ///   - forms: what the records show of the columns.
  ///   - marksRead: whether a table without a column for read is an error.
  package init(
    profile: Profile, table: String? = nil, columns: [String]? = nil, fields: [String] = [],
    forms: StateForms = StateForms(), marksRead: Bool = true
  ) throws(StateStatementError) {
    let state = StateColumns(profile, forms)
    let columns = columns ?? state.columns(ofFields: fields)
    guard let table = table ?? profile.records.tables.first else { throw .noTable(profile.name) }
    func identifier(_ name: String) throws(StateStatementError) -> String {
      guard let identifier = SQLText.identifier(name) else { throw .unquotable(name) }
      return identifier
    }
    func column(_ name: String) throws(StateStatementError) -> String? {
      guard let columns else { return try identifier(TypeKey(normalizing: name).text) }
      guard let found = columns.first(where: { FieldNames.match($0.utf8, name.utf8) }) else {
        return nil
      }
      return try identifier(found)
    }
    let shown = state.ids.filter { forms.ids.integers.union(forms.ids.texts).contains($0) }
    let ids = try (shown.isEmpty ? state.ids : shown).map(column).compactMap(\.self)
    guard let id = ids.first else {
      throw .noColumn(
        profile.name, role: "id", values: profile.fields[.id]?.map(\.description) ?? [])
    }
    self.table = try identifier(table)
    (self.id, self.forms, idColumns) = (id, forms, state.ids)
    if !shown.isEmpty, let other = ids.first(where: { $0 != id }) { throw .severalIDs(id, other) }
    guard marksRead else { return }
    for read in state.read {
      // Two names of one column, such as `isRead` and `is_read`.
      if let name = try column(read.name), !assignments.contains(where: { $0.name == name }) {
        assignments.append((name, read))
      }
    }
    if assignments.contains(where: { !$0.column.isUnused }) {
      assignments.removeAll { $0.column.isUnused }
    }
    if assignments.isEmpty {
      throw .noColumn(
        profile.name, role: "read", values: profile.readMarks.map(\.path.description))
    }
    if let updated = state.updatedAt { updatedAt = try column(updated.name).map { ($0, updated) } }
    for (name, column) in settings {
      if column.value == .unwritable { throw .unwritable(column: name) }
      if case .plain(.text(let word)) = column.value, SQLText.literal(word) == nil {
        throw .unquotable(word)
      }
    }
  }

  private var settings: [(name: String, column: StateColumn)] {
    assignments + [updatedAt].compactMap(\.self)
  }

  /// Sets the columns for read where they are not set yet, to each mark's own time; marks of one
  /// time share statements.
  package func markRead(_ marks: [(id: NotificationID, time: Instant)]) -> StateSQL {
    var sql = StateSQL()
    let byTime = Dictionary(grouping: marks) { $0.time }
    for (time, marks) in byTime.sorted(by: { $0.key < $1.key }) {
      let update = update(at: time)
      append(marks.map(\.id), to: &sql) { "\(update) AND \($0);" }
      sql.guesses = settings.filter(\.column.isGuessed).map {
        ($0.name, Self.literal(of: $0.column, at: time))
      }
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
    let settings = settings.map { "\($0.name) = \(Self.literal(of: $0.column, at: time))" }
    return
      "UPDATE \(table) SET \(settings.joined(separator: ", ")) WHERE \(assignments.first.map(Self.isUnread) ?? "")"
  }

  /// The condition of rows that are not read; of one with a time they have none, or what is no time.
  private static func isUnread(_ name: String, _ column: StateColumn) -> String {
    let isTime = column.same.isEmpty
    let values = (isTime ? column.others : column.same).compactMap(literal)
    if values.isEmpty { return "\(name) IS NULL" }
    let list = values.joined(separator: ", ")
    let other =
      values.count == 1
      ? "\(isTime ? "=" : "<>") \(list)" : "\(isTime ? "IN" : "NOT IN") (\(list))"
    return "(\(name) IS NULL OR \(name) \(other))"
  }

  /// Nil for a text that cannot be quoted.
  private static func literal(_ value: ScalarValue) -> String? {
    switch value {
    case .bool(let isTrue): isTrue ? "TRUE" : "FALSE"
    case .number(let number): number
    case .text(let text): SQLText.literal(text)
    }
  }

  private static func literal(of column: StateColumn, at time: Instant) -> String {
    column.value.scalar(at: time).flatMap(literal) ?? "NULL"
  }

  /// Appends statements for the distinct ids, in the order of their bytes.
  private func append(
    _ ids: [NotificationID], to sql: inout StateSQL, statement: (String) -> String
  ) {
    var literals: [String] = []
    var previous: NotificationID?
    for id in ids.sorted() where id != previous {
      previous = id
      let spellings = forms.spellings(of: id, in: idColumns).compactMap(Self.literal)
      if spellings.isEmpty { sql.refused.append(id) }
      literals += spellings
    }
    for start in stride(from: 0, to: literals.count, by: Self.idsPerStatement) {
      let part = literals[start..<min(start + Self.idsPerStatement, literals.count)]
      sql.statements.append(statement("\(id) IN (\(part.joined(separator: ", ")))"))
    }
  }
}

/// Text in SQL statements, by the standard (ISO/IEC 9075-2) that PostgreSQL and SQLite follow;
/// MySQL needs the mode `ANSI_QUOTES`.
package enum SQLText {
  /// A string literal: single quotes are doubled, nothing else is escaped. Nil for text that no
  /// spelling brings into all databases: with a NUL, at which some end the statement, or with a
  /// backslash, with which MySQL escapes the quote that would end the literal.
  static func literal(_ text: String) -> String? {
    quoted(text, with: UInt8(ascii: "'"))
  }

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
