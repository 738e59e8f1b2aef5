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
