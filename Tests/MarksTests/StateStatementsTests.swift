import CSQLite
import InputSupport
import Notifications
import Profiles
import Testing

@testable import Marks

struct StateStatementsTests {
  private let compass: Profile

  init() throws { compass = try #require(try ProfileSet.bundled("recruiting-compass")) }

  private func ids(_ texts: String...) -> [NotificationID] { texts.map(NotificationID.init) }

  @Test("What is unread is marked, with the time of the mark, and rows are named")
  func writesStatements() throws {
    let statements = try StateStatements(profile: compass)
    let time = Instant(seconds: 1_770_589_800)
    #expect(
      statements.markRead([(NotificationID("b'x"), time), (NotificationID("a"), time)]).statements
        == [
          "UPDATE notifications SET read_at = '2026-02-08T22:30:00Z', updated_at = '2026-02-08T22:30:00Z' "
            + "WHERE read_at IS NULL AND id IN ('a', 'b''x');"
        ])
    #expect(
      statements.delete(ids("b", "a", "b", "'; DROP TABLE notifications; --")).statements == [
        "DELETE FROM notifications WHERE id IN ('''; DROP TABLE notifications; --', 'a', 'b');"
      ])
    #expect(statements.delete([]).statements == [])
    #expect(statements.markRead([]).statements == [])
  }

  @Test("Five hundred ids are a statement, and marks of other times another")
  func cutsStatements() throws {
    let statements = try StateStatements(profile: compass)
    let many = (0..<1_201).map { NotificationID("n\($0)") }
    #expect(statements.delete(many).statements.count == 3)
    let marks = many.map { ($0, Instant(seconds: $0.text.hasSuffix("7") ? 9 : 5)) }
    let sql = statements.markRead(marks).statements
    #expect(sql.count == 4)
    #expect(sql[0].contains("'1970-01-01T00:00:05Z'") && sql[3].contains("'1970-01-01T00:00:09Z'"))
  }

  @Test("Ids with a NUL or a backslash are refused, the others go on")
  func refusesWhatDatabasesReadDifferently() throws {
    let sql = try StateStatements(profile: compass).delete(ids("a\0b", "!\\", "c"))
    #expect(sql.statements == ["DELETE FROM notifications WHERE id IN ('c');"])
    #expect(sql.refused == ids("!\\", "a\0b"))
  }

  @Test("A database does what the statements say, whatever the ids are")
  func runs() throws {
    let hostile = ["'", "''", "a\nb", "--", "';--", "é", "e\u{301}", "%", "\"", "7"]
    let database = try TemporaryDatabase(
      "CREATE TABLE notifications (id TEXT PRIMARY KEY, user_id, read_at, updated_at);",
      "INSERT INTO notifications VALUES ('other', 'u', NULL, 'old'), ('seen', 'u', 'then', 'old');",
      keepingOpen: true)
    for id in hostile {
      try database.run(
        "INSERT INTO notifications VALUES (\(SQLText.literal(id) ?? ""), 'u', NULL, 'old');")
    }
    let statements = try StateStatements(profile: compass)
    let time = Instant(seconds: 1_770_589_800)
    let marks = (hostile + ["seen", "gone"]).map { (NotificationID($0), time) }
    for statement in statements.markRead(marks).statements { try database.run(statement) }
    func count(_ condition: String) throws -> Int {
      try database.number("SELECT count(*) FROM notifications WHERE \(condition)")
    }
    #expect(try count("read_at = '2026-02-08T22:30:00Z'") == hostile.count)
    #expect(try count("updated_at = '2026-02-08T22:30:00Z'") == hostile.count)
    #expect(try count("id = 'seen' AND read_at = 'then' AND updated_at = 'old'") == 1)
    for statement in statements.delete(hostile.map(NotificationID.init)).statements {
      try database.run(statement)
    }
    #expect(try count("1") == 2)
  }

  @Test("Columns are what the profile and the table call them")
  func namesColumns() throws {
    let foodshare = try #require(try ProfileSet.bundled("foodshare"))
    let time = Instant(seconds: 0)
    let marks = [(id: NotificationID("1"), time: time)]
    #expect(
      try StateStatements(profile: foodshare).markRead(marks).statements == [
        "UPDATE user_notifications SET is_read = TRUE, read_at = '1970-01-01T00:00:00Z', "
          + "updated_at = '1970-01-01T00:00:00Z' WHERE (is_read IS NULL OR is_read <> TRUE) AND id IN ('1');"
      ])
    #expect(
      try StateStatements(profile: foodshare, table: "My \"Order\"", columns: ["ID", "isRead"])
        .markRead(marks).statements == [
          "UPDATE \"My \"\"Order\"\"\" SET \"isRead\" = TRUE "
            + "WHERE (\"isRead\" IS NULL OR \"isRead\" <> TRUE) AND \"ID\" IN ('1');"
        ])
    #expect(
      try StateStatements(profile: foodshare, fields: ["id", "isRead"]).markRead(marks).statements
        == [
          "UPDATE user_notifications SET is_read = TRUE "
            + "WHERE (is_read IS NULL OR is_read <> TRUE) AND id IN ('1');"
        ])
    var twice = foodshare
    twice.readMarks += foodshare.readMarks
    #expect(
      try StateStatements(profile: twice, columns: ["id", "is_read"]).markRead(marks).statements
        == [
          "UPDATE user_notifications SET is_read = TRUE "
            + "WHERE (is_read IS NULL OR is_read <> TRUE) AND id IN ('1');"
        ])
    #expect(
      try StateStatements(profile: foodshare, columns: ["id"], marksRead: false).delete(ids("1"))
        .statements == ["DELETE FROM user_notifications WHERE id IN ('1');"])
    #expect(
      throws: StateStatementError.noColumn(
        foodshare.name, role: "read", values: ["isRead", "read_at"])
    ) {
      try StateStatements(profile: foodshare, columns: ["id", "title"])
    }
    for name in ["a\0", "a\\"] {
      #expect(throws: StateStatementError.unquotable(name)) {
        try StateStatements(profile: foodshare, table: name)
      }
    }
    var nowhere = foodshare
    nowhere.records.tables = []
    #expect(throws: StateStatementError.noTable(foodshare.name)) {
      try StateStatements(profile: nowhere)
    }
  }

  @Test(
    "Identifiers are quoted where they have to be",
    arguments: [
      ("read_at", "read_at"), ("order", "\"order\""), ("User", "\"User\""), ("1a", "\"1a\""),
      ("", "\"\""), ("a b", "\"a b\""), ("a\"; --", "\"a\"\"; --\""),
    ])
  func quotesIdentifiers(name: String, written: String) {
    #expect(SQLText.identifier(name) == written)
  }
}

extension TemporaryDatabase {
  /// The number that a query answers.
  func number(_ query: String) throws -> Int {
    var connection: OpaquePointer?
    var statement: OpaquePointer?
    defer {
      sqlite3_finalize(statement)
      sqlite3_close_v2(connection)
    }
    try #require(sqlite3_open(path, &connection) == SQLITE_OK)
    try #require(sqlite3_prepare_v2(connection, query, -1, &statement, nil) == SQLITE_OK)
    try #require(sqlite3_step(statement) == SQLITE_ROW)
    return Int(sqlite3_column_int64(statement, 0))
  }
}
