import Foundation

/// Files of the repository that tests read.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appending(path: path)))
  }

  /// Whether python3 is here with a module that judges: tests without their judge are skipped.
  static func hasPython(_ module: String) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", "import \(module)"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// What a script of `Tests/Acceptance/support` prints, nil where it failed.
  static func python(_ script: String, _ arguments: [String], input: String = "") throws -> String?
  {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let path = root.appending(path: "Tests/Acceptance/support/\(script)").path
    process.arguments = ["python3", path] + arguments
    let output = Pipe()
    let inputFile = FileManager.default.temporaryDirectory
      .appending(path: "tidings-\(UUID().uuidString)")
    try Data(input.utf8).write(to: inputFile)
    defer { try? FileManager.default.removeItem(at: inputFile) }
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
