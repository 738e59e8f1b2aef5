import ByteText
import CSQLite
package import GRDB

/// An export's database, opened so that its content can do no harm: read-only, defensive, its
/// schema not trusted, triggers off, views off unless the user named one, values and running time
/// limited.
package struct HardenedDatabase {
  private let queue: DatabaseQueue
  private let budget: StepBudget
  private let file: DatabaseFile
  /// Keeps the copy until reading ends.
  private let copy: PrivateCopy?

  /// A record of 16 MiB must fit; a value of more than four times that is refused.
  private static let valueLimit: Int32 = 64 << 20

  package init(path: String, temporaryDirectory: String) throws(SQLiteFailure) {
    let file = try DatabaseFile(path: path)
    let budget = StepBudget(fileSize: file.state.size)
    let copy =
      file.leftovers.isEmpty ? nil : try PrivateCopy(of: file, in: temporaryDirectory)
    var configuration = Configuration()
    configuration.readonly = copy == nil
    configuration.label = "export"
    configuration.prepareDatabase { database in
      let code = tidings_sqlite_harden(database.sqliteConnection, 0)
      guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
      sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, HardenedDatabase.valueLimit)
      budget.install(on: database.sqliteConnection)
    }
    do {
      queue = try DatabaseQueue(
        path: HardenedDatabase.uri(file, copy: copy), configuration: configuration)
    } catch { throw SQLiteFailure(error, budget: budget) }
    (self.file, self.budget, self.copy) = (file, budget, copy)
  }

  /// Reads, and throws if the file changed meanwhile.
  package func read<Answer>(
    _ body: (Database) throws -> Answer
  ) throws(SQLiteFailure) -> Answer {
    let answer: Answer
    do {
      answer = try queue.read(body)
    } catch { throw SQLiteFailure(error, budget: budget) }
    if copy == nil { try file.checkUnchanged() }
    return answer
  }

  /// Allows views, which can run forever: only if the user named one.
  package func allowViews() throws(SQLiteFailure) {
    do {
      try queue.inDatabase { database in
        let code = tidings_sqlite_harden(database.sqliteConnection, 1)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
      }
    } catch { throw SQLiteFailure(error, budget: budget) }
  }

  /// A database in WAL mode without a leftover log is complete: `immutable` reads it without
  /// creating a `-shm` file beside it, and its state is compared afterwards.
  private static func uri(_ file: DatabaseFile, copy: PrivateCopy?) -> String {
    if let copy { return copy.path }
    let path = file.path.hasPrefix("/") ? file.path : "./" + file.path
    let encoded = path.split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentEncoding.component(String($0)) }.joined(separator: "/")
    return "file:" + encoded + (file.usesWriteAheadLog ? "?immutable=1" : "?mode=ro")
  }
}

extension SQLiteFailure {
  /// The failure behind an error of the database library.
  init(_ error: any Error, budget: StepBudget) {
    if let failure = error as? SQLiteFailure {
      self = failure
      return
    }
    guard let error = error as? DatabaseError else {
      self = .failed(String(describing: error))
      return
    }
    let words = error.message ?? String(describing: error.resultCode)
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt(words)
    case .SQLITE_INTERRUPT where budget.isSpent: self = .endless
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_AUTH:
      self = .unreadable(words)
    default: self = .failed(words)
    }
  }
}

/// The limit of a query's running time, in steps of SQLite's virtual machine.
///
/// A scan needs tens of steps per row and a row has tens of bytes, so a hundred steps per byte are
/// enough for any table and stop a view that never ends.
///
/// One connection uses it, which calls back on the thread that reads.
final class StepBudget: @unchecked Sendable {
  private static let interval: Int32 = 10_000
  private var steps: Int64

  init(fileSize: Int64) {
    steps = 20_000_000 + min(max(fileSize, 0), 1 << 50) * 100
  }

  var isSpent: Bool { steps <= 0 }

  /// The connection must not outlive this value.
  func install(on connection: OpaquePointer?) {
    sqlite3_progress_handler(
      connection, StepBudget.interval,
      { context in
        guard let context else { return 0 }
        let budget = Unmanaged<StepBudget>.fromOpaque(context).takeUnretainedValue()
        budget.steps -= Int64(StepBudget.interval)
        return budget.isSpent ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}

/// Why a database cannot be read; a part is never taken for the whole.
package enum SQLiteFailure: Error, Equatable, Sendable {
  /// The system's words.
  case unreadable(String)
  /// Another process holds it exclusively.
  case locked
  /// Not a database, or damaged; SQLite's words.
  case corrupt(String)
  /// A `-wal` or `-journal` file beside it is unusable; without it rows would be missing.
  case leftover(file: String)
  /// It was written to while it was read.
  case changed
  /// A store of Apple's Core Data, whose tables need a profile of the user's own.
  case coreData
  /// No table's columns fit a profile; the tables and views found.
  case noTable(found: [String], views: [String] = [])
  /// Several tables fit; the user must name one.
  case severalTables([String])
  /// There is no table or view of that name.
  case noSuchTable(String, found: [String])
  /// A value exceeds the limit, in the row after this one.
  case tooLarge(row: Int)
  /// The query ran far longer than a file of this size needs, as hostile views do.
  case endless
  /// Anything else; SQLite's words.
  case failed(String)
}
