import ByteText
import CSQLite
import GRDB

/// An export's database, opened so that nothing in it can do harm: read-only, defensive, its schema
/// not trusted, triggers off, views off unless one was named, values and running time limited.
struct HardenedDatabase {
  private let queue: DatabaseQueue
  private let budget: StepBudget
  private let file: DatabaseFile
  /// Keeps the copy until reading is over.
  private let copy: PrivateCopy?

  /// A record of 16 MiB has to fit, one that is four times as long need not be looked at.
  private static let valueLimit: Int32 = 64 << 20

  init(path: String, temporaryDirectory: String) throws(SQLiteFailure) {
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

  /// Reads, and fails where the file changed meanwhile.
  func read<Answer>(
    _ body: (Database) throws -> Answer
  ) throws(SQLiteFailure) -> Answer {
    let answer: Answer
    do {
      answer = try queue.read(body)
    } catch { throw SQLiteFailure(error, budget: budget) }
    if copy == nil { try file.checkUnchanged() }
    return answer
  }

  /// Lets views be read, which can run for ever: only where somebody named one.
  func allowViews() throws(SQLiteFailure) {
    do {
      try queue.inDatabase { database in
        let code = tidings_sqlite_harden(database.sqliteConnection, 1)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
      }
    } catch { throw SQLiteFailure(error, budget: budget) }
  }

  /// A database with a write-ahead log but none left over is whole: `immutable` reads it without
  /// writing a `-shm` beside it, and the file is compared afterwards.
  private static func uri(_ file: DatabaseFile, copy: PrivateCopy?) -> String {
    if let copy { return copy.path }
    let path = file.path.hasPrefix("/") ? file.path : "./" + file.path
    let encoded = path.split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentEncoding.component(String($0)) }.joined(separator: "/")
    return "file:" + encoded + (file.usesWriteAheadLog ? "?immutable=1" : "?mode=ro")
  }
}

extension SQLiteFailure {
  /// What an error of the database library means here.
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
