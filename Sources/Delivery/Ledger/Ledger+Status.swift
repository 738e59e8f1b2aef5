import GRDB

/// The counts of a ledger.
package struct LedgerStatus: Equatable, Sendable {
  package struct Stream: Equatable, Sendable {
    package var name: String
    package var recipients: Int
    /// Recipients of whom only a hash is left.
    package var forgotten: Int
    /// Recipients by their last decision.
    package var decisions: [(outcome: String, recipients: Int)]
    package var deliveries: Int
    package var lastRun: Run?

    package static func == (left: Stream, right: Stream) -> Bool {
      left.name == right.name && left.recipients == right.recipients
        && left.forgotten == right.forgotten
        && left.decisions.elementsEqual(right.decisions, by: ==)
        && left.deliveries == right.deliveries && left.lastRun == right.lastRun
    }
  }

  package var format: String?
  package var shard: Shard?
  package var runs: Int
  package var openRun: Run?
  package var streams: [Stream]
}

extension Ledger {
  package func status() throws(DeliveryError) -> LedgerStatus {
    let facts = try facts()
    let open = try openRun()
    return try read { database in
      let names = try String.fetchAll(
        database,
        sql: "SELECT stream FROM runs UNION SELECT stream FROM mailboxes ORDER BY 1")
      return LedgerStatus(
        format: facts?.format, shard: facts?.shard,
        runs: try Int.fetchOne(database, sql: "SELECT count(*) FROM runs") ?? 0, openRun: open,
        streams: try names.map { try Self.stream($0, database) })
    }
  }

  private static func stream(_ name: String, _ database: Database) throws -> LedgerStatus.Stream {
    let decisions = try Row.fetchAll(
      database,
      sql: """
        SELECT \(Decision.column), count(*) FROM mailboxes
        WHERE stream = ? AND decision IS NOT NULL AND \(Tombstone.isNone)
        GROUP BY 1 ORDER BY 2 DESC, 1
        """, arguments: [name])
    let mailboxes = try Row.fetchOne(
      database,
      sql: "SELECT count(*), sum(\(Tombstone.isNone)) FROM mailboxes WHERE stream = ?",
      arguments: [name])
    let recipients = (mailboxes?[1] as Int?) ?? 0
    return LedgerStatus.Stream(
      name: name, recipients: recipients, forgotten: (mailboxes?[0] ?? 0) - recipients,
      decisions: decisions.map { ($0[0], $0[1]) },
      deliveries: try Int.fetchOne(
        database,
        sql: """
          SELECT count(*) FROM deliveries JOIN mailboxes ON mailboxes.id = mailbox
          WHERE stream = ?
          """, arguments: [name]) ?? 0,
      lastRun: try runs(
        database, "WHERE stream = ? ORDER BY now DESC, id DESC LIMIT 1", arguments: [name]
      )
      .first)
  }
}
