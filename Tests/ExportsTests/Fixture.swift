import ByteText
import Foundation

@testable import Exports

/// A file of `Tests/Fixtures`, cut into records: an array, one under a name that a reply gives it, an
/// object keyed by id, or a record a line.
struct Fixture {
  let records: [String]
  /// The ids of an object keyed by id.
  let keys: [String?]

  /// The names of lists in replies.
  private static let lists = [
    "data", "documents", "notifications", "notification_groups", "entries", "items", "all_list",
  ]

  static let folder = URL(filePath: #filePath).appending(path: "../../Fixtures").standardized

  init(_ path: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
    if path.hasSuffix("l") {
      records = text.split(separator: "\n").map(String.init)
      keys = []
      return
    }
    var records: [String] = []
    var keys: [String?] = []
    text.withRawBytes { bytes in
      guard let root = JSONText(bytes) else { return }
      let reply = root.member("ocs") ?? root
      let container = Self.lists.lazy.compactMap { reply.member($0) }.first ?? root
      for part in container.parts {
        records.append(String(decoding: part.value.bytes, as: UTF8.self))
        keys.append(container.kind == .object ? String(decoding: part.name, as: UTF8.self) : nil)
      }
    }
    (self.records, self.keys) = (records, keys)
  }

  /// The script of a database.
  static func script(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }
}
