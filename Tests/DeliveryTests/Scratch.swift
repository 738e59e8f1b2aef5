import ByteText
import Foundation
import Testing

@testable import Delivery

/// A folder for one test, removed when the test is over.
final class Scratch {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "tidings-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(_ name: String) -> String { path + "/" + name }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  func names(_ folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
  }

  func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path(name), withDestinationPath: path(target))
  }

  /// Every file's path and content but the books, which may differ in how they came about.
  func tree(_ root: String) throws -> [String: String] {
    var tree: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path(root))
    where !name.hasPrefix("tidings.") {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path(root + "/" + name), isDirectory: &isFolder)
      tree[name] = isFolder.boolValue ? "folder" : try text(root + "/" + name)
    }
    return tree
  }
}

/// The error that `body` throws, nil where it throws none.
func failure(_ body: () throws -> Void) -> Fault? {
  do {
    try body()
    return nil
  } catch {
    return error as? Fault
  }
}

let day: Int64 = 86_400_000_000

extension OutboxMessage {
  static func sample(
    _ number: Int, slot: Int64 = day, notifications: [UInt64]? = nil, text: String? = nil
  ) -> OutboxMessage {
    OutboxMessage(
      recipient: Array("recipient-\(number)".utf8), slot: slot, horizon: slot - day,
      messageID: "<\(number)@example.org>", notifications: notifications ?? [UInt64(number)],
      counts: Array(#"{"total":\#(number)}"#.utf8),
      bytes: Array((text ?? "Subject: \(number)\r\n\r\nHello.\r\n").utf8))
  }
}
