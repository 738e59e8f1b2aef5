import Foundation
import Languages
import Notifications
import Profiles

@testable import Exports

/// A folder for one test, removed with this value.
final class Scratch {
  let folder: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "tidings-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes a file and answers where it is.
  func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> ExportInput {
    let path = folder + "/" + name
    try Data(bytes).write(to: URL(filePath: path))
    return .file(path)
  }

  func file(_ name: String, _ text: String) throws -> ExportInput { try file(name, text.utf8) }

  /// A pipe that is written to once somebody reads it.
  func pipe(_ name: String, _ bytes: [UInt8]) throws -> ExportInput {
    let path = folder + "/" + name
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
    let data = Data(bytes)
    Thread {
      let handle = FileHandle(forWritingAtPath: path)
      try? handle?.write(contentsOf: data)
      try? handle?.close()
    }.start()
    return .file(path)
  }

  private static let bundled = Result { try ProfileSet.bundled() }

  /// Options with the bundled profiles.
  func options() throws -> ReadingOptions {
    ReadingOptions(profiles: try Self.bundled.get(), temporaryFolder: folder, memoryBudget: 1 << 30)
  }

  func index(_ text: String, _ change: (inout ReadingOptions) -> Void = { _ in }) async throws
    -> ExportIndex
  { try await index([try file("export.json", text)], change) }

  func index(
    _ inputs: [ExportInput], _ change: (inout ReadingOptions) -> Void = { _ in }
  ) async throws -> ExportIndex {
    var options = try options()
    change(&options)
    return try await ExportReader.index(inputs, options: options)
  }
}

extension ExportIndex {
  /// All mailboxes, in the order of recipients.
  func mailboxes() throws -> [[Notification]] {
    try (0..<recipientCount).map { try mailbox(of: $0, language: .english) }
  }
}

/// Records of `recruiting-compass` that look like life.
enum Sample {
  static func record(_ number: Int, recipients: Int = 7, more: String = "") -> String {
    let type = ["offer", "event", "general", "deadline_alert"][number % 4]
    let read = number % 3 == 0 ? #""2026-02-01T10:00:00Z""# : "null"
    let minute = String(format: "%02d", number % 60)
    return """
      {"id":"n\(number)","user_id":"u\(number % recipients)","type":"\(type)",\
      "title":"Title, {\(number)} [\\"x\\"]","message":"a\\nb \\u00e9 😀","priority":"high",\
      "read_at":\(read),"scheduled_for":"2026-02-0\(1 + number % 8)T12:\(minute):00Z",\
      "action_url":"/offers?highlight=\(number)","related_offer_id":null\(more),\
      "created_at":"2026-01-31T00:00:00Z","updated_at":"2026-02-01T00:00:00Z"}
      """
  }

  static func records(_ count: Int, recipients: Int = 7) -> [String] {
    (0..<count).map { record($0, recipients: recipients) }
  }
}
