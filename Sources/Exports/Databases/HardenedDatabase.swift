package import ByteText
import CSQLite
import Glibc
package import SQLite

/// An export's database, opened so that its content can do no harm: read-only, defensive, its
/// schema not trusted, triggers off, views off unless the user named one, values and running time
/// limited.
package struct HardenedDatabase {
  private let database: Database
  private let budget: StepBudget
  private let file: DatabaseFile
  /// Keeps the copy until reading ends.
  private let copy: PrivateCopy?
  /// Whether all is read in one transaction, the view of one moment, while an app goes on writing to its
  /// log: a log that is written to cannot be copied. It keeps no writer from writing.
  private let isSnapshot: Bool

  /// A record of 16 MiB must fit; a value of more than four times that is refused.
  private static let valueLimit: Int32 = 64 << 20

  package init(path: String, temporaryDirectory: String) throws(Fault) {
    let file = try DatabaseFile(path: path)
    let budget = StepBudget(fileSize: file.state.size)
    let copy = file.leftovers.isEmpty ? nil : try PrivateCopy(of: path, in: temporaryDirectory)
    do {
      // A writer holds its lock for moments.
      database = try Database(Self.uri(file, copy: copy), isReadOnly: copy == nil, waiting: 5)
      try Self.harden(database, allowsViews: false)
      sqlite3_limit(database.handle, SQLITE_LIMIT_LENGTH, HardenedDatabase.valueLimit)
      budget.install(on: database.handle)
      isSnapshot = copy == nil && file.usesWriteAheadLog && !file.leftovers.isEmpty
      if isSnapshot { try database.execute("BEGIN; SELECT count(*) FROM sqlite_schema") }
    } catch { throw Fault(error, budget: budget) }
    (self.file, self.budget, self.copy) = (file, budget, copy)
  }

  /// Reads, and throws if the file changed meanwhile.
  package func read<Answer>(_ body: (Database) throws -> Answer) throws(Fault) -> Answer {
    let answer: Answer
    do { answer = try isSnapshot ? database.alone(body) : database.read(body) } catch {
      throw Fault(error, budget: budget)
    }
    if copy == nil, !isSnapshot { try file.checkUnchanged() }
    return answer
  }

  /// Allows views, which can run forever: only if the user named one.
  package func allowViews() throws(Fault) {
    do { try Self.harden(database, allowsViews: true) } catch { throw Fault(error, budget: budget) }
  }

  private static func harden(_ database: Database, allowsViews: Bool) throws {
    let code = tidings_sqlite_harden(database.handle, allowsViews ? 1 : 0)
    guard code == SQLITE_OK else { throw DatabaseError(code: code) }
  }

  /// A database in WAL mode without a leftover log is complete: `immutable` reads it without
  /// creating a `-shm` file beside it, and its state is compared afterwards. One with a log is read with it.
  private static func uri(_ file: DatabaseFile, copy: PrivateCopy?) -> String {
    if let copy { return copy.path }
    let path = file.path.hasPrefix("/") ? file.path : "./" + file.path
    let encoded = path.split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentEncoding.component(String($0)) }.joined(separator: "/")
    return "file:" + encoded
      + (file.usesWriteAheadLog && file.leftovers.isEmpty ? "?immutable=1" : "?mode=ro")
  }
}

extension Fault {
  /// The fault behind an error of SQLite.
  init(_ error: any Error, budget: StepBudget) {
    if let fault = error as? Fault {
      self = fault
      return
    }
    guard let error = error as? DatabaseError else {
      self = .sqliteFailed(String(describing: error))
      return
    }
    switch error.primaryCode {
    case SQLITE_BUSY, SQLITE_LOCKED:
      self.init(
        .unusable, code: "locked", "another program has locked the database",
        advice: "try again later")
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damagedDatabase(error.words)
    case SQLITE_INTERRUPT where budget.isSpent:
      // As hostile views do.
      self.init(
        .unusable, code: "endless", "reading it takes far too long for its size",
        advice: "export it to JSON Lines")
    case SQLITE_IOERR:
      self = .unreadable(nil, SystemError(code: EIO), because: error.words)
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH:
      self = .unreadable(nil, SystemError(code: EACCES), because: error.words)
    default: self = .sqliteFailed(error.words)
    }
  }

  package static func sqliteFailed(_ why: String) -> Fault {
    Fault(.unusable, code: "sqlite", "SQLite failed: \(why)", advice: "export it again")
  }

  fileprivate static func damagedDatabase(_ why: String) -> Fault {
    Fault(
      .unusable, code: "damaged-database", "the database is damaged: \(why)",
      advice: "export it again, or try sqlite3's .recover")
  }

  fileprivate static let changedDatabase = Fault(
    .unusable, code: "changed", "the database changed while it was being read", advice: "try again")

  /// The system refused a file of a database.
  fileprivate static func refused(_ error: SystemError) -> Fault { .unreadable(nil, error) }
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

  init(fileSize: Int64) { steps = 20_000_000 + min(max(fileSize, 0), 1 << 50) * 100 }

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

struct DatabaseFile {
  let path: String
  /// Whether it is in WAL mode, by its header (file format, offsets 18 and 19).
  let usesWriteAheadLog: Bool
  /// The state of the file when it was first examined.
  let state: FileState
  /// The endings of files beside it with changes that are not in it yet.
  let leftovers: [String]

  static let magic = Array("SQLite format 3\u{0}".utf8)

  /// - Parameter path: of a link, its target is examined: its logs lie beside the file itself.
  init(path: String) throws(Fault) {
    let target = realpath(path, nil)
    defer { free(target) }
    let path = target.map { String(cString: $0) } ?? path
    self.path = path
    state = try SystemError.rethrow(FileState(path: path), as: Fault.refused)
    let header = try SystemError.rethrow(OpenFile(reading: path).prefix(100), as: Fault.refused)
    guard header.starts(with: DatabaseFile.magic), header.count == 100 else {
      throw .damagedDatabase("file is not a database")
    }
    usesWriteAheadLog = header[18] == 2 || header[19] == 2
    leftovers = ["-wal", "-journal"].filter { ((try? FileState(path: path + $0))?.size ?? 0) > 0 }
  }

  /// Throws if the file was written to, or a log appeared, since it was examined.
  func checkUnchanged() throws(Fault) {
    let now = try DatabaseFile(path: path)
    guard now.state == state, now.leftovers == leftovers else { throw .changedDatabase }
  }
}

/// A copy of a database and its logs in a private folder, removed with this value.
///
/// SQLite writes beside a database with leftover logs even to read it. Exports are never written
/// to, so a copy is read instead.
final class PrivateCopy {
  let path: String
  private let folder: TemporaryFolder

  /// Copies again if a file changed meanwhile, at most three times; nil if an app keeps writing.
  init?(of database: String, in temporaryDirectory: String) throws(Fault) {
    folder = try SystemError.rethrow(TemporaryFolder(in: temporaryDirectory), as: Fault.refused)
    path = folder.path + "/copy.sqlite"
    for _ in 0..<3 { if try copy(DatabaseFile(path: database)) { return } }
    return nil
  }

  private func copy(_ file: DatabaseFile) throws(Fault) -> Bool {
    do throws(SystemError) {
      let before = try PrivateCopy.states(file)
      folder.removeFiles()
      for ending in [""] + file.leftovers {
        try OpenFile.copy(file.path + ending, to: path + ending)
      }
      guard try PrivateCopy.states(file) == before else { return false }
    } catch {
      // A journal vanishes when its transaction ends.
      if error.isMissingFile { return false }
      throw .refused(error)
    }
    for ending in file.leftovers {
      try PrivateCopy.checkHeader(of: path + ending, named: file.path + ending)
    }
    return true
  }

  private static func states(_ file: DatabaseFile) throws(SystemError) -> [FileState] {
    try ([""] + file.leftovers).map { (ending) throws(SystemError) in
      try FileState(path: file.path + ending)
    }
  }

  /// Throws if a log is not one: SQLite would ignore it silently.
  ///
  /// The magic numbers are from sections 3.1 (journal) and 4.1 (log) of the file format; a journal
  /// that begins with zeros is finished.
  private static func checkHeader(of copy: String, named leftover: String) throws(Fault) {
    let header = try SystemError.rethrow(OpenFile(reading: copy).prefix(8), as: Fault.refused)
    let isWhole: Bool
    if leftover.hasSuffix("-wal") {
      isWhole =
        header.starts(with: [0x37, 0x7F, 0x06, 0x82])
        || header.starts(with: [0x37, 0x7F, 0x06, 0x83])
    } else {
      isWhole =
        header == [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7] || header.allSatisfy { $0 == 0 }
    }
    guard isWhole else {
      throw Fault(
        .unusable, code: "leftover",
        "\(leftover) was left behind and cannot be used, so rows would be missing",
        advice: "open the database once with the app or with sqlite3")
    }
  }
}

extension RowStatement {
  /// Steps to the next row.
  ///
  /// - Parameter row: the number of the row before it, which a row that is too large is told by.
  package func hasNext(after row: Int) throws -> Bool {
    do {
      return try step()
    } catch let error as DatabaseError where error.primaryCode == SQLITE_TOOBIG {
      throw Fault(
        .unusable, code: "too-large", "the row after row \(row) contains a value that is too large",
        advice: "shorten it")
    }
  }
}

/// Names of tables and columns, which a hostile file may choose, in SQL.
package enum SQLName {
  /// Quotes a name and doubles the quotes in it (SQLite, "SQL keywords").
  package static func quoted(_ name: String, with quote: UInt8 = UInt8(ascii: "\"")) -> String {
    let inside = name.utf8.flatMap { $0 == quote ? [$0, $0] : [$0] }
    return String(decoding: [quote] + inside + [quote], as: UTF8.self)
  }
}
