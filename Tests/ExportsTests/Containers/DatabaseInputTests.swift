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

  @Test func `A database is read as it is compressed and through a pipe`() async throws {
    let scratch = try Scratch()
    let database = try TemporaryDatabase(Self.script)
    let plain = try await scratch.index([.file(database.path)])
    #expect(plain.sources.map(\.format) == [.sqlite])
    #expect(plain.sources.map(\.profile) == [ProfileName("recruiting-compass")])
    #expect(plain.count == 300)
    #expect(plain.recipientCount == 7)
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: database.path)))
    let packed = try await scratch.index([
      try scratch.file("export.bin", CompressionTests.gzip(bytes))
    ])
    #expect(packed.sources.map(\.format) == [.sqlite])
    #expect(try packed.mailboxes() == plain.mailboxes())
    let piped = try await scratch.index([try scratch.pipe("pipe", bytes)])
    #expect(try piped.mailboxes() == plain.mailboxes())
    // Nothing stays behind but what the test has written.
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder)
    #expect(names.sorted() == ["export.bin", "pipe"])
  }

  @Test func `Rejects have their rows' numbers`() async throws {
    let script =
      Self.table
      + Self.insert(1) + Self.insert(2, title: "x'00ff'") + Self.insert(3)
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

  @Test func `A database that cannot be read is an error`()
    async throws
  {
    let scratch = try Scratch()
    let input = try scratch.file(
      "export.db", DatabaseFile.magic + [UInt8](repeating: 7, count: 5000))
    let fault = try #require(await faultSentence { try await scratch.index([input]) })
    #expect(fault.hasPrefix("\(input.name): the database is damaged: "))
  }
}
