import Foundation
import GRDB

extension Ledger {
  /// How many records each export of the stream's last run had, by name; nil until `remember`.
  package func exports(of stream: String) throws(DeliveryError) -> [String: Int]? {
    let value = try read {
      try Data.fetchOne(
        $0, sql: "SELECT value FROM facts WHERE name = ?", arguments: [Self.fact(stream)])
    }
    guard let value else { return nil }
    guard let exports = try? JSONDecoder().decode([String: Int].self, from: value) else {
      throw .ledger(.damaged("it does not say which exports it knows"), path: path)
    }
    return exports
  }

  /// Keeps what `exports` answers from now on.
  package func remember(exports: [String: Int], of stream: String) throws(DeliveryError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)",
        arguments: [Self.fact(stream), try encoder.encode(exports)])
    }
  }

  private static func fact(_ stream: String) -> String { "exports of \(stream)" }

  /// Whether the stream has ever mailed anybody whom the ledger still knows.
  package func hasMailed(_ stream: String) throws(DeliveryError) -> Bool {
    try read { database in
      try Bool.fetchOne(
        database,
        sql: """
          SELECT EXISTS (SELECT 1 FROM mailboxes WHERE stream = ? AND delivered IS NOT NULL)
          """, arguments: [stream]) ?? false
    }
  }

  /// How many recipients the stream knows, counted up to a number.
  package func recipientCount(of stream: String, upTo most: Int) throws(DeliveryError) -> Int {
    try read { database in
      try Int.fetchOne(
        database,
        sql: """
          SELECT count(*) FROM (
            SELECT 1 FROM mailboxes WHERE stream = ? AND \(Tombstone.isNone) LIMIT ?)
          """, arguments: [stream, most]) ?? 0
    }
  }
}
