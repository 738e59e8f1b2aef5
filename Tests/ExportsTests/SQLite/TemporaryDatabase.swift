import CSQLite
import Foundation
import Testing

@testable import Exports

/// A database in a folder of its own, made from a script; the folder goes with this value.
final class TemporaryDatabase {
  let folder: URL
  var path: String { folder.appending(path: "export.sqlite").path }
  private var connection: OpaquePointer?

  /// Runs the scripts; with `keepingOpen` the connection stays, and with it logs and locks.
  init(_ scripts: String..., keepingOpen: Bool = false) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "tidings-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    #expect(sqlite3_open(path, &connection) == SQLITE_OK)
    for script in scripts { try run(script) }
    if !keepingOpen { close() }
  }

  deinit {
    close()
    try? FileManager.default.removeItem(at: folder)
  }

  func run(_ script: String) throws {
    var message: UnsafeMutablePointer<CChar>?
    let code = sqlite3_exec(connection, script, nil, nil, &message)
    let words = message.map { String(cString: $0) } ?? ""
    sqlite3_free(message)
    try #require(code == SQLITE_OK, "\(words)")
  }

  func close() {
    sqlite3_close_v2(connection)
    connection = nil
  }

  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }
}

/// Everything that is read from a database: rows as text, with their numbers, and rejected ones.
func rows(
  _ path: String, profiles: [Profile]? = nil, table: String? = nil
) throws -> (records: [String], numbers: [Int], rejected: [RowChunk.RejectedRow]) {
  let reader = try SQLiteRecords(
    path: path, profiles: try profiles ?? ProfileSet.bundled().profiles, table: table,
    temporaryDirectory: FileManager.default.temporaryDirectory.path)
  var result: (records: [String], numbers: [Int], rejected: [RowChunk.RejectedRow]) = ([], [], [])
  try reader.forEachChunk { chunk in
    for row in chunk.rows {
      result.records.append(
        String(decoding: chunk.bytes[row.offset..<(row.offset + row.length)], as: UTF8.self))
      result.numbers.append(row.number)
    }
    #expect(chunk.bytes.suffix(RecordWalker.slack).allSatisfy { $0 == 0 })
    result.rejected += chunk.rejected
  }
  return result
}
