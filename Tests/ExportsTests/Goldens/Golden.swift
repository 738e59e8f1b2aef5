import Foundation
import Testing

/// Texts that the tests compare with; `TIDINGS_RECORD=1` writes them anew, and such a run fails, so
/// that nobody takes a recording for a test.
enum Golden {
  static let folder = URL(filePath: #filePath).appending(path: "../../../Goldens").standardized

  static func check(_ text: String, _ path: String) throws {
    let file = folder.appending(path: path)
    if ProcessInfo.processInfo.environment["TIDINGS_RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(path)")
      return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    let difference = zip(text.split(separator: "\n"), expected.split(separator: "\n"))
      .first { $0 != $1 }
    #expect(
      text == expected,
      "\(path) differs: is \(difference?.0 ?? "longer or shorter"), was \(difference?.1 ?? "")")
  }
}
