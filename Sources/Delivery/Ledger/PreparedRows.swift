import ByteText
import GRDB

/// Writes what a batch says of each recipient: the statements are made, and what is the same for all
/// rows is bound, once.
struct PreparedRows {
  private let run: Run
  private let path: String
  private let known: RowStatement
  private let added: RowStatement
  private let changed: RowStatement
  private let delivered: RowStatement

  init(_ database: Database, run: Run, path: String) throws {
    self.run = run
    self.path = path
    known = try RowStatement(
      database, sql: "SELECT id FROM mailboxes WHERE stream = ?1 AND recipient = ?2")
    added = try RowStatement(
      database,
      sql: """
        INSERT INTO mailboxes (stream, recipient, horizon, slot, decision, run, delivered, last)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """)
    changed = try RowStatement(
      database,
      sql: """
        UPDATE mailboxes SET
          slot = coalesce(?4, slot), decision = coalesce(?5, decision), run = coalesce(?6, run),
          delivered = coalesce(?7, delivered), last = coalesce(?8, last)
        WHERE id = ?1
        """)
    delivered = try RowStatement(
      database,
      sql: """
        INSERT INTO deliveries
          (id, mailbox, slot, now, content, message_id, name, counts, notifications)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        """)
    known.bind(run.stream, at: 1)
    added.bind(run.stream, at: 1)
    delivered.bind(run.now, at: 4)
  }

  func insert(_ delivery: PreparedMessage, id: Int64, _ database: Database) throws {
    let mailbox = try mailbox(
      of: delivery.recipient, horizon: delivery.horizon, slot: delivery.slot,
      decision: Decision.handedOver, delivery: id, database)
    delivered.bind(id, at: 1)
    delivered.bind(mailbox, at: 2)
    delivered.bind(delivery.slot, at: 3)
    let content = (delivery.content.low.littleEndian, delivery.content.high.littleEndian)
    withUnsafeBytes(of: content) { delivered.bind($0, at: 5) }
    delivered.bind(delivery.messageID, at: 6)
    delivered.bind(delivery.name, at: 7)
    delivered.bind(delivery.counts, at: 8)
    delivery.notifications.map { $0.littleEndian }.withUnsafeBytes { delivered.bind($0, at: 9) }
    do {
      try delivered.run()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      throw DeliveryError.ledger(
        .deliveredBefore(recipient: delivery.recipient, slot: delivery.slot), path: path)
    }
  }

  func record(_ decision: Decision, _ database: Database) throws {
    _ = try mailbox(
      of: decision.recipient, horizon: decision.horizon, slot: decision.closing,
      decision: decision.outcome, delivery: nil, database)
  }

  /// Answers the mailbox's id, of one that is new where there was none. The horizon of the first run
  /// stays; what is null changes nothing.
  ///
  /// Looking first, and then adding or changing, takes half of what one statement for both takes,
  /// which would answer the id out of a table of its own.
  private func mailbox(
    of recipient: [UInt8], horizon: Int64, slot: Int64?, decision: String, delivery: Int64?,
    _ database: Database
  ) throws -> Int64 {
    known.bind(recipient, at: 2)
    let id = try known.step() ? known.integer(0) : nil
    known.reset()
    let row = id == nil ? added : changed
    if let id {
      row.bind(id, at: 1)
    } else {
      row.bind(recipient, at: 2)
      row.bind(horizon, at: 3)
    }
    row.bind(slot, at: 4)
    row.bind(slot == nil ? nil : decision, at: 5)
    row.bind(slot == nil ? nil : run.id, at: 6)
    row.bind(delivery == nil ? nil : run.now, at: 7)
    row.bind(delivery, at: 8)
    try row.run()
    return id ?? database.lastInsertedRowID
  }
}
