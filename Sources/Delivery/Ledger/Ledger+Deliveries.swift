import GRDB

extension Ledger {
  /// Step two of publishing: commits messages as prepared, and the batch before as published,
  /// together with what was decided meanwhile. `length` is how much of the run's own file is synced.
  func prepare(
    _ deliveries: [PreparedMessage], decisions: [Decision], run: Run, length: Int64
  ) throws(DeliveryError) {
    try write { database in
      try Self.markPublished(database)
      let rows = try PreparedRows(database, run: run, path: path)
      for decision in decisions { try rows.record(decision, database) }
      guard !deliveries.isEmpty else { return }
      let first = try Self.firstFree(database)
      var next = first
      for delivery in deliveries {
        try rows.insert(delivery, id: next, database)
        next += 1
      }
      try database.execute(
        sql: "INSERT INTO batches (run, now, first, last, published) VALUES (?, ?, ?, ?, 0)",
        arguments: [run.id, run.now, first, next - 1])
      try database.execute(
        sql: "UPDATE runs SET messages = messages + ?, length = ? WHERE id = ?",
        arguments: [deliveries.count, length, run.id])
    }
  }

  /// Ids are never used again, though the last rows may have been forgotten.
  private static func firstFree(_ database: Database) throws -> Int64 {
    let last = try Int64.fetchOne(
      database,
      sql: """
        SELECT max(coalesce((SELECT max(last) FROM batches), 0),
          coalesce((SELECT max(id) FROM deliveries), 0))
        """)
    return (last ?? 0) + 1
  }

  static func markPublished(_ database: Database) throws {
    try database.execute(sql: "UPDATE batches SET published = 1 WHERE published = 0")
  }

  /// The names of the files of the last two batches: those that a killed run may have left among the
  /// temporaries, the older one where a power failure undid renames that were synced in vain.
  func recentNames() throws(DeliveryError) -> [String] {
    try read {
      try String.fetchAll(
        $0,
        sql: """
          SELECT name FROM deliveries WHERE id >= (
            SELECT min(first) FROM (SELECT first FROM batches ORDER BY id DESC LIMIT 2))
            OR id >= (SELECT min(first) FROM batches WHERE published = 0)
          ORDER BY id
          """)
    }
  }

  /// Forgets the deliveries before `before`, except where the recipient's mail still reaches back to
  /// them: `reach` microseconds before their last delivery. Without this exception a recipient with
  /// nothing new for longer than the retention would get the last mail's notifications again.
  ///
  /// No later mail reaches back to what is forgotten, and the horizon says so, for when the last ones
  /// are undone.
  package func purge(deliveredBefore before: Int64, reach: Int64) throws(DeliveryError) {
    let isForgotten = """
      deliveries.id <= (SELECT max(last) FROM batches WHERE now < :before)
      AND deliveries.now < :before AND deliveries.now
        < (SELECT delivered FROM mailboxes WHERE mailboxes.id = mailbox) - :reach
      """
    try write { database in
      let arguments: StatementArguments = ["before": before, "reach": reach]
      try database.execute(
        sql: """
          UPDATE mailboxes SET horizon = max(horizon, forgotten.now)
          FROM (SELECT mailbox, max(deliveries.now) AS now FROM deliveries
            WHERE \(isForgotten) GROUP BY mailbox) AS forgotten
          WHERE mailboxes.id = forgotten.mailbox
          """, arguments: arguments)
      try database.execute(
        sql: "DELETE FROM deliveries WHERE \(isForgotten)", arguments: arguments)
      try database.execute(
        sql: """
          DELETE FROM batches WHERE now < :before AND published = 1
            AND last < coalesce((SELECT min(id) FROM deliveries), 0)
            AND id < (SELECT max(id) FROM batches) - 1
          """, arguments: ["before": before])
      try database.execute(
        sql: "DELETE FROM mailboxes WHERE NOT (\(Tombstone.isNone)) AND horizon < ?",
        arguments: [before])
    }
  }
}
