import Foundation
import InputSupport
import Notifications
import Profiles
import Testing

@testable import Exports

struct SQLiteRecordsTests {
  private static let table = """
    CREATE TABLE notifications (id, user_id, type, title, message, scheduled_for, created_at);
    """

  private static func row(_ id: String, title: String = "'T'") -> String {
    "INSERT INTO notifications VALUES (\(id), 'u', 'offer', \(title), NULL, 1770559200.5, NULL);"
  }

  @Test func `Values become JSON: integers, reals, texts with escapes, nulls`() throws {
    let database = try TemporaryDatabase(
      Self.table, Self.row("-9223372036854775807", title: #"'a"b\c' || char(10, 0, 31, 233)"#),
      Self.row("7", title: "9e999"), Self.row("1e300"))
    let rows = try rows(database.path)
    #expect(rows.numbers == [1, 2, 3])
    #expect(
      rows.records[0] == #"{"id":-9223372036854775807,"user_id":"u","type":"offer","#
        + #""title":"a\"b\\c\u000a\u0000\u001fé","message":null,"scheduled_for":1770559200.5,"#
        + #""created_at":null}"#)
    #expect(rows.records[1].contains(#""id":7,"#) && rows.records[1].contains(#""title":null"#))
    #expect(rows.records[2].contains(#""id":1e+300"#))
  }

  @Test func `Text is JSON only where a path descends into it and it is valid`() throws {
    let database = try TemporaryDatabase(try Fixture.script("foodshare/history.sql"))
    let rows = try rows(database.path)
    let bench = try RecordBench.bundled("foodshare")
    let outcomes = try bench.outcomes(rows.records)
    let whole = outcomes.compactMap {
      if case .notification(let notification) = $0 { notification.id.text } else { nil }
    }
    #expect(whole.count == 8 && whole.contains("st-012"))
    #expect(rows.records[8].contains(#""payload":"{\"category\""#))
    guard case .rejected(_, let rejection) = outcomes[8] else {
      Issue.record("\(outcomes[8])")
      return
    }
    #expect(rejection.field.contains("payload.title") && rejection.reason == .missingField)
    #expect(rows.rejected == [RejectedRow(number: 10, column: "payload")])
  }

  @Test func `Nested text cannot smuggle in members of its row`() throws {
    let database = try TemporaryDatabase(
      "CREATE TABLE h (id, payload, receivedAt);",
      #"INSERT INTO h VALUES (1, '{"category":"x"},"isDeleted":true,"b":{}', 1);"#)
    let own = try Profile(
      yaml: "name: h\nfields: {id: id, time: receivedAt, type: payload.category}", file: "h")
    let record = try rows(database.path, profiles: [own]).records.first
    #expect(
      record
        == #"{"id":1,"payload":"{\"category\":\"x\"},\"isDeleted\":true,\"b\":{}","receivedAt":1}"#)
  }

  @Test(arguments: [34, 92, 10, 31, 233])
  func `What has to be escaped is, wherever it stands in a text`(scalar: Int) throws {
    let texts = (0...20).map { place in
      String(repeating: "x", count: place) + String(UnicodeScalar(UInt8(scalar)))
        + String(repeating: "y", count: 20 - place)
    }
    let database = try TemporaryDatabase(
      Self.table,
      texts.indices.map { place in
        let (before, after) = (String(repeating: "x", count: place), 20 - place)
        let title = "'\(before)' || char(\(scalar)) || '\(String(repeating: "y", count: after))'"
        return Self.row("\(place)", title: title)
      }.joined())
    let found = try rows(database.path).records.map { record in
      let object = try JSONSerialization.jsonObject(with: Data(record.utf8))
      return (object as? [String: Any])?["title"] as? String
    }
    #expect(found == texts)
  }

  @Test func `Many rows come once each and in order`() throws {
    let database = try TemporaryDatabase(
      Self.table,
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO notifications SELECT i, 'u', 'offer', hex(zeroblob(200)), NULL, i, NULL FROM n;
      """)
    let rows = try rows(database.path)
    #expect(rows.numbers == Array(1...5000))
    #expect(rows.records.last?.hasPrefix(#"{"id":5000,"#) == true)
  }

  @Test func `Text that is no UTF-8 goes through as it is, for the walk to refuse`() throws {
    let database = try TemporaryDatabase(Self.table, Self.row("1", title: "CAST(x'FF41' AS TEXT)"))
    let reader = try SQLiteRecords(
      path: database.path, profiles: try ProfileSet.bundled().profiles,
      temporaryDirectory: FileManager.default.temporaryDirectory.path)
    let paths = RecordPaths()
    let walker = RecordWalker(paths)
    var damage: RecordDamage?
    try reader.forEachRow { row, _ in damage = walker.walk(row) }
    #expect(damage == .invalidUTF8)
  }
}

/// Everything that is read from a database: rows as text, with their numbers, and rejected ones.
func rows(
  _ path: String, profiles: [Profile]? = nil, table: String? = nil
) throws -> (records: [String], numbers: [Int], rejected: [RejectedRow]) {
  let reader = try SQLiteRecords(
    path: path, profiles: try profiles ?? ProfileSet.bundled().profiles, table: table,
    temporaryDirectory: FileManager.default.temporaryDirectory.path)
  var result: (records: [String], numbers: [Int], rejected: [RejectedRow]) = ([], [], [])
  var number = 0
  let table = try reader.forEachRow { row, blob in
    number += 1
    if let blob {
      result.rejected.append(RejectedRow(number: number, column: blob))
    } else {
      result.records.append(String(decoding: row, as: UTF8.self))
      result.numbers.append(number)
    }
  }
  _ = try table.get()
  return result
}
