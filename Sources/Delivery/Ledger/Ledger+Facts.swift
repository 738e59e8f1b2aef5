package import ByteText
import Foundation
import Glibc
import SQLite

extension Ledger {
  /// What a ledger remembers of its outbox.
  func facts() throws(Fault) -> (format: String, mark: [UInt8])? {
    try read { database in
      guard let format = try Self.fact("format", database),
        let mark = try Self.fact("outbox", database)
      else { return nil }
      return (String(decoding: format, as: UTF8.self), mark)
    }
  }

  func remember(format: String, mark: [UInt8]) throws(Fault) {
    try write { database in
      try Self.setFact("format", [UInt8](format.utf8), database: database)
      try Self.setFact("outbox", mark, database: database)
    }
  }

  static func fact(_ name: String, _ database: Database) throws -> [UInt8]? {
    try database.value("SELECT value FROM facts WHERE name = ?", [.text(name)])
  }

  static func setFact(_ name: String, _ value: [UInt8], database: Database) throws {
    try write(name, value, in: database)
    try sumFacts(database)
  }

  // MARK: The sum of all facts, itself one

  private static let sumFact = "sum"

  /// Writes the sum anew, after any change.
  static func sumFacts(_ database: Database) throws {
    try write(sumFact, [UInt8]("\(try sum(database))".utf8), in: database)
  }

  private static func write(_ name: String, _ value: [UInt8], in database: Database) throws {
    try database.execute(
      "INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)", [.text(name), .blob(value)])
  }

  private static func sum(_ database: Database) throws -> Int64 {
    var sum = RowSum()
    try database.rows(
      "SELECT name, value FROM facts WHERE name <> ? ORDER BY name", [.text(sumFact)]
    ) { row in
      sum.add(try row.value(0) as String)
      row.withBlob(1) { sum.add($0) }
    }
    return Int64(bitPattern: sum.value)
  }

  /// Refuses facts that are not those that were written.
  func checkFacts() throws(Fault) {
    let isSound = try read { database in
      try Self.fact(Self.sumFact, database)?.integer == Int(Self.sum(database))
    }
    if !isSound { throw Fault.damagedLedger(path) }
  }

  // MARK: The outbox's path

  /// The outbox's path at the last run of a ledger that is kept elsewhere; nil for a ledger in its
  /// outbox.
  package func outboxPath() throws(Fault) -> String? {
    try read { try Self.fact("outbox-path", $0).map { String(decoding: $0, as: UTF8.self) } }
  }

  /// Keeps the outbox's path, made absolute.
  func remember(outbox path: String) throws(Fault) {
    guard let real = realpath(path, nil) else { throw .failed(.read, path) }
    defer { free(real) }
    let path = String(cString: real)
    if try outboxPath() == path { return }
    try write { try Self.setFact("outbox-path", [UInt8](path.utf8), database: $0) }
  }

  // MARK: What a stream has read

  /// The profile of recipient ids that name none, as the caller wrote it; nil until `remember`.
  package func home() throws(Fault) -> [UInt8]? { try read { try Self.fact("home", $0) } }

  /// Keeps what `home` returns from now on.
  package func remember(home: [UInt8]) throws(Fault) {
    try write { try Self.setFact("home", home, database: $0) }
  }

  /// Hashes of the only recipients of the latest run; empty if it was for all.
  package func recipientsOfLastRun() throws(Fault) -> [UInt64] {
    let value = try read { try Self.fact(Self.recipientsFact, $0) ?? [] }
    var hashes: [UInt64] = []
    hashes.append(blob: value.span.bytes)
    return hashes
  }

  static func remember(recipients hashes: [UInt64], _ database: Database) throws {
    let value = hashes.flatMap { hash in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: hash >> $0) }
    }
    if try fact(recipientsFact, database) ?? [] == value { return }
    try setFact(recipientsFact, value, database: database)
  }

  private static let recipientsFact = "recipients"

  /// The number of records in each export of the stream's last run, by name; nil until `remember`.
  package func exports(of stream: String) throws(Fault) -> [String: Int]? {
    guard let value = try read({ try Self.fact(Self.exportsFact(stream), $0) }) else { return nil }
    guard let exports = try? JSONDecoder().decode([String: Int].self, from: Data(value)) else {
      throw Fault.damagedLedger(path)
    }
    return exports
  }

  /// Keeps what `exports` returns from now on.
  package func remember(exports: [String: Int], of stream: String) throws(Fault) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try write { database in
      try Self.setFact(
        Self.exportsFact(stream), [UInt8](try encoder.encode(exports)), database: database)
    }
  }

  /// A number that the stream's last run left for the next; 0 until `remember`.
  package func number(_ fact: StreamFact, of stream: String) throws(Fault) -> Int {
    try read { try Self.fact("\(fact.rawValue) of \(stream)", $0)?.integer } ?? 0
  }

  /// Keeps what `number` returns from now on.
  package func remember(_ fact: StreamFact, _ number: Int, of stream: String) throws(Fault) {
    if try self.number(fact, of: stream) == number { return }
    try write {
      try Self.setFact("\(fact.rawValue) of \(stream)", [UInt8]("\(number)".utf8), database: $0)
    }
  }

  private static func exportsFact(_ stream: String) -> String { "exports of \(stream)" }

  /// The number of people whom the stream has mailed and the ledger still knows, counted up to a limit.
  package func mailedCount(of stream: String, upTo most: Int) throws(Fault) -> Int {
    try mailboxCount(of: stream, where: "delivered IS NOT NULL", upTo: most)
  }

  /// The hashes of what a stream mailed to somebody last and in the seven days before that mail, under
  /// any of their keys.
  package func latest(to recipients: [[UInt8]], of stream: String) throws(Fault) -> Set<UInt64> {
    try read { database in
      var hashes: [UInt64] = []
      for recipient in recipients {
        try database.rows(
          """
          SELECT notifications FROM deliveries JOIN mailboxes ON mailboxes.id = mailbox
          WHERE stream = ? AND recipient = ? AND now >= delivered - 604800000000
          """, [.text(stream), .blob(recipient)]
        ) { row in row.withBlob(0) { hashes.append(blob: $0) } }
      }
      return Set(hashes)
    }
  }

  /// The number of recipients that the stream knows, counted up to a limit.
  package func recipientCount(of stream: String, upTo most: Int) throws(Fault) -> Int {
    try mailboxCount(of: stream, where: Tombstone.isNone, upTo: most)
  }

  private func mailboxCount(
    of stream: String, where condition: String, upTo most: Int
  ) throws(Fault) -> Int {
    try read { database in
      try database.value(
        """
        SELECT count(*) FROM (
          SELECT 1 FROM mailboxes WHERE stream = ? AND \(condition) LIMIT ?)
        """, [.text(stream), .integer(Int64(most))]) ?? 0
    }
  }
}

/// What a run is compared with of the one before.
package enum StreamFact: String, Sendable {
  /// The records of all exports, without copies.
  case records
  /// The people who were mailed before and have no address.
  case addressless
}

extension [UInt8] { fileprivate var integer: Int? { Int(String(decoding: self, as: UTF8.self)) } }
