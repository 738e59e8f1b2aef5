import Foundation

/// A file that is gone when the test is over.
package final class TemporaryFile {
  package let path: String

  package init(_ text: String) throws {
    path = NSTemporaryDirectory() + "tidings-\(UUID().uuidString)"
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
