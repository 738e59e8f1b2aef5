import CSQLite
import GRDB

/// The records of a database's table, as JSON.
package struct SQLiteRecords {
  private let database: HardenedDatabase
  private let profiles: [Profile]
  private let table: String?

  /// About how large a chunk is: enough for both cores to work on, little enough for many of them.
  static let chunkSize = 1 << 20

  /// Opens a database for reading.
  ///
  /// - Parameters:
  ///   - profiles: those whose table and columns are looked for.
  ///   - table: the table or view that holds the records, where somebody named one.
  ///   - temporaryDirectory: where a private copy goes when logs are left over.
  package init(
    path: String, profiles: [Profile], table: String? = nil, temporaryDirectory: String
  ) throws(SQLiteFailure) {
    database = try HardenedDatabase(path: path, temporaryDirectory: temporaryDirectory)
    self.profiles = profiles
    self.table = table
  }

  /// Gives every row to `body`, in chunks, in the table's order.
  func forEachChunk(_ body: (RowChunk) throws -> Void) throws(SQLiteFailure) {
    let chosen = try chooseTable()
    try database.read { database in
      guard let writer = RowWriter(columns: chosen.columns, profiles: profiles) else {
        throw SQLiteFailure.failed("out of memory")
      }
      let columns = chosen.columns.map(SQLName.quoted).joined(separator: ", ")
      let statement = try database.makeStatement(
        sql: "SELECT \(columns) FROM \(SQLName.quoted(chosen.name))")
      var reader = RowReader(writer: writer)
      let cursor = try GRDB.Row.fetchCursor(statement)
      while try reader.hasNext(cursor) {
        reader.take(statement.sqliteStatement)
        if reader.isFull { try body(reader.finishedChunk()) }
      }
      let last = reader.finishedChunk()
      if !last.rows.isEmpty || !last.rejected.isEmpty { try body(last) }
    }
  }

  private func chooseTable() throws(SQLiteFailure) -> ChosenTable {
    let profiles = profiles
    let table = table
    // A profile of one's own may name a view as well as its user may.
    let ownName = profiles.count == 1 ? profiles.first?.records.tables.first : nil
    let named = try database.read { database -> String? in
      guard let name = table ?? ownName else { return nil }
      return try TableChoice(database, profiles: profiles).isView(name) ? name : nil
    }
    if named != nil { try database.allowViews() }
    return try database.read { database in
      try TableChoice(database, profiles: profiles).table(named: table ?? named)
    }
  }
}

/// Collects rows into chunks.
private struct RowReader {
  let writer: RowWriter
  private var chunk = RowChunk()
  private var number = 0

  init(writer: RowWriter) { self.writer = writer }

  var isFull: Bool { chunk.bytes.count >= SQLiteRecords.chunkSize }

  /// Steps to the next row.
  func hasNext(_ cursor: RowCursor) throws -> Bool {
    do {
      return try cursor.next() != nil
    } catch let error as DatabaseError where error.resultCode == .SQLITE_TOOBIG {
      throw SQLiteFailure.tooLarge(row: number)
    }
  }

  mutating func take(_ statement: OpaquePointer) {
    number += 1
    let start = chunk.bytes.count
    if let column = writer.append(statement, to: &chunk.bytes) {
      chunk.bytes.removeSubrange(start...)
      chunk.rejected.append(RowChunk.RejectedRow(number: number, column: column))
    } else {
      chunk.rows.append(
        RowChunk.Row(offset: start, length: chunk.bytes.count - start, number: number))
      chunk.bytes.append(0x0A)
    }
  }

  mutating func finishedChunk() -> RowChunk {
    var finished = RowChunk()
    swap(&finished, &chunk)
    chunk.bytes.reserveCapacity(SQLiteRecords.chunkSize * 5 / 4)
    finished.bytes += repeatElement(0, count: RecordWalker.slack)
    return finished
  }
}
