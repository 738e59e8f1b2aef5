import CSQLite

/// A small database in memory, read from a file's bytes and written as such: a file that is replaced as
/// a whole stays sound whatever kills a run, and has no log beside it.
extension Database {
  /// An empty database in memory.
  ///
  /// - Parameter schema: creates the tables.
  package convenience init(schema: String) throws {
    try self.init(":memory:")
    try execute("PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; " + schema)
  }

  /// The database of a file; nil for anything but a sound one with just these tables.
  package convenience init?(_ bytes: [UInt8], schema: String) throws {
    try self.init(schema: schema)
    let schemas = "SELECT group_concat(sql) FROM sqlite_schema"
    let tables: String? = try value(schemas)
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
      !bytes.isEmpty, (try? value("PRAGMA quick_check(1)")) == "ok", try value(schemas) == tables
    else { return nil }
  }

  /// The bytes of a file with these tables: the same for the same rows, however they came about.
  package func bytes(of tables: [String], schema: String) throws -> [UInt8] {
    try execute(
      "ATTACH ':memory:' AS file; " + schema.replacing("CREATE TABLE ", with: "CREATE TABLE file."))
    for table in tables { try execute("INSERT INTO file.\(table) SELECT * FROM main.\(table)") }
    var count: Int64 = 0
    guard let image = sqlite3_serialize(handle, "file", &count, 0) else { throw error }
    defer { sqlite3_free(image) }
    let bytes = Array(UnsafeBufferPointer(start: image, count: Int(count)))
    try execute("DETACH file")
    return bytes
  }
}
