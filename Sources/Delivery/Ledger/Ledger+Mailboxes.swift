import Foundation
import GRDB

extension Ledger {
  /// What is known of these recipients of a stream, in their order; an empty mailbox for one who is
  /// not known. Meant for hundreds or thousands at a time.
  ///
  /// - Parameter deliveries: whether it is asked what was delivered, or only which slots are closed.
  package func mailboxes(
    stream: String, recipients: [[UInt8]], deliveries: Bool = true
  ) throws(DeliveryError) -> [Mailbox] {
    try read { database in
      let known = try database.cachedStatement(
        sql: """
          SELECT id, horizon, slot, decision, run, delivered, last FROM mailboxes
          WHERE stream = ? AND recipient = ?
          """)
      let hasForgotten = try Tombstone.areThere(stream, database)
      return try recipients.map { recipient in
        known.setUncheckedArguments([stream, recipient.blob])
        var found = try Row.fetchOne(known)
        if found == nil, hasForgotten {
          known.setUncheckedArguments([stream, Tombstone.key(of: recipient).blob])
          found = try Row.fetchOne(known)
        }
        guard let row = found else { return Mailbox() }
        return Mailbox(
          horizon: row[1], closedSlot: row[2], decision: row[3], run: row[4],
          lastDelivery: row[5],
          lastCounts: deliveries ? try Self.counts(of: row[6], database) : nil,
          delivered: deliveries ? try Self.delivered(to: row[0], database) : [])
      }
    }
  }

  private static func counts(of delivery: Int64?, _ database: Database) throws -> [UInt8]? {
    guard let delivery else { return nil }
    let statement = try database.cachedStatement(
      sql: "SELECT counts FROM deliveries WHERE id = ?")
    return try Data.fetchOne(statement, arguments: [delivery]).map { [UInt8]($0) }
  }

  private static func delivered(to mailbox: Int64, _ database: Database) throws -> [UInt64] {
    let statement = try database.cachedStatement(
      sql: "SELECT notifications FROM deliveries WHERE mailbox = ? ORDER BY slot")
    statement.setUncheckedArguments([mailbox])
    var hashes: [UInt64] = []
    // The bytes are read where SQLite has them: a month of daily mail is some thirty rows, and a
    // copy of each would be most of the time that a recipient costs here.
    let rows = try Row.fetchCursor(statement)
    while let row = try rows.next() {
      try row.withUnsafeData(atIndex: 0) { if let blob = $0 { hashes.append(blob: blob) } }
    }
    return hashes
  }
}
