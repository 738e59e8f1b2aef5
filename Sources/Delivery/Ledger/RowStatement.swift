import CSQLite
import Foundation
import GRDB

/// A statement that runs once per recipient or message, with SQLite's own functions: GRDB's
/// arguments and rows cost several times as much.
///
/// Bound values stay bound for the next row.
package struct RowStatement {
  private let handle: OpaquePointer
  /// Frees a statement of GRDB when it goes.
  private var keeper: GRDB.Statement?

  /// The statement lives as long as its database, which the caller must hold.
  init(_ database: Database, sql: String) throws {
    let statement = try database.cachedStatement(sql: sql)
    keeper = statement
    handle = statement.sqliteStatement
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// A statement that lives until `finalize()`.
  init(_ database: OpaquePointer, sql: String) throws {
    var statement: OpaquePointer?
    sqlite3_prepare_v2(database, sql, -1, &statement, nil)
    guard let statement else { throw Self.error(database) }
    handle = statement
  }

  func finalize() { sqlite3_finalize(handle) }

  /// The last error of a database.
  static func error(_ database: OpaquePointer?) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(database)),
      message: sqlite3_errmsg(database).map { String(cString: $0) })
  }

  // MARK: Parameters, from 1

  package func bind(_ value: Int64?, at index: CInt) {
    if let value {
      sqlite3_bind_int64(handle, index, value)
    } else {
      sqlite3_bind_null(handle, index)
    }
  }

  package func bind(_ text: String?, at index: CInt) {
    if let text {
      sqlite3_bind_text(handle, index, text, CInt(text.utf8.count), Self.copied)
    } else {
      sqlite3_bind_null(handle, index)
    }
  }

  package func bind(_ blob: [UInt8], at index: CInt) { bind(blob.span.bytes, at: index) }

  package func bind(_ blob: RawSpan, at index: CInt) {
    if blob.isEmpty {
      sqlite3_bind_zeroblob(handle, index, 0)
    } else {
      blob.withUnsafeBytes { bytes in
        _ = sqlite3_bind_blob(handle, index, bytes.baseAddress, CInt(bytes.count), Self.copied)
      }
    }
  }

  /// SQLITE_TRANSIENT, a macro that Swift does not import: SQLite makes its own copy.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  // MARK: Rows

  /// Steps to the next row; false if there is none. Call `reset` before running it again.
  package func step() throws -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    let error = Self.error(sqlite3_db_handle(handle))
    sqlite3_reset(handle)
    throw error
  }

  package func reset() { sqlite3_reset(handle) }

  /// Runs a statement without rows.
  package func run() throws {
    _ = try step()
    reset()
  }

  // MARK: Columns of the row, from 0

  package func integer(_ column: CInt) -> Int64? {
    if sqlite3_column_type(handle, column) == SQLITE_NULL { return nil }
    return sqlite3_column_int64(handle, column)
  }

  package func text(_ column: CInt) -> String? {
    if sqlite3_column_type(handle, column) == SQLITE_NULL { return nil }
    // With any zero bytes.
    return withBlob(column) { $0.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
  }

  /// Hands over the bytes in SQLite's memory.
  package func withBlob<Answer>(_ column: CInt, _ body: (RawSpan) -> Answer) -> Answer {
    let bytes = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return body(UnsafeRawBufferPointer(start: bytes, count: count).bytes)
  }
}

extension [UInt8] { var blob: Data { Data(self) } }

extension [UInt64] {
  /// Appends numbers of eight bytes each, the highest first; an incomplete rest is ignored.
  mutating func append(blob bytes: RawSpan) {
    for offset in stride(from: 0, to: bytes.byteCount & ~7, by: 8) {
      append(UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
  }
}

extension Row {
  /// A column's value; throws where a damaged ledger has another type. GRDB's subscripts would stop the
  /// process.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ index: Int
  ) throws -> Value { try decode(Value.self, atIndex: index) }

  func bytes(_ index: Int) throws -> [UInt8] { [UInt8](try value(index) as Data) }
}
