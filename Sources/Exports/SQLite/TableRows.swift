import ByteText
import GRDB
import Profiles

/// The rows of other tables than that of the records, as JSON.
enum TableRows {
  /// A table's rows, each as an object; those with a blob are left out.
  ///
  /// - Parameter limit: how many, nil for all.
  static func read(
    _ table: ChosenTable, in database: Database, limit: Int? = nil
  ) throws -> [[UInt8]] {
    let usage = ColumnUsage(named: [], nested: table.columns)
    guard let writer = RowWriter(columns: table.columns, usage: usage) else {
      throw SQLiteFailure.failed("out of memory")
    }
    let columns = table.columns.map(SQLName.quoted).joined(separator: ", ")
    let statement = try database.makeStatement(
      sql: "SELECT \(columns) FROM \(SQLName.quoted(table.name))"
        + (limit.map { " LIMIT \($0)" } ?? ""))
    let cursor = try GRDB.Row.fetchCursor(statement)
    var rows: [[UInt8]] = []
    while try cursor.next() != nil {
      var row: [UInt8] = []
      if writer.append(statement.sqliteStatement, to: &row) == nil { rows.append(row) }
    }
    return rows
  }

  /// The tables that the joins of profiles name, of those whose records are in `table`.
  static func joined(
    by profiles: [Profile], besides table: ChosenTable, in database: HardenedDatabase
  ) throws(SQLiteFailure) -> [String: [[UInt8]]] {
    let names = profiles.filter { $0.fits(columns: table.columns) }.flatMap(\.joins)
      .compactMap { join in
        if case .list(let path) = join.source, path.segments.count == 1 {
          path.segments[0]
        } else {
          nil
        }
      }
    if names.isEmpty { return [:] }
    return try database.read { database in
      let tables = try database.tableNames()
      var rows: [String: [[UInt8]]] = [:]
      for name in Set(names) {
        guard let found = tables.ignoringCase(name) else { continue }
        rows[name] = try read(try database.describe(found), in: database)
      }
      return rows
    }
  }

  /// The rows of the table with a name, or of the only one.
  static func rows(
    of path: String, named name: String, temporaryFolder: String
  ) throws(SQLiteFailure) -> [[UInt8]] {
    let database = try HardenedDatabase(path: path, temporaryDirectory: temporaryFolder)
    return try database.read { database in
      let tables = try database.tableNames()
      guard let found = tables.ignoringCase(name) ?? (tables.count == 1 ? tables[0] : nil) else {
        throw SQLiteFailure.noSuchTable(name, found: tables)
      }
      return try read(try database.describe(found), in: database)
    }
  }
}
