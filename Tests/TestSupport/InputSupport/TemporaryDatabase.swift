import CSQLite
package import Foundation

/// A database in a folder of its own, made from a script; the folder goes with this value.
package final class TemporaryDatabase {
  package let folder: URL
  package var path: String { folder.appending(path: "export.sqlite").path }
  private var connection: OpaquePointer?

  package struct Failure: Error { package let words: String }

  /// Runs the scripts; with `keepingOpen` the connection stays, and with it logs and locks.
  package init(_ scripts: String..., keepingOpen: Bool = false) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "tidings-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let code = sqlite3_open(path, &connection)
    guard code == SQLITE_OK else { throw Failure(words: "sqlite3_open: \(code)") }
    // Nobody misses it after a power failure.
    try run("PRAGMA synchronous = OFF")
    for script in scripts { try run(script) }
    if !keepingOpen { close() }
  }

  deinit {
    close()
    try? FileManager.default.removeItem(at: folder)
  }

  package func run(_ script: String) throws {
    var message: UnsafeMutablePointer<CChar>?
    let code = sqlite3_exec(connection, script, nil, nil, &message)
    let words = message.map { String(cString: $0) } ?? ""
    sqlite3_free(message)
    guard code == SQLITE_OK else { throw Failure(words: words) }
  }

  package func close() {
    sqlite3_close_v2(connection)
    connection = nil
  }

  package var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }
}
