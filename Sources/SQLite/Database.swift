import CSQLite
import Foundation

/// A connection to an SQLite database. One thread at a time uses it; others wait.
package final class Database: @unchecked Sendable {
  /// Nil once it is closed.
  package private(set) var handle: OpaquePointer?
  private var statements: [String: RowStatement] = [:]
  private let lock = NSLock()

  /// Opens the database at a path or URI (sqlite.org/uri.html).
  ///
  /// - Parameters:
  ///   - path: empty for a temporary file, `:memory:` for none.
  ///   - isReadOnly: else a database that is missing is made.
  ///   - seconds: how long the lock of another connection is waited for.
  package init(_ path: String, isReadOnly: Bool = false, waiting seconds: Int32 = 0) throws {
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI
    guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK else { throw error }
    sqlite3_busy_timeout(handle, seconds * 1000)
  }

  deinit { try? close() }

  /// Closes the database; the last connection to one takes in its log. What is asked of it afterwards is
  /// a misuse.
  package func close() throws {
    lock.lock()
    defer { lock.unlock() }
    statements = [:]
    let code = sqlite3_close_v2(handle)
    handle = nil
    if code != SQLITE_OK { throw DatabaseError(code: code) }
  }

  /// The last error.
  package var error: DatabaseError { DatabaseError(lastOf: handle) }

  // MARK: Transactions

  /// Runs `body` on what the database is at one moment.
  package func read<Answer>(_ body: (Database) throws -> Answer) throws -> Answer {
    try transaction("DEFERRED", body)
  }

  /// Runs `body`, and commits what it changes unless it throws.
  package func write<Answer>(_ body: (Database) throws -> Answer) throws -> Answer {
    try transaction("IMMEDIATE", body)
  }

  private func transaction<Answer>(
    _ kind: String, _ body: (Database) throws -> Answer
  ) throws -> Answer {
    try alone { database in
      try database.execute("BEGIN \(kind)")
      do {
        let answer = try body(database)
        try database.execute("COMMIT")
        return answer
      } catch {
        // Some errors have rolled it back.
        if sqlite3_get_autocommit(database.handle) == 0 { try? database.execute("ROLLBACK") }
        throw error
      }
    }
  }

  /// Runs `body` outside a transaction, while no other thread uses the database.
  package func alone<Answer>(_ body: (Database) throws -> Answer) throws -> Answer {
    lock.lock()
    defer { lock.unlock() }
    if handle == nil { throw DatabaseError(code: SQLITE_MISUSE) }
    return try body(self)
  }

  // MARK: Statements

  /// A statement with values for its parameters, in their order, made once for the same words. It must be
  /// reset before it runs again.
  package func statement(_ sql: String, _ values: [SQLValue] = []) throws -> RowStatement {
    let statement: RowStatement
    if let known = statements[sql] {
      known.clear()
      statement = known
    } else {
      var handle: OpaquePointer?
      sqlite3_prepare_v2(self.handle, sql, -1, &handle, nil)
      guard let handle else { throw error }
      statement = RowStatement(handle)
      statements[sql] = statement
    }
    statement.bind(values)
    return statement
  }

  /// What `body` makes of each row.
  @discardableResult
  package func rows<Answer>(
    _ sql: String, _ values: [SQLValue] = [], each body: (RowStatement) throws -> Answer
  ) throws -> [Answer] {
    let rows = try statement(sql, values)
    defer { rows.reset() }
    var answers: [Answer] = []
    while try rows.step() { answers.append(try body(rows)) }
    return answers
  }

  /// The first column of each row.
  package func values<Value: ColumnValue>(
    _ sql: String, _ values: [SQLValue] = []
  ) throws -> [Value] { try rows(sql, values) { try $0.value(0) } }

  /// The first column of the first row; nil if there is none, or if it is NULL.
  package func value<Value: ColumnValue>(
    _ sql: String, _ values: [SQLValue] = []
  ) throws -> Value? {
    let row = try statement(sql, values)
    defer { row.reset() }
    return try row.step() ? row.value(0) : nil
  }

  /// Runs statements without rows, each with the values that it has parameters for.
  package func execute(_ sql: String, _ values: [SQLValue] = []) throws {
    try sql.withCString { start in
      var rest: UnsafePointer<CChar>? = start
      while let next = rest, next.pointee != 0 {
        var handle: OpaquePointer?
        guard sqlite3_prepare_v2(self.handle, next, -1, &handle, &rest) == SQLITE_OK else {
          throw error
        }
        // Nil for a comment.
        guard let handle else { continue }
        let statement = RowStatement(handle)
        statement.bind(values)
        while try statement.step() {}
      }
    }
  }

  package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Copies all of another database into this one.
  package func copy(_ other: Database) throws {
    guard let backup = sqlite3_backup_init(handle, "main", other.handle, "main") else {
      throw error
    }
    sqlite3_backup_step(backup, -1)
    if sqlite3_backup_finish(backup) != SQLITE_OK { throw error }
  }
}

/// An error of SQLite.
package struct DatabaseError: Error {
  /// Its extended result code (sqlite.org/rescode.html).
  package let code: CInt
  package let words: String

  package init(code: CInt) { (self.code, words) = (code, String(cString: sqlite3_errstr(code))) }

  /// The last error of a connection.
  init(lastOf handle: OpaquePointer?) {
    code = sqlite3_extended_errcode(handle)
    words = String(cString: sqlite3_errmsg(handle))
  }

  /// The part of the code that says what kind of error it is.
  package var primaryCode: CInt { code & 0xFF }
}
