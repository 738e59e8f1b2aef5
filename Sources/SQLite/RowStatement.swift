import CSQLite

/// A prepared statement and the row that it is at. Bound values stay bound for the next row.
package final class RowStatement {
  package let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  // MARK: Parameters, from 1

  package func bind(_ value: Int64?, at index: CInt) {
    _ = value.map { sqlite3_bind_int64(handle, index, $0) } ?? sqlite3_bind_null(handle, index)
  }

  package func bind(_ text: String?, at index: CInt) {
    guard let text else { return bind(Int64?.none, at: index) }
    sqlite3_bind_text(handle, index, text, CInt(text.utf8.count), Self.copied)
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

  /// Binds the first values, as many as there are parameters.
  func bind(_ values: [SQLValue]) {
    for (index, value) in values.prefix(Int(sqlite3_bind_parameter_count(handle))).enumerated() {
      let index = CInt(index + 1)
      switch value {
      case .integer(let number): bind(number, at: index)
      case .text(let text): bind(text, at: index)
      case .blob(let bytes): bind(bytes, at: index)
      }
    }
  }

  func clear() {
    reset()
    sqlite3_clear_bindings(handle)
  }

  // MARK: Rows

  /// Steps to the next row; false if there is none. Call `reset` before running it again.
  package func step() throws -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    let error = DatabaseError(lastOf: sqlite3_db_handle(handle))
    reset()
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

  package func bytes(_ column: CInt) -> [UInt8] {
    withBlob(column) { $0.withUnsafeBytes { [UInt8]($0) } }
  }

  /// Hands over the bytes in SQLite's memory.
  package func withBlob<Answer>(_ column: CInt, _ body: (RawSpan) -> Answer) -> Answer {
    let bytes = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return body(UnsafeRawBufferPointer(start: bytes, count: count).bytes)
  }

  /// A column's value; throws where a damaged database has another type.
  package func value<Value: ColumnValue>(_ column: CInt) throws -> Value {
    let type = sqlite3_column_type(handle, column)
    guard let value = Value(self, column, type: type) else {
      throw DatabaseError(code: SQLITE_MISMATCH)
    }
    return value
  }
}

/// A value for a parameter.
package enum SQLValue {
  case integer(Int64?)
  case text(String?)
  case blob([UInt8])
}

/// What a column's value is read as.
package protocol ColumnValue {
  /// Nil if the column is of another type, one of `SQLITE_INTEGER`, `SQLITE_TEXT` and so on.
  init?(_ row: RowStatement, _ column: CInt, type: CInt)
}

extension Int64: ColumnValue {
  package init?(_ row: RowStatement, _ column: CInt, type: CInt) {
    if type != SQLITE_INTEGER { return nil }
    self = sqlite3_column_int64(row.handle, column)
  }
}

extension Int: ColumnValue {
  package init?(_ row: RowStatement, _ column: CInt, type: CInt) {
    guard let number = Int64(row, column, type: type) else { return nil }
    self.init(number)
  }
}

extension String: ColumnValue {
  package init?(_ row: RowStatement, _ column: CInt, type: CInt) {
    guard type == SQLITE_TEXT, let text = row.text(column) else { return nil }
    self = text
  }
}

extension [UInt8]: ColumnValue {
  package init?(_ row: RowStatement, _ column: CInt, type: CInt) {
    if type != SQLITE_BLOB { return nil }
    self = row.bytes(column)
  }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  package init?(_ row: RowStatement, _ column: CInt, type: CInt) {
    if type == SQLITE_NULL {
      self = .none
      return
    }
    guard let value = Wrapped(row, column, type: type) else { return nil }
    self = value
  }
}
