import ByteText
import Foundation
import InputSupport
import Profiles
import Testing

@testable import Exports

struct HostileDatabaseTests {
  private static let table = """
    CREATE TABLE notifications (id, user_id, type, title, scheduled_for, created_at);
    INSERT INTO notifications VALUES (1, 'u', 'offer', 'T', 1770559200, NULL);
    """

  private func failure(
    _ path: String, profiles: [Profile]? = nil, table: String? = nil
  ) throws -> String {
    try #require(throws: Fault.self) { try rows(path, profiles: profiles, table: table) }.what
  }

  @Test func `Rows of a left-over log are read, from a copy, and nothing is left behind`() throws {
    let database = try TemporaryDatabase(
      "PRAGMA journal_mode = WAL;", Self.table, "PRAGMA wal_checkpoint(TRUNCATE);",
      "PRAGMA wal_autocheckpoint = 0;",
      "INSERT INTO notifications VALUES (2, 'u', 'offer', 'U', 1770559201, NULL);",
      keepingOpen: true)
    // As a host that died leaves it: database and log, nobody has it open.
    let orphan = try TemporaryDatabase(Self.table)
    for suffix in ["", "-wal"] {
      try? FileManager.default.removeItem(atPath: orphan.path + suffix)
      try FileManager.default.copyItem(atPath: database.path + suffix, toPath: orphan.path + suffix)
    }
    let before = orphan.files
    #expect(try rows(orphan.path).records.count == 2)
    #expect(orphan.files == before)
  }

  @Test func `A log that is none is an error, not fewer rows`() throws {
    let database = try TemporaryDatabase("PRAGMA journal_mode = WAL;", Self.table)
    try Data("not a log at all".utf8).write(to: URL(filePath: database.path + "-wal"))
    #expect(try failure(database.path).hasPrefix(database.path + "-wal was left behind"))
    try FileManager.default.removeItem(atPath: database.path + "-wal")
    try Data("nor a journal".utf8).write(to: URL(filePath: database.path + "-journal"))
    #expect(try failure(database.path).hasPrefix(database.path + "-journal was left behind"))
  }

  @Test func `A transaction that was never finished is rolled back in the copy`() throws {
    let database = try TemporaryDatabase(Self.table, keepingOpen: true)
    try database.run("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN;")
    try database.run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO notifications SELECT i, 'u', 'offer', hex(zeroblob(300)), i, NULL FROM n;
      """)
    let orphan = try TemporaryDatabase(Self.table)
    for suffix in ["", "-journal"] {
      try? FileManager.default.removeItem(atPath: orphan.path + suffix)
      try FileManager.default.copyItem(atPath: database.path + suffix, toPath: orphan.path + suffix)
    }
    #expect(try rows(orphan.path).records.count == 1)
  }

  @Test func `A database with a write-ahead log is read without writing beside it`() throws {
    let database = try TemporaryDatabase("PRAGMA journal_mode = WAL;", Self.table)
    #expect(try rows(database.path).records.count == 1)
    #expect(database.files == ["export.sqlite"])
  }

  @Test func `A locked database says so`() throws {
    let database = try TemporaryDatabase(Self.table, "BEGIN EXCLUSIVE;", keepingOpen: true)
    #expect(try failure(database.path) == "another program has locked the database")
  }

  @Test func `A view is read only when it is named, and one without end is stopped`() throws {
    let database = try TemporaryDatabase(
      """
      CREATE VIEW notifications AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i AS id, 'u' AS user_id, 'offer' AS type, 't' AS title, i AS created_at FROM n
      WHERE i < 0;
      CREATE VIEW two AS SELECT 1 AS id, 'offer' AS type, 'x' AS title, 1 AS created_at;
      """)
    #expect(try failure(database.path).hasSuffix("and the views: notifications, two"))
    #expect(try rows(database.path, table: "two").records.count == 1)
    #expect(
      try failure(database.path, table: "notifications")
        == "reading it takes far too long for its size")
  }

  @Test func `A view that the user's own profile names is a table among others`() throws {
    let database = try TemporaryDatabase(
      "CREATE TABLE raw (a, b, c); INSERT INTO raw VALUES (1, 'x', 1770559200);",
      "CREATE VIEW v AS SELECT a AS id, b AS title, c AS created_at FROM raw;")
    let yaml = """
      name: mine
      match: {must: [id, title]}
      records: {table: V}
      fields: {id: id, title: title, time: created_at}
      """
    var own = try Profile(yaml: yaml, file: "v.yaml")
    own.isOwn = true
    let bundled = try ProfileSet.bundled().profiles
    #expect(try rows(database.path, profiles: [own] + bundled).records.count == 1)
    #expect(
      try failure(database.path)
        == "no table fits a profile; the tables are: raw, and the views: v")
  }

  @Test func `Triggers do not run, and virtual tables are not looked at`() throws {
    let database = try TemporaryDatabase(
      Self.table,
      "CREATE VIRTUAL TABLE user_notifications USING fts5(id, title, body, created_at);",
      "CREATE TRIGGER t AFTER INSERT ON notifications BEGIN SELECT RAISE(ABORT, 'no'); END;")
    #expect(try rows(database.path).records.count == 1)
    let only = try TemporaryDatabase(
      "CREATE VIRTUAL TABLE notifications USING fts5(id, title, body, created_at);")
    // Its shadow tables are ordinary ones.
    #expect(
      try failure(only.path).hasPrefix("no table fits a profile; the tables are: notifications_"))
  }

  @Test func `A giant value is an error with its row`() throws {
    let database = try TemporaryDatabase(
      """
      CREATE TABLE notifications (id, type, title, created_at,
        big GENERATED ALWAYS AS (hex(zeroblob(90000000))) VIRTUAL);
      INSERT INTO notifications VALUES (1, 'offer', 'x', 1);
      """)
    #expect(try failure(database.path) == "the row after row 0 contains a value that is too large")
  }

  @Test func `Core Data's stores, other tables, and several that fit are told apart`() throws {
    let coreData = try TemporaryDatabase(
      "CREATE TABLE Z_METADATA (Z_VERSION); CREATE TABLE ZNOTIFICATION (Z_PK, ZTITLE);")
    #expect(try failure(coreData.path).hasPrefix("this is a Core Data store"))
    let other = try TemporaryDatabase("CREATE TABLE fruit (id, name);")
    #expect(try failure(other.path) == "no table fits a profile; the tables are: fruit")
    #expect(try failure(other.path, table: "veg") == "there is no table veg; the tables are: fruit")
    let columns = "(id, type, title, created_at)"
    let two = try TemporaryDatabase("CREATE TABLE a \(columns); CREATE TABLE b \(columns);")
    #expect(try failure(two.path) == "several tables fit: a, b")
    #expect(try rows(two.path, table: "B").records.isEmpty)
    let odd = try TemporaryDatabase(
      "CREATE TABLE \"no \"\"thing\" (Id, Type, Title, createdAt); INSERT INTO \"no \"\"thing\" VALUES (1,2,3,4);"
    )
    #expect(try rows(odd.path).records == [#"{"Id":1,"Type":2,"Title":3,"createdAt":4}"#])
  }

  @Test func `What is no database, or a damaged one, is an error`() throws {
    let database = try TemporaryDatabase(
      Self.table,
      """
      WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO notifications SELECT i, 'u', 'offer', hex(zeroblob(50)), i, NULL FROM n;
      """)
    let whole = try Data(contentsOf: URL(filePath: database.path))
    func read(_ data: Data) throws -> String {
      try data.write(to: URL(filePath: database.path))
      return try failure(database.path)
    }
    #expect(try read(Data("hello".utf8)) == "the database is damaged: file is not a database")
    #expect(try read(whole.prefix(50)) == "the database is damaged: file is not a database")
    var holed = whole
    for index in stride(from: 4096, to: holed.count, by: 4096) {
      holed.replaceSubrange(index..<(index + 100), with: Data(repeating: 0xFF, count: 100))
    }
    for damaged in [holed, whole.prefix(whole.count / 2)] {
      #expect(try read(damaged).hasPrefix("the database is damaged: "))
    }
    #expect(try failure(database.path + ".none") == "there is no such file")
  }

  @Test func `Odd names of files are names, not parameters of an address`() throws {
    let database = try TemporaryDatabase(Self.table)
    let odd = database.folder.appending(path: "a ?mode=memory#%41.db").path
    try FileManager.default.copyItem(atPath: database.path, toPath: odd)
    #expect(try rows(odd).records.count == 1)
  }
}
