import Foundation
import GRDB
import Glibc

extension Ledger {
  /// What a ledger remembers of the outbox that it keeps the books of.
  struct Facts: Equatable {
    var format: String
    var shard: Shard
    /// The mark in the outbox's lock file.
    var mark: [UInt8]
  }

  func facts() throws(DeliveryError) -> Facts? {
    try read { database in
      let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM facts")
      var values: [String: [UInt8]] = [:]
      for row in rows { values[row[0]] = row.bytes(1) }
      guard let format = values["format"], let index = values["shard"]?.integer,
        let count = values["shards"]?.integer, let mark = values["outbox"],
        let shard = Shard(index: index, count: count)
      else { return nil }
      return Facts(format: String(decoding: format, as: UTF8.self), shard: shard, mark: mark)
    }
  }

  /// Where the outbox was at the last run of a ledger that is kept elsewhere; nil for one in its outbox,
  /// and for one that no run of this version has used.
  package func outboxPath() throws(DeliveryError) -> String? {
    try read { database in
      try Row.fetchOne(database, sql: "SELECT value FROM facts WHERE name = 'outbox-path'")
        .map { String(decoding: $0.bytes(0), as: UTF8.self) }
    }
  }

  /// Keeps where the outbox is, as an absolute path.
  func remember(outbox path: String) throws(DeliveryError) {
    guard let real = realpath(path, nil) else {
      throw .system(.inspect, path: path, code: errno)
    }
    defer { free(real) }
    let path = String(cString: real)
    if try outboxPath() == path { return }
    try write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO facts (name, value) VALUES ('outbox-path', ?)",
        arguments: [[UInt8](path.utf8).blob])
    }
  }

  func remember(_ facts: Facts) throws(DeliveryError) {
    try write { database in
      for (name, value) in [
        ("format", [UInt8](facts.format.utf8)), ("outbox", facts.mark),
        ("shard", [UInt8]("\(facts.shard.index)".utf8)),
        ("shards", [UInt8]("\(facts.shard.count)".utf8)),
      ] {
        try database.execute(
          sql: "INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)",
          arguments: [name, value.blob])
      }
    }
  }
}

extension [UInt8] {
  fileprivate var integer: Int? { Int(String(decoding: self, as: UTF8.self)) }
}

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

extension Ledger {
  /// The system whose ids those are that name none, in the caller's words; nil until `remember`.
  package func home() throws(DeliveryError) -> [UInt8]? {
    try read {
      try Data.fetchOne($0, sql: "SELECT value FROM facts WHERE name = 'home'").map { [UInt8]($0) }
    }
  }

  /// Keeps what `home` answers from now on.
  package func remember(home: [UInt8]) throws(DeliveryError) {
    try write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO facts (name, value) VALUES ('home', ?)",
        arguments: [home.blob])
    }
  }
}
