import CSQLite

/// A small SQLite database in memory, read from a file's bytes and written as such: a file that is
/// replaced as a whole stays sound whatever kills a run, and has no log beside it.
///
/// For one thread at a time.
package final class MemoryDatabase {
  private let handle: OpaquePointer
  private let schema: String
  private var statements: [String: RowStatement] = [:]

  /// An empty database.
  ///
  /// - Parameter schema: creates the tables.
  package init(schema: String) throws {
    var handle: OpaquePointer?
    sqlite3_open_v2(":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, nil)
    guard let handle else { throw RowStatement.error(nil) }
    (self.handle, self.schema) = (handle, schema)
    try run("PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; " + schema)
  }

  /// The database of a file; nil for anything but a sound one with just these tables.
  package convenience init?(_ bytes: [UInt8], schema: String) throws {
    try self.init(schema: schema)
    let tables = try text("SELECT group_concat(sql) FROM sqlite_schema")
    guard let copy = sqlite3_malloc64(UInt64(max(bytes.count, 1))) else { return nil }
    bytes.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyMemory(from: $0)
    }
    let (size, flags) = (
      Int64(bytes.count), SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE
    )
    guard
      sqlite3_deserialize(
        handle, "main", copy.assumingMemoryBound(to: UInt8.self), size, size, UInt32(flags))
        == SQLITE_OK,
      !bytes.isEmpty, (try? text("PRAGMA quick_check(1)")) == "ok",
      try text("SELECT group_concat(sql) FROM sqlite_schema") == tables
    else { return nil }
  }

  deinit {
    for statement in statements.values { statement.finalize() }
    sqlite3_close_v2(handle)
  }

  private func text(_ sql: String) throws -> String? {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.text(0) : nil
  }

  /// A statement, made once for the same words.
  package func statement(_ sql: String) throws -> RowStatement {
    if let known = statements[sql] { return known }
    let made = try RowStatement(handle, sql: sql)
    statements[sql] = made
    return made
  }

  /// Runs statements without values.
  package func run(_ sql: String) throws {
    if sqlite3_exec(handle, sql, nil, nil, nil) != SQLITE_OK { throw RowStatement.error(handle) }
  }

  /// The bytes of a file with these tables: the same for the same rows, however they came about.
  package func bytes(of tables: [String]) throws -> [UInt8] {
    try run(
      "ATTACH ':memory:' AS file; " + schema.replacing("CREATE TABLE ", with: "CREATE TABLE file."))
    for table in tables { try run("INSERT INTO file.\(table) SELECT * FROM main.\(table)") }
    var count: Int64 = 0
    guard let image = sqlite3_serialize(handle, "file", &count, 0) else {
      throw RowStatement.error(handle)
    }
    defer { sqlite3_free(image) }
    let bytes = Array(UnsafeBufferPointer(start: image, count: Int(count)))
    try run("DETACH file")
    return bytes
  }
}
