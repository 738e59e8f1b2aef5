import Foundation
import GRDB
import Glibc

extension Ledger {
  /// What a ledger remembers of its outbox.
  struct Facts: Equatable {
    var format: String
    var shard: Shard
    /// The mark in the outbox's lock file.
    var mark: [UInt8]
  }

  func facts() throws(DeliveryError) -> Facts? {
    try read { database in
      guard let format = try Self.fact("format", database),
        let mark = try Self.fact("outbox", database), let shard = try Self.shard(database)
      else { return nil }
      return Facts(format: String(decoding: format, as: UTF8.self), shard: shard, mark: mark)
    }
  }

  /// The shard whose recipients it holds; nil for a ledger that knows none yet.
  package func shard() throws(DeliveryError) -> Shard? { try read(Self.shard) }

  private static func shard(_ database: Database) throws -> Shard? {
    guard let index = try fact("shard", database)?.integer,
      let count = try fact("shards", database)?.integer
    else { return nil }
    return Shard(index: index, count: count)
  }

  /// Makes it the ledger of one shard.
  func remember(_ shard: Shard) throws(DeliveryError) {
    try write { try Self.setShard(shard, $0) }
  }

  private static func setShard(_ shard: Shard, _ database: Database) throws {
    try setFact("shard", [UInt8]("\(shard.index)".utf8), database: database)
    try setFact("shards", [UInt8]("\(shard.count)".utf8), database: database)
  }

  func remember(_ facts: Facts) throws(DeliveryError) {
    try write { database in
      try Self.setFact("format", [UInt8](facts.format.utf8), database: database)
      try Self.setFact("outbox", facts.mark, database: database)
      try Self.setShard(facts.shard, database)
    }
  }

  static func fact(_ name: String, _ database: Database) throws -> [UInt8]? {
    try Row.fetchOne(database, sql: "SELECT value FROM facts WHERE name = ?", arguments: [name])?
      .bytes(0)
  }

  static func setFact(_ name: String, _ value: [UInt8], database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)",
      arguments: [name, value.blob])
  }

  /// The time of the last run that came from another ledger, in microseconds since 1970: the mails of
  /// runs until then were made in other outboxes. Nil for a ledger that was not merged.
  func mergedUntil() throws(DeliveryError) -> Int64? {
    try read { try Self.fact("merged-until", $0)?.integer }.map { Int64($0) }
  }

  // MARK: The outbox's path

  /// The outbox's path at the last run of a ledger that is kept elsewhere; nil for a ledger in its
  /// outbox and for one that no run of this version has used.
  package func outboxPath() throws(DeliveryError) -> String? {
    try read {
      try Self.fact("outbox-path", $0).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Keeps the outbox's path, made absolute.
  func remember(outbox path: String) throws(DeliveryError) {
    guard let real = realpath(path, nil) else {
      throw .system(.inspect, path: path, code: errno)
    }
    defer { free(real) }
    let path = String(cString: real)
    if try outboxPath() == path { return }
    try write { try Self.setFact("outbox-path", [UInt8](path.utf8), database: $0) }
  }

  // MARK: What a stream has read

  /// The profile of recipient ids that name none, as the caller wrote it; nil until `remember`.
  package func home() throws(DeliveryError) -> [UInt8]? {
    try read { try Self.fact("home", $0) }
  }

  /// Keeps what `home` returns from now on.
  package func remember(home: [UInt8]) throws(DeliveryError) {
    try write { try Self.setFact("home", home, database: $0) }
  }

  /// The number of records in each export of the stream's last run, by name; nil until `remember`.
  package func exports(of stream: String) throws(DeliveryError) -> [String: Int]? {
    guard let value = try read({ try Self.fact(Self.exportsFact(stream), $0) }) else { return nil }
    guard let exports = try? JSONDecoder().decode([String: Int].self, from: value.blob) else {
      throw .ledger(.damaged("it does not say which exports it knows"), path: path)
    }
    return exports
  }

  /// Keeps what `exports` returns from now on.
  package func remember(exports: [String: Int], of stream: String) throws(DeliveryError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try write { database in
      try Self.setFact(
        Self.exportsFact(stream), [UInt8](try encoder.encode(exports)), database: database)
    }
  }

  private static func exportsFact(_ stream: String) -> String { "exports of \(stream)" }

  /// Whether the stream has mailed anybody whom the ledger still knows.
  package func hasMailed(_ stream: String) throws(DeliveryError) -> Bool {
    try read { database in
      try Bool.fetchOne(
        database,
        sql: """
          SELECT EXISTS (SELECT 1 FROM mailboxes WHERE stream = ? AND delivered IS NOT NULL)
          """, arguments: [stream]) ?? false
    }
  }

  /// The number of recipients that the stream knows, counted up to a limit.
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

extension [UInt8] {
  fileprivate var integer: Int? { Int(String(decoding: self, as: UTF8.self)) }
}
