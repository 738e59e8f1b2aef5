import CSQLite
import InputSupport
import Notifications
import Profiles
import Testing

@testable import Marks

struct StateOutputTests {
  private func profile(_ marks: String) throws -> Profile {
    try Profile(
      yaml: "name: app\nmatch: {must: [id]}\nfields: {id: id, time: t}\nmarks: {\(marks)}\n",
      file: "app.yaml")
  }

  private func bundled(_ name: String) throws -> Profile {
    try #require(try ProfileSet.bundled(name))
  }

  private func statements(_ profile: Profile, _ marks: [Mark]) -> [String] {
    StateOutput.statements(for: marks, profile.marks.statements, table: "notifications").lines
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private func requests(_ profile: Profile, base: String? = nil, _ marks: [Mark]) -> [String] {
    StateOutput.requests(for: marks, profile.marks.requests, base: base).lines
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `A statement has the time of its marks, and its ids as texts or numbers`() throws {
    #expect(
      statements(
        try bundled("recruiting-compass"),
        [
          mark("x", "u", "b'x", .read, at: 1_770_589_800),
          mark("x", "v", "a", .read, at: 1_770_589_800),
          mark("x", "v", "'; DROP TABLE notifications; --", .deleted, at: 0),
        ])
        == [
          "UPDATE notifications SET read_at = '2026-02-08T22:30:00Z', updated_at = '2026-02-08T22:30:00Z' "
            + "WHERE read_at IS NULL AND id IN ('a', 'b''x');",
          "DELETE FROM notifications WHERE id IN ('''; DROP TABLE notifications; --');",
        ])
    let app = try profile(
      #"sql: {read: "UPDATE {table} SET a = {datetime}, b = {seconds}, c = {milliseconds} WHERE u = {recipient} AND n = {number};"}"#
    )
    #expect(
      statements(app, [mark("app", "o'x", "7", .read, at: 1_770_589_800)]) == [
        "UPDATE notifications SET a = '2026-02-08 22:30:00', b = 1770589800, c = 1770589800000 "
          + "WHERE u = 'o''x' AND n = 7;"
      ])
  }

  @Test func `Five hundred ids are a statement, and marks of other times another`() throws {
    let compass = try bundled("recruiting-compass")
    let ids = (0..<1_201).map { "n\($0)" }
    #expect(statements(compass, ids.map { mark("x", "u", $0, .deleted, at: 5) }).count == 3)
    let marked = ids.map { mark("x", "u", $0, .read, at: $0.hasSuffix("7") ? 9 : 5) }
    let sql = statements(compass, marked)
    #expect(sql.count == 4)
    #expect(sql[0].contains("'1970-01-01T00:00:05Z'") && sql[3].contains("'1970-01-01T00:00:09Z'"))
  }

  @Test func `What cannot be written where the pattern says it is left out, with the reason`()
    throws
  {
    func reasons(_ output: StateOutput) -> [String: StateRefusal] {
      output.refused.reduce(into: [:]) { $0[$1.mark.notification.text] = $1.reason }
    }
    let rooms = try bundled("rooms")
    let ids = ["a\0b", "!\\", "c"]
    let sql = StateOutput.statements(
      for: ids.map { mark("x", "u", $0, .deleted, at: 0) }, rooms.marks.statements, table: "t")
    #expect(reasons(sql) == ["a\0b": .unquotable, "!\\": .unquotable])
    #expect(sql.lines == [Array("DELETE FROM t WHERE id IN ('c');".utf8)])
    let discourse = try bundled("discourse")
    let numbers = ["1", "1-2", "007", "1)"].map { mark("x", "u", $0, .deleted, at: 0) }
    #expect(
      reasons(StateOutput.statements(for: numbers, discourse.marks.statements, table: "t"))
        == ["1-2": .noNumber, "007": .noNumber, "1)": .noNumber])
    let app = try profile(#"requests: {read: {method: PUT, url: "/n/{id}"}}"#)
    let marks = ["..", ".", "..."].map { mark("app", "r", $0, .read, at: 0) }
    let output = StateOutput.requests(
      for: marks + [mark("app", "r", "1", .deleted, at: 0)], app.marks.requests, base: nil)
    #expect(reasons(output) == ["..": .noAddress, ".": .noAddress, "1": .noPattern])
    #expect(output.lines.count == 1)
  }

  @Test func `A database does what the statements say, whatever the ids are`() throws {
    let hostile = ["'", "''", "a\nb", "--", "';--", "é", "e\u{301}", "%", "\"", "7"]
    let database = try TemporaryDatabase(
      "CREATE TABLE notifications (id TEXT PRIMARY KEY, user_id, read_at, updated_at);",
      "INSERT INTO notifications VALUES ('other', 'u', NULL, 'old'), ('seen', 'u', 'then', 'old');",
      keepingOpen: true)
    for id in hostile {
      try database.run(
        "INSERT INTO notifications VALUES (\(SQLText.literal(id) ?? ""), 'u', NULL, 'old');")
    }
    let compass = try bundled("recruiting-compass")
    let marks = (hostile + ["seen", "gone"]).map { mark("x", "u", $0, .read, at: 1_770_589_800) }
    for statement in statements(compass, marks) { try database.run(statement) }
    func count(_ condition: String) throws -> Int {
      try database.number("SELECT count(*) FROM notifications WHERE \(condition)")
    }
    #expect(try count("read_at = '2026-02-08T22:30:00Z'") == hostile.count)
    #expect(try count("updated_at = '2026-02-08T22:30:00Z'") == hostile.count)
    #expect(try count("id = 'seen' AND read_at = 'then' AND updated_at = 'old'") == 1)
    for statement in statements(compass, hostile.map { mark("x", "u", $0, .deleted, at: 0) }) {
      try database.run(statement)
    }
    #expect(try count("1") == 2)
  }

  @Test func `A notification at a time, where the address names one`() throws {
    #expect(
      requests(
        try bundled("recruiting-compass"), base: "https://x.example/",
        [
          mark("recruiting-compass", "u", "a/b?c", .deleted, at: 0),
          mark("recruiting-compass", "u", "1", .read, at: 1_770_589_800),
        ]) == [
          #"{"method":"PATCH","url":"https://x.example/rest/v1/notifications?id=eq.1","profile":"recruiting-compass","recipient":"u","ids":["1"],"body":{"read_at":"2026-02-08T22:30:00Z","updated_at":"2026-02-08T22:30:00Z"}}"#,
          #"{"method":"DELETE","url":"https://x.example/rest/v1/notifications?id=eq.a%2Fb%3Fc","profile":"recruiting-compass","recipient":"u","ids":["a/b?c"]}"#,
        ])
    #expect(
      requests(try bundled("fitness-groups"), [mark("fitness-groups", "u", "n", .read, at: 0)]) == [
        #"{"method":"PATCH","url":"/notifications/n?updateMask.fieldPaths=isRead&currentDocument.exists=true","profile":"fitness-groups","recipient":"u","ids":["n"],"body":{"fields":{"isRead":{"booleanValue":true}}}}"#
      ])
  }

  @Test func `Many ids of one recipient in a request, where the body takes them`() throws {
    let app = try profile(
      #"requests: {read: {method: POST, url: "/u/{recipient}/read", body: {'n"s': "{ids}", at: [{seconds: "{seconds}"}, "at {time}"], n: 3, t: "true"}}}"#
    )
    let marks = (0..<501).map { mark("app", "b c", "n\($0)", .read, at: 0) }
    let lines = requests(app, marks + [mark("app", "a", "\"", .read, at: 0)])
    #expect(lines.count == 3)
    #expect(
      lines[0]
        == #"{"method":"POST","url":"/u/a/read","profile":"app","recipient":"a","ids":["\""],"body":{"n\"s":["\""],"at":[{"seconds":0},"at 1970-01-01T00:00:00Z"],"n":3,"t":"true"}}"#
    )
    #expect(lines[1].hasPrefix(#"{"method":"POST","url":"/u/b%20c/read""#))
  }

  @Test(arguments: [
    "sql: {read: UPDATE t SET read = TRUE}", #"sql: {read: "UPDATE t WHERE id IN ({idz})"}"#,
    "sql: {seen: x}", "requests: {read: {method: POST, url: /read}}",
    #"requests: {read: {method: POST, url: "/{time}", body: {ids: "{ids}"}}}"#,
    "requests: {read: {method: POST, url: /, body: {ids: {ids}}}}",
    #"requests: {read: {method: POST, url: /, body: {ids: "{table}"}}}"#,
  ])
  func `A pattern that names no notification, or what there is not, is refused`(marks: String) {
    #expect(throws: (any Error).self) { try profile(marks) }
  }

  @Test(arguments: [
    ("read_at", "read_at"), ("order", "\"order\""), ("User", "\"User\""), ("1a", "\"1a\""),
    ("", "\"\""), ("a b", "\"a b\""), ("a\"; --", "\"a\"\"; --\""),
  ])
  func `Identifiers are quoted where they have to be`(name: String, written: String) {
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
