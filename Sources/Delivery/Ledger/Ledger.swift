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
      if try !read(Self.keepsDecisions) { try write(Self.addDecisions) }
    }
  }

  /// Converts a ledger of an earlier version. Nothing tells the ids that its hashes were made of, so
  /// one that holds any is refused.
  private func convert(from version: Int) throws(DeliveryError) {
    try refuseOldHashes()
    try write { try $0.execute(sql: "PRAGMA user_version = \(LedgerSchema.version)") }
  }

  /// Throws if the hashes of delivered notifications are those of an earlier version.
  func refuseOldHashes() throws(DeliveryError) {
    let found = try read { database in
      let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      let isOld = version < LedgerSchema.version
      return try isOld && Row.fetchOne(database, sql: "SELECT 1 FROM deliveries") != nil
        ? version : nil
    }
    if let found { throw .ledger(.earlierVersion(found: found), path: path) }
  }

  /// Checks every page before anything is added: half a gigabyte, 100,000 recipients for five
  /// weeks, takes a second.
  private func checkPages() throws(DeliveryError) {
    let answer = try read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
    guard answer == "ok" else { throw .ledger(.damaged(answer ?? ""), path: path) }
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
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
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

/// The tables of a ledger, version 2: the first one hashed ids as no SQL engine can.
///
/// A delivery is one row, appended in the order of the run, with the hashes of its notifications in
/// it: eight times smaller and twenty times fewer rows than one row per hash. Runs with the same
/// order of recipients read and write pages in sequence.
enum LedgerSchema {
  /// "TIDG", in the database's header.
  static let applicationID = 0x5449_4447
  static let version = 2

  static let statements = """
    CREATE TABLE facts (
      name TEXT PRIMARY KEY,
      value BLOB NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE runs (
      id INTEGER PRIMARY KEY,
      stream TEXT NOT NULL,
      now INTEGER NOT NULL,
      fingerprint BLOB NOT NULL,
      state INTEGER NOT NULL,
      messages INTEGER NOT NULL,
      length INTEGER NOT NULL
    );

    CREATE TABLE mailboxes (
      id INTEGER PRIMARY KEY,
      stream TEXT NOT NULL,
      recipient BLOB NOT NULL,
      horizon INTEGER NOT NULL,
      slot INTEGER,
      decision TEXT,
      run INTEGER,
      delivered INTEGER,
      last INTEGER,
      UNIQUE (stream, recipient)
    );

    CREATE TABLE batches (
      id INTEGER PRIMARY KEY,
      run INTEGER NOT NULL,
      now INTEGER NOT NULL,
      first INTEGER NOT NULL,
      last INTEGER NOT NULL,
      published INTEGER NOT NULL
    );

    CREATE TABLE deliveries (
      id INTEGER PRIMARY KEY,
      mailbox INTEGER NOT NULL,
      slot INTEGER NOT NULL,
      now INTEGER NOT NULL,
      content BLOB NOT NULL,
      message_id TEXT NOT NULL,
      name TEXT NOT NULL,
      counts BLOB NOT NULL,
      notifications BLOB NOT NULL
    );

    CREATE UNIQUE INDEX deliveries_by_mailbox ON deliveries (mailbox, slot);

    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);
    """
}
