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
      let rows = try MailboxRows(stream: stream, database)
      let hasForgotten = try Tombstone.areThere(stream, database)
      return try recipients.map { recipient in
        if let mailbox = try rows.mailbox(of: recipient, deliveries: deliveries) { return mailbox }
        guard hasForgotten else { return Mailbox() }
        let key = Tombstone.key(of: recipient)
        return try rows.mailbox(of: key, deliveries: deliveries) ?? Mailbox()
      }
    }
  }
}

/// Reads the mailboxes of a stream one by one, by statements that are made once.
private struct MailboxRows {
  private let known: RowStatement
  private let counts: RowStatement
  private let delivered: RowStatement

  init(stream: String, _ database: Database) throws {
    known = try RowStatement(
      database,
      sql: """
        SELECT id, horizon, slot, decision, run, delivered, last FROM mailboxes
        WHERE stream = ? AND recipient = ?
        """)
    counts = try RowStatement(database, sql: "SELECT counts FROM deliveries WHERE id = ?")
    delivered = try RowStatement(
      database, sql: "SELECT notifications, slot FROM deliveries WHERE mailbox = ? ORDER BY slot")
    known.bind(stream, at: 1)
  }

  func mailbox(of recipient: [UInt8], deliveries: Bool) throws -> Mailbox? {
    known.bind(recipient, at: 2)
    defer { known.reset() }
    guard try known.step() else { return nil }
    var mailbox = Mailbox(
      horizon: known.integer(1), closedSlot: known.integer(2),
      decision: known.text(3).map(Decision.name),
      run: known.integer(4), lastDelivery: known.integer(5))
    if deliveries {
      mailbox.lastCounts = try counts(of: known.integer(6))
      try addDeliveries(to: known.integer(0), &mailbox)
    }
    return mailbox
  }

  private func counts(of delivery: Int64?) throws -> [UInt8]? {
    guard let delivery else { return nil }
    counts.bind(delivery, at: 1)
    defer { counts.reset() }
    return try counts.step() ? Array(counts.blob(0)) : nil
  }

  private func addDeliveries(to id: Int64?, _ mailbox: inout Mailbox) throws {
    delivered.bind(id, at: 1)
    defer { delivered.reset() }
    // The bytes are read where SQLite has them: a month of daily mail is some thirty rows, and a
    // copy of each would be most of the time that a recipient costs here.
    while try delivered.step() {
      mailbox.delivered.append(blob: delivered.blob(0))
      if let slot = delivered.integer(1), slot > mailbox.closedSlot ?? .min {
        mailbox.takenSlots.append(slot)
      }
    }
  }
}
