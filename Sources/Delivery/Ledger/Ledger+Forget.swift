package import ByteText
import SQLite

/// What the ledger had of a forgotten recipient.
package struct Forgotten: Equatable, Sendable {
  /// The streams that knew the recipient, sorted.
  package var streams: [String]
  package var deliveries: Int
  /// The distinct names of the files published to them; a sender may not have taken the last ones
  /// yet.
  package var files: [String]
  /// The ids of their messages, in order of delivery.
  package var messageIDs: [String] = []
}

extension Ledger {
  /// The known recipients whose bytes end with `suffix`, in byte order.
  package func recipients(endingWith suffix: [UInt8]) throws(Fault) -> [[UInt8]] {
    try read { database in
      try database.values(
        """
        SELECT DISTINCT recipient FROM mailboxes
        WHERE (length(?1) = 0 OR substr(recipient, -length(?1)) = ?1) AND \(Tombstone.isNone)
        ORDER BY recipient
        """, [.blob(suffix)])
    }
  }

  /// Passes every known recipient to `body`, once for each stream.
  package func forEachRecipient(_ body: ([UInt8]) -> Void) throws(Fault) {
    let sql = "SELECT recipient FROM mailboxes WHERE \(Tombstone.isNone)"
    try read { _ = try $0.rows(sql) { body($0.bytes(0)) } }
  }

  /// Forgets everything about a recipient, in all streams, and overwrites it in the file.
  ///
  /// The runs' numbers of messages remain, which identify nobody, and by stream a hash of the
  /// recipient with the time of their last mail: if they come back, nothing is mailed to them
  /// twice, and their mails begin with what is newer. `purge` removes that too after the retention.
  package func forget(recipient: [UInt8]) throws(Fault) -> Forgotten {
    try outsideTransaction { try $0.execute("PRAGMA secure_delete = ON") }
    let forgotten = try write { database in
      let forgotten = try Self.known(of: recipient, database)
      try Tombstone.leave(for: recipient, database)
      for table in ["deliveries", "decisions"] {
        try database.execute(
          "DELETE FROM \(table) WHERE mailbox IN (SELECT id FROM mailboxes WHERE recipient = ?)",
          [.blob(recipient)])
      }
      try database.execute("DELETE FROM mailboxes WHERE recipient = ?", [.blob(recipient)])
      return forgotten
    }
    // The old pages are in the `-wal` file until it is merged, which another reader can prevent.
    let held: Int? = try outsideTransaction { try $0.value("PRAGMA wal_checkpoint(TRUNCATE)") }
    if held ?? 0 > 0 { throw .busyLedger(path) }
    return forgotten
  }

  private static func known(of recipient: [UInt8], _ database: Database) throws -> Forgotten {
    let deliveries: [(name: String, count: Int)] = try database.rows(
      """
      SELECT name, count(*) FROM deliveries JOIN mailboxes ON mailboxes.id = mailbox
      WHERE recipient = ? GROUP BY name ORDER BY max(deliveries.id)
      """, [.blob(recipient)]
    ) { (try $0.value(0), try $0.value(1)) }
    return Forgotten(
      streams: try database.values(
        "SELECT stream FROM mailboxes WHERE recipient = ? ORDER BY stream", [.blob(recipient)]),
      deliveries: deliveries.reduce(0) { $0 + $1.count }, files: deliveries.map(\.name),
      messageIDs: try database.values(
        """
        SELECT message_id FROM deliveries JOIN mailboxes ON mailboxes.id = mailbox
        WHERE recipient = ? ORDER BY deliveries.id
        """, [.blob(recipient)]))
  }
}

/// What is left of a forgotten recipient: a mailbox under a hash, which begins where theirs ended.
enum Tombstone {
  /// No recipient begins with this byte, which UTF-8 never contains (RFC 3629 section 1).
  private static let mark: UInt8 = 0xFF
  private static let length = 17
  /// The decision that it holds.
  static let decision = "forgotten"

  /// The condition of rows that are not tombstones.
  static let isNone = "NOT (length(recipient) = \(length) AND substr(recipient, 1, 1) = x'ff')"

  static func key(of recipient: [UInt8]) -> [UInt8] {
    [mark] + SipHash(key: .fixed).hash128(recipient).bytes
  }

  static func isOne(_ recipient: [UInt8]) -> Bool {
    recipient.count == length && recipient.first == mark
  }

  /// How far, in microseconds, a horizon may be after the last run: a clock that was ahead by more than
  /// five weeks would keep everything from whomever it mailed.
  static let mostAhead: Int64 = 35 * 86_400 * 1_000_000

  /// Leaves the hash, while the ledger still has the recipient's mails. The horizon is after the
  /// last of them, an urgent one too, and one of a clock that was ahead.
  static func leave(for recipient: [UInt8], _ database: Database) throws {
    try database.execute(
      """
      INSERT INTO mailboxes (stream, recipient, horizon, slot, decision)
      SELECT stream, ?1,
        min(max(horizon, coalesce(delivered + 1, horizon), coalesce((
          SELECT max(now) + 1 FROM deliveries WHERE mailbox = mailboxes.id
        ), horizon)), coalesce((SELECT max(now) + \(mostAhead) FROM runs), horizon)), slot, '\(decision)'
      FROM mailboxes WHERE recipient = ?2
      ON CONFLICT (stream, recipient) DO UPDATE SET
        horizon = max(horizon, excluded.horizon), slot = coalesce(excluded.slot, slot)
      """, [.blob(key(of: recipient)), .blob(recipient)])
    try MailboxSums.renewAll(database, where: "NOT (\(isNone))")
  }

  /// Whether a stream has tombstones: it rarely does, and then none are looked up.
  static func areThere(_ stream: String, _ database: Database) throws -> Bool {
    let one: Int? = try database.value(
      """
      SELECT 1 FROM mailboxes WHERE stream = ? AND recipient >= x'ff' AND decision = '\(decision)'
      LIMIT 1
      """, [.text(stream)])
    return one != nil
  }
}
