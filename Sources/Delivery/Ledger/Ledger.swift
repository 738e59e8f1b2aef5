import GRDB
import Glibc
import Synchronization

/// The record of an outbox: its runs, the decisions about each recipient, and the deliveries.
///
/// An SQLite database in WAL mode: one wait for the disk per commit, and readers beside a run. A
/// killed run leaves the `-wal` file, which belongs to the ledger until the next start merges it.
package struct Ledger: Sendable {
  /// The path of the file, also for error messages.
  package let path: String
  private let queue: DatabaseQueue
  private let closing = Closing()

  /// Whether the database is closed: GRDB crashes if a closed one is read.
  private final class Closing: Sendable {
    let isDone = Atomic(false)
  }

  /// How a ledger is opened.
  package enum Access: Sendable {
    /// Changes nothing, and works beside a run.
    case reading
    case writing(syncs: Bool)
  }

  /// Opens an existing ledger.
  package init(path: String, access: Access) throws(DeliveryError) {
    try Self.refuseLinks(at: path)
    self.path = path
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    let durability: String
    switch access {
    case .reading:
      configuration.readonly = true
      durability = ""
    case .writing(let syncs): durability = "PRAGMA synchronous = \(syncs ? "FULL" : "OFF")"
    }
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA cache_size = -32768;
          \(durability)
          """)
    }
    do {
      queue = try DatabaseQueue(path: path, configuration: configuration)
    } catch {
      throw Self.failure(error, path: path)
    }
    try check(access)
  }

  /// A private copy of the ledger at a path, or a new one, which disappears with the value. The
  /// caller holds the lock of the copied ledger.
  init(copying path: String?) throws(DeliveryError) {
    self.path = path ?? ""
    do {
      // SQLite's name for a temporary database: a file without a name, removed by the system.
      queue = try DatabaseQueue(path: "")
      if let path {
        try Self.refuseLinks(at: path)
        var configuration = Configuration()
        configuration.readonly = true
        let source = try DatabaseQueue(
          path: try Self.uriForReading(path), configuration: configuration)
        try source.backup(to: queue)
        try source.close()
      }
    } catch {
      throw Self.failure(error, path: path ?? "")
    }
    try check(.writing(syncs: false))
  }

  /// Closes the database and merges its `-wal` file, unless another reader has it open.
  package func close() throws(DeliveryError) {
    closing.isDone.store(true, ordering: .sequentiallyConsistent)
    do { try queue.close() } catch { throw Self.failure(error, path: path) }
  }

  /// Closes the ledger if `body` throws.
  func closedOnFailure<Answer>(
    _ body: () throws(DeliveryError) -> Answer
  ) throws(DeliveryError) -> Answer {
    do {
      return try body()
    } catch {
      try? close()
      throw error
    }
  }

  private func check(_ access: Access) throws(DeliveryError) {
    let (application, version, tables) = try read { database in
      (
        try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0,
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0,
        try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
      )
    }
    if application == 0, version == 0, tables == 0 {
      guard case .writing = access else { throw .ledger(.missing, path: path) }
      try enterWAL()
      return try write {
        try $0.execute(sql: LedgerSchema.statements)
        try Self.addDecisions($0)
        try Self.sumFacts($0)
      }
    }
    guard application == LedgerSchema.applicationID else {
      throw .ledger(.otherApplication(found: application), path: path)
    }
    guard version <= LedgerSchema.version else {
      throw .ledger(
        .newerVersion(found: version, known: LedgerSchema.version), path: path)
    }
    switch access {
    case .reading: break
    case .writing:
      try checkPages()
      try enterWAL()
      if version < LedgerSchema.version { try convert(from: version) }
      try checkFacts()
      if try !read(Self.keepsDecisions) { try write(Self.addDecisions) }
    }
  }

  /// Checks every page before anything is added, and that the index of the mailboxes has them all: half
  /// a gigabyte, 100,000 recipients for five weeks, takes a second. Whether a mailbox has all of its
  /// deliveries is told by its sums.
  private func checkPages() throws(DeliveryError) {
    for check in ["quick_check(1)", "integrity_check(mailboxes)"] {
      let answer = try read { try String.fetchOne($0, sql: "PRAGMA \(check)") }
      guard answer == "ok" else { throw .ledger(.damaged(answer ?? ""), path: path) }
    }
  }

  /// Merges what a killed run left in the `-wal` file before anything is added to it. A commit at
  /// its end may be only in the system's cache, and would be lost with everything after it.
  private func enterWAL() throws(DeliveryError) {
    let mode = try read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
    if mode == "wal" {
      try outsideTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    } else {
      // A copy made by `VACUUM INTO` is in the mode `delete`. It has no log to take in, and SQLite
      // answers SQLITE_LOCKED to a checkpoint by the connection that has just changed the mode.
      try outsideTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    }
  }

  func read<Answer>(_ body: (Database) throws -> Answer) throws(DeliveryError) -> Answer {
    try refuseClosed()
    do { return try queue.read(body) } catch { throw Self.failure(error, path: path) }
  }

  func write<Answer>(_ body: (Database) throws -> Answer) throws(DeliveryError) -> Answer {
    try refuseClosed()
    do { return try queue.write(body) } catch { throw Self.failure(error, path: path) }
  }

  func outsideTransaction<Answer>(
    _ body: (Database) throws -> Answer
  ) throws(DeliveryError) -> Answer {
    try refuseClosed()
    do {
      return try queue.writeWithoutTransaction(body)
    } catch {
      throw Self.failure(error, path: path)
    }
  }

  private func refuseClosed() throws(DeliveryError) {
    if closing.isDone.load(ordering: .sequentiallyConsistent) { throw .stopped(path: path) }
  }

  static func failure(_ error: any Error, path: String) -> DeliveryError {
    if let error = error as? DeliveryError { return error }
    guard let error = error as? DatabaseError else {
      return .ledger(.storage(code: 0, message: "\(error)"), path: path)
    }
    switch error.resultCode {
    case .SQLITE_CANTOPEN where access(path, R_OK) != 0 && errno == EACCES:
      return .system(.read, path: path, code: EACCES)
    // Also where the schema has other words than those that were written.
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_MISMATCH:
      return .ledger(.damaged(error.message ?? ""), path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: return .ledger(.busy, path: path)
    case let code:
      // The message names columns and files, never private values.
      return .ledger(
        .storage(
          code: Int(error.extendedResultCode.rawValue),
          message: error.message ?? "\(code)"), path: path)
    }
  }
}
