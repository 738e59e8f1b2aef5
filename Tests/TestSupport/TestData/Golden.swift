import Foundation
package import Testing

/// Texts that are kept, to be read once and compared for ever.
package enum Golden {
  private static let folder = URL(filePath: #filePath).appending(path: "../../../Goldens")
    .standardized

  private static let isRecording = ProcessInfo.processInfo.environment["TIDINGS_RECORD"] == "1"

  /// Compares a text with the golden of that name, or records it and fails: what was recorded has
  /// to be read first.
  package static func expect(
    _ bytes: [UInt8], _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appending(path: name)
    guard !isRecording else {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
      Issue.record("recorded \(name); read it", sourceLocation: sourceLocation)
      return
    }
    let golden = try [UInt8](Data(contentsOf: file))
    if bytes == golden { return }
    let lines = zip(lines(bytes), lines(golden))
    let first = Array(lines).firstIndex { $0 != $1 }
    Issue.record(
      "\(name) differs from line \((first ?? min(self.lines(bytes).count, self.lines(golden).count)) + 1) on",
      sourceLocation: sourceLocation)
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }
}
