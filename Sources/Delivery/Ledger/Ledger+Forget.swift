import ByteText
import Foundation
import GRDB

/// What was kept of a recipient who is forgotten.
package struct Forgotten: Equatable, Sendable {
  /// The streams that knew them, in order.
  package var streams: [String]
  package var deliveries: Int
  /// The names of the files that were published to them, each once; a sender may not have taken the
  /// last ones yet.
  package var files: [String]
  /// Their messages, in the order in which they were handed over.
  package var messageIDs: [String] = []
}

extension Ledger {
  /// The known recipients whose bytes end with `suffix`, in the order of their bytes.
  package func recipients(endingWith suffix: [UInt8]) throws(DeliveryError) -> [[UInt8]] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT DISTINCT recipient FROM mailboxes
          WHERE (length(:suffix) = 0 OR substr(recipient, -length(:suffix)) = :suffix)
            AND \(Tombstone.isNone)
          ORDER BY recipient
          """, arguments: ["suffix": suffix.blob]
      ).map { $0.bytes(0) }
    }
  }

  /// Forgets all that is kept of a recipient, in all streams, and overwrites it in the file.
  ///
  /// What remains are the runs' numbers of messages, which name nobody, and by stream a hash of the
  /// recipient with the time up to which they had their mail: should they come back, nothing is
  /// mailed to them twice. `purge` takes that away as well when the retention is over.
  package func forget(recipient: [UInt8]) throws(DeliveryError) -> Forgotten {
    try outsideTransaction { try $0.execute(sql: "PRAGMA secure_delete = ON") }
    let forgotten = try write { database in
      let forgotten = try Self.known(of: recipient, database)
      try Tombstone.leave(for: recipient, database)
      try database.execute(
        sql: """
          DELETE FROM deliveries
          WHERE mailbox IN (SELECT id FROM mailboxes WHERE recipient = ?)
          """, arguments: [recipient.blob])
      try database.execute(
        sql: "DELETE FROM mailboxes WHERE recipient = ?", arguments: [recipient.blob])
      return forgotten
    }
    // The pages as they were before stand in the `-wal` file until it is taken in, which a reader
    // beside us can prevent.
    let isHeld = try outsideTransaction {
      try Bool.fetchOne($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)") ?? false
    }
    if isHeld { throw .ledger(.busy, path: path) }
    return forgotten
  }

  private static func known(of recipient: [UInt8], _ database: Database) throws -> Forgotten {
    let deliveries = try Row.fetchAll(
      database,
      sql: """
        SELECT name, count(*) FROM deliveries JOIN mailboxes ON mailboxes.id = mailbox
        WHERE recipient = ? GROUP BY name ORDER BY max(deliveries.id)
        """, arguments: [recipient.blob])
    return Forgotten(
      streams: try String.fetchAll(
        database, sql: "SELECT stream FROM mailboxes WHERE recipient = ? ORDER BY stream",
        arguments: [recipient.blob]),
      deliveries: deliveries.reduce(0) { $0 + ($1[1] as Int) },
      files: deliveries.map { $0[0] },
      messageIDs: try String.fetchAll(
        database,
        sql: """
          SELECT message_id FROM deliveries JOIN mailboxes ON mailboxes.id = mailbox
          WHERE recipient = ? ORDER BY deliveries.id
          """, arguments: [recipient.blob]))
  }
}

/// What is left of a forgotten recipient: a mailbox under a hash, which begins where theirs ended.
enum Tombstone {
  /// No recipient begins with this byte: it is never part of UTF-8 (RFC 3629 section 1).
  private static let mark: UInt8 = 0xFF
  private static let length = 17

  /// The condition of rows that are none.
  static let isNone = "NOT (length(recipient) = \(length) AND substr(recipient, 1, 1) = x'ff')"

  /// Under what a recipient is known after they were forgotten.
  static func key(of recipient: [UInt8]) -> [UInt8] {
    [mark] + SipHash(key: .fixed).hash128(recipient).bytes
  }

  static func isOne(_ recipient: [UInt8]) -> Bool {
    recipient.count == length && recipient.first == mark
  }

  static func leave(for recipient: [UInt8], _ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO mailboxes (stream, recipient, horizon, slot, decision)
        SELECT stream, :key, max(horizon, coalesce(delivered + 1, horizon)), slot, 'forgotten'
        FROM mailboxes WHERE recipient = :recipient
        ON CONFLICT (stream, recipient) DO UPDATE SET
          horizon = max(horizon, excluded.horizon), slot = coalesce(excluded.slot, slot)
        """, arguments: ["key": key(of: recipient).blob, "recipient": recipient.blob])
  }

  /// Whether a stream has any: nearly never, and then nobody is looked for among them.
  static func areThere(_ stream: String, _ database: Database) throws -> Bool {
    try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM mailboxes WHERE stream = ? AND recipient >= x'ff'
          AND decision = 'forgotten')
        """, arguments: [stream]) ?? false
  }
}
