import ByteText
import GRDB

/// Chooses the table of a database whose rows look most like notifications.
enum DraftTable {
  /// The table and its first rows as JSON.
  static func best(
    path: String, temporaryFolder: String
  ) throws(SQLiteFailure) -> (table: String, rows: [[UInt8]], others: [DraftList]) {
    let database = try HardenedDatabase(path: path, temporaryDirectory: temporaryFolder)
    return try database.read { database in
      let names = try database.tableNames()
      var best: (score: Int, table: String, rows: [[UInt8]])?
      var lists: [DraftList] = []
      for name in names {
        let rows = try TableRows.read(
          try database.describe(name), in: database, limit: DraftRecords.limit)
        let score = score(name, rows)
        lists.append(DraftList(path: [name], elements: rows))
        if !rows.isEmpty, score > best?.score ?? 0 { best = (score, name, rows) }
      }
      guard let best else {
        throw SQLiteFailure.noTable(found: names, views: try database.tableNames(ofType: "view"))
      }
      return (
        best.table, best.rows, lists.filter { $0.path != [best.table] && !$0.elements.isEmpty }
      )
    }
  }

  /// How much a table looks like one of notifications, by its name and columns.
  private static func score(_ name: String, _ rows: [[UInt8]]) -> Int {
    let likeness = rows.first.map { row in
      row.withUnsafeBytes { JSONText($0).map(DraftLikeness.of) ?? 0 }
    }
    let named = name.lowercased()
    let bonus = named == "notifications" ? 8 : named.contains("notif") ? 4 : 0
    return (likeness ?? 0) + bonus + DraftLikeness.ofValues(rows)
  }
}
