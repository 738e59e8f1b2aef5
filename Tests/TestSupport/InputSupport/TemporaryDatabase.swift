package import Foundation
import SQLite

/// A database in a folder of its own, made from a script; the folder goes with this value.
package final class TemporaryDatabase {
  package let folder: URL
  package var path: String { folder.appending(path: "export.sqlite").path }
  private let connection: Database

  /// Runs the scripts; with `keepingOpen` the connection stays, and with it logs and locks.
  package init(_ scripts: String..., keepingOpen: Bool = false) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "tidings-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    connection = try Database(folder.appending(path: "export.sqlite").path)
    // Nobody misses it after a power failure.
    try run("PRAGMA synchronous = OFF")
    for script in scripts { try run(script) }
    if !keepingOpen { close() }
  }

  deinit {
    close()
    try? FileManager.default.removeItem(at: folder)
  }

  package func run(_ script: String) throws { try connection.execute(script) }

  package func close() { try? connection.close() }

  package var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }
}
