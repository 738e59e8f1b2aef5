import CSQLite
import Foundation
import GRDB

/// A statement that runs once per recipient or message, with SQLite's own functions: GRDB's
/// arguments and rows cost several times as much.
///
/// Bound values stay bound for the next row. The statement lives as long as its database, which the
/// caller must hold.
struct RowStatement {
  private let statement: GRDB.Statement
  private var handle: OpaquePointer { statement.sqliteStatement }

  init(_ database: Database, sql: String) throws {
    statement = try database.cachedStatement(sql: sql)
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  // MARK: Parameters, from 1

  func bind(_ value: Int64?, at index: CInt) {
    if let value {
      sqlite3_bind_int64(handle, index, value)
    } else {
      sqlite3_bind_null(handle, index)
    }
  }

  func bind(_ text: String?, at index: CInt) {
    if let text {
      sqlite3_bind_text(handle, index, text, CInt(text.utf8.count), Self.copied)
    } else {
      sqlite3_bind_null(handle, index)
    }
  }

  func bind(_ blob: [UInt8], at index: CInt) { bind(blob.span.bytes, at: index) }

  func bind(_ blob: RawSpan, at index: CInt) {
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
  func step() throws -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    let message = sqlite3_errmsg(sqlite3_db_handle(handle)).map { String(cString: $0) }
    sqlite3_reset(handle)
    throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
  }

  func reset() { sqlite3_reset(handle) }

  /// Runs a statement without rows.
  func run() throws {
    _ = try step()
    reset()
  }

  // MARK: Columns of the row, from 0

  func integer(_ column: CInt) -> Int64? {
    if sqlite3_column_type(handle, column) == SQLITE_NULL { return nil }
    return sqlite3_column_int64(handle, column)
  }

  func text(_ column: CInt) -> String? {
    sqlite3_column_text(handle, column).map { String(cString: $0) }
  }

  /// Hands over the bytes in SQLite's memory.
  func withBlob<Answer>(_ column: CInt, _ body: (RawSpan) -> Answer) -> Answer {
    let bytes = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return body(UnsafeRawBufferPointer(start: bytes, count: count).bytes)
  }
}

extension [UInt8] {
  var blob: Data { Data(self) }
}

extension [UInt64] {
  /// Appends numbers of eight bytes each, the highest first; an incomplete rest is ignored.
  mutating func append(blob bytes: RawSpan) {
    for offset in stride(from: 0, to: bytes.byteCount & ~7, by: 8) {
      append(UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
  }
}

extension Row {
  func bytes(_ index: Int) -> [UInt8] { [UInt8](self[index] as Data) }
}
