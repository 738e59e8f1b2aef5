import GRDB

extension Ledger {
  /// Forgets all that is kept of a recipient, in all streams, and overwrites it in the file. Answers
  /// how many mailboxes that were. To the next run they are new.
  package func forget(recipient: [UInt8]) throws(DeliveryError) -> Int {
    try outsideTransaction { try $0.execute(sql: "PRAGMA secure_delete = ON") }
    let count = try write { database in
      try database.execute(
        sql: """
          DELETE FROM deliveries
          WHERE mailbox IN (SELECT id FROM mailboxes WHERE recipient = ?)
          """, arguments: [recipient.blob])
      try database.execute(
        sql: "DELETE FROM mailboxes WHERE recipient = ?", arguments: [recipient.blob])
      return database.changesCount
    }
    // The pages as they were before stand in the `-wal` file until it is taken in.
    try outsideTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    return count
  }
}
