package import ByteText
import Glibc
import SQLite

/// The record of an outbox: its runs, the decisions about each recipient, and the deliveries.
///
/// An SQLite database in WAL mode: one wait for the disk per commit, and readers beside a run. A
/// killed run leaves the `-wal` file, which belongs to the ledger until the next start merges it.
package struct Ledger: Sendable {
  /// The path of the file, also for error messages.
  package let path: String
  private let database: Database

  /// How a ledger is opened.
  package enum Access: Sendable {
    /// Changes nothing, and works beside a run.
    case reading
    case writing(syncs: Bool)
  }

  /// Opens an existing ledger.
  package init(path: String, access: Access) throws(Fault) {
    try Self.refuseLinks(at: path)
    self.path = path
    let durability: String? =
      switch access {
      case .reading: nil
      case .writing(let syncs): "PRAGMA synchronous = \(syncs ? "FULL" : "OFF")"
      }
    do {
      database = try Database(path, isReadOnly: durability == nil, waiting: 10)
      try database.execute(
        """
        PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA cache_size = -32768;
        \(durability ?? "")
        """)
    } catch { throw Self.fault(error, path: path) }
    try check(access)
  }

  /// A private copy of the ledger at a path, or a new one, which disappears with the value. The
  /// caller holds the lock of the copied ledger.
  init(copying path: String?) throws(Fault) {
    self.path = path ?? ""
    do {
      // SQLite's name for a temporary database: a file without a name, removed by the system.
      database = try Database("")
      if let path {
        try Self.refuseLinks(at: path)
        try database.copy(Database(Self.uriForReading(path), isReadOnly: true))
      }
    } catch {
      throw Self.fault(error, path: path ?? "")
    }
    try check(.writing(syncs: false))
  }

  /// Closes the database and merges its `-wal` file, unless another reader has it open.
  package func close() throws(Fault) {
    do { try database.close() } catch { throw Self.fault(error, path: path) }
  }

  /// Closes the ledger if `body` throws.
  func closedOnFailure<Answer>(_ body: () throws(Fault) -> Answer) throws(Fault) -> Answer {
    do { return try body() } catch {
      try? close()
      throw error
    }
  }

  private func check(_ access: Access) throws(Fault) {
    let (application, version, tables) = try read { database in
      (
        try database.value("PRAGMA application_id") ?? 0,
        try database.value("PRAGMA user_version") ?? 0,
        try database.value("SELECT count(*) FROM sqlite_schema") ?? 0
      )
    }
    if application == 0, version == 0, tables == 0 {
      guard case .writing = access else { throw .missingLedger(path) }
      try enterWAL()
      return try write {
        try $0.execute(LedgerSchema.statements)
        try Self.sumFacts($0)
      }
    }
    guard application == LedgerSchema.applicationID else {
      throw Fault(
        .unusable, code: "other-application", of: path,
        "it is not a ledger but a database of another program (\(application))",
        advice: "name the ledger")
    }
    guard version == LedgerSchema.version else {
      throw Fault(
        .unusable, code: "newer-version", of: path,
        "it was written by a newer tidings (version \(version); this one reads "
          + "\(LedgerSchema.version))", advice: "update tidings")
    }
    switch access {
    case .reading: break
    case .writing:
      try checkPages()
      try enterWAL()
      try checkFacts()
    }
  }

  /// Checks every page before anything is added, and that the index of the mailboxes has them all: half
  /// a gigabyte, 100,000 recipients for five weeks, takes a second. Whether a mailbox has all of its
  /// deliveries is told by its sums.
  func checkPages(
    with checks: [String] = ["quick_check(1)", "integrity_check(mailboxes)"]
  ) throws(Fault) {
    for check in checks {
      let answer: String? = try read { try $0.value("PRAGMA \(check)") }
      guard answer == "ok" else { throw Fault.damagedLedger(path) }
    }
  }

  /// Merges what a killed run left in the `-wal` file before anything is added to it. A commit at
  /// its end may be only in the system's cache, and would be lost with everything after it.
  private func enterWAL() throws(Fault) {
    let mode: String? = try read { try $0.value("PRAGMA journal_mode") }
    if mode == "wal" {
      try outsideTransaction { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    } else {
      // A copy made by `VACUUM INTO` is in the mode `delete`. It has no log to take in, and SQLite
      // answers SQLITE_LOCKED to a checkpoint by the connection that has just changed the mode.
      try outsideTransaction { try $0.execute("PRAGMA journal_mode = WAL") }
    }
  }

  func read<Answer>(_ body: (Database) throws -> Answer) throws(Fault) -> Answer {
    do { return try database.read(body) } catch { throw Self.fault(error, path: path) }
  }

  func write<Answer>(_ body: (Database) throws -> Answer) throws(Fault) -> Answer {
    do { return try database.write(body) } catch { throw Self.fault(error, path: path) }
  }

  /// - Parameter other: the path of what is written; nil for the ledger itself.
  func outsideTransaction<Answer>(
    writing other: String? = nil, _ body: (Database) throws -> Answer
  ) throws(Fault) -> Answer {
    do { return try database.alone(body) } catch {
      throw Self.fault(error, path: other ?? path)
    }
  }
}
