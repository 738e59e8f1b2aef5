import ByteText
import Foundation
import InputSupport
import Languages
import Notifications
import Testing

@testable import Exports

/// Databases through the whole reader.
struct DatabaseInputTests {
  static let table = """
    CREATE TABLE notifications(id, user_id TEXT, type TEXT, title TEXT, message TEXT,
      priority TEXT, read_at TEXT, scheduled_for TEXT, created_at TEXT, updated_at TEXT);
    """

  static func insert(_ number: Int, title: String = "'T'", time: String? = nil) -> String {
    let time = time ?? "'2026-02-0\(1 + number % 8)T12:00:00Z'"
    return """
      INSERT INTO notifications VALUES('n\(number)', 'u\(number % 7)', 'offer', \(title), 'm',
        'high', NULL, \(time), '2026-01-31T00:00:00Z', '2026-02-01T00:00:00Z');
      """
  }

  static let script = table + (0..<300).map { insert($0) }.joined()

  @Test func `Rejects have their rows' numbers`() async throws {
    let script =
      Self.table + Self.insert(1) + Self.insert(2, title: "x'00ff'") + Self.insert(3)
      + Self.insert(4, time: "'soon'") + Self.insert(5)
    let database = try TemporaryDatabase(script)
    let index = try await Scratch().index([.file(database.path)])
    #expect(index.count == 3)
    #expect(index.sources[0].records == 5)
    #expect(index.sources[0].rejected == 2)
    let rejects = index.rejects.map { "\($0.place.record ?? 0) \($0.field ?? "") \($0.reason)" }
    #expect(rejects.sorted() == ["2 title blob", "4 scheduled_for unreadableTime(\(Self.soon))"])
    #expect(index.rejects.allSatisfy { $0.place.line == nil })
  }

  private static let soon = "Exports.TimestampError.unreadable"
}
