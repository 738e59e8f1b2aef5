package import ByteText
import CSQLite
import SQLite

extension Ledger {
  /// Step two of publishing: commits messages as prepared, the batch before as published, and the
  /// decisions since. `length` is the synced length of the run's own file.
  func prepare(
    _ deliveries: [OutboxMessage], decisions: [Decision], run: Run, length: Int64
  ) throws(Fault) {
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
        "INSERT INTO batches (run, now, first, last, published) VALUES (?, ?, ?, ?, 0)",
        [.integer(run.id), .integer(run.now), .integer(first), .integer(next - 1)])
      try database.execute(
        "UPDATE runs SET messages = messages + ?, length = ? WHERE id = ?",
        [.integer(Int64(deliveries.count)), .integer(length), .integer(run.id)])
    }
  }

  /// Ids are never reused, even if the last rows were forgotten.
  static func firstFree(_ database: Database) throws -> Int64 {
    let last: Int64? = try database.value(
      """
      SELECT max(coalesce((SELECT max(last) FROM batches), 0),
        coalesce((SELECT max(id) FROM deliveries), 0))
      """)
    return (last ?? 0) + 1
  }

  static func markPublished(_ database: Database) throws {
    try database.execute("UPDATE batches SET published = 1 WHERE published = 0")
  }

  /// The file names of the last two batches: a killed run may have left them among the temporary
  /// files. The older batch counts because a power failure can undo renames.
  func recentNames() throws(Fault) -> [String] {
    try read {
      try $0.values(
        """
        SELECT name FROM deliveries WHERE id >= (
          SELECT min(first) FROM (SELECT first FROM batches ORDER BY id DESC LIMIT 2))
          OR id >= (SELECT min(first) FROM batches WHERE published = 0)
        ORDER BY id
        """)
    }
  }

  /// Forgets the deliveries before `before`, except those after the recipient's last digest or
  /// within `reach` microseconds before it. Otherwise a recipient with nothing new for longer than
  /// the retention would get the last mail's notifications again.
  ///
  /// No later mail reaches back to what is forgotten. A mail looks back from the last digest, whatever
  /// urgent mails came after it, so these forget nothing.
  package func purge(deliveredBefore before: Int64, reach: Int64) throws(Fault) {
    let isForgotten = """
      deliveries.id <= (SELECT max(last) FROM batches WHERE now < ?1)
      AND deliveries.now < ?1 AND deliveries.now
        < (SELECT delivered FROM mailboxes WHERE mailboxes.id = deliveries.mailbox) - ?2
      """
    try write { database in
      let values: [SQLValue] = [.integer(before), .integer(reach)]
      let gone = try MailboxSums.sumsOfDeliveries(database, where: isForgotten, values)
      try database.execute("DELETE FROM deliveries WHERE \(isForgotten)", values)
      let sums = try MailboxSums(database)
      for (mailbox, mails) in gone { try sums.renew(mailbox, without: mails) }
      try database.execute(
        """
        DELETE FROM batches WHERE now < ?1 AND published = 1
          AND last < coalesce((SELECT min(id) FROM deliveries), 0)
          AND id < (SELECT max(id) FROM batches) - 1;
        DELETE FROM decisions WHERE last < ?1;
        DELETE FROM mailboxes WHERE NOT (\(Tombstone.isNone)) AND horizon < ?1
        """, values)
    }
  }
}

/// Writes a batch's rows for each recipient, with prepared statements whose constant values are
/// bound once.
struct PreparedRows {
  private let run: Run
  private let path: String
  /// Whether the stream has forgotten anybody, who may come back.
  private let hasForgotten: Bool
  private let known: RowStatement
  private let added: RowStatement
  private let changed: RowStatement
  private let delivered: RowStatement
  private let decisions: DecisionRows
  private let stream: RowSum

  init(_ database: Database, run: Run, path: String) throws {
    (self.run, self.path) = (run, path)
    stream = RowSum(stream: run.stream)
    hasForgotten = try Tombstone.areThere(run.stream, database)
    known = try database.statement(
      "SELECT \(MailboxState.columns) FROM mailboxes WHERE stream = ?1 AND recipient = ?2")
    added = try database.statement(
      """
      INSERT INTO mailboxes (horizon, slot, decision, run, delivered, last, mails, sum, seen, next,
        stream, recipient)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      """)
    changed = try database.statement(
      """
      UPDATE mailboxes SET horizon = ?1, slot = ?2, decision = ?3, run = ?4, delivered = ?5,
        last = ?6, mails = ?7, sum = ?8, seen = ?9, next = ?10
      WHERE id = ?11
      """)
    delivered = try database.statement(
      """
      INSERT INTO deliveries
        (id, mailbox, slot, now, content, message_id, name, counts, notifications)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """)
    known.bind(run.stream, at: 1)
    added.bind(run.stream, at: 11)
    delivered.bind(run.now, at: 4)
    added.bind(run.now, at: 9)
    changed.bind(run.now, at: 9)
    decisions = try DecisionRows(database, now: run.now)
  }

  func insert(_ delivery: OutboxMessage, id: Int64, _ database: Database) throws {
    let isDigest = MessageKind(slot: delivery.slot) == .digest
    let notifications = delivery.notifications.map { $0.bigEndian }
    let mail = MailboxState.deliverySum(slot: delivery.slot, now: run.now, notifications.span.bytes)
    let mailbox = try mailbox(
      of: delivery.recipient, horizon: delivery.horizon, next: delivery.next,
      slot: isDigest ? delivery.slot : nil, decision: Decision.handedOver,
      delivery: isDigest ? id : nil, mail: mail, database
    ).id
    delivered.bind(id, at: 1)
    delivered.bind(mailbox, at: 2)
    delivered.bind(delivery.slot, at: 3)
    delivered.bind(Int64(bitPattern: delivery.content), at: 5)
    delivered.bind(delivery.messageID, at: 6)
    delivered.bind(delivery.name, at: 7)
    delivered.bind(delivery.counts, at: 8)
    delivered.bind(notifications.span.bytes, at: 9)
    do {
      try delivered.run()
    } catch let error as DatabaseError where error.primaryCode == SQLITE_CONSTRAINT {
      let recipient = String(decoding: delivery.recipient, as: UTF8.self)
      throw Fault(
        .unusable, code: "delivered-before", of: path, "\(recipient) already got this mail",
        advice: "there is nothing to do")
    }
  }

  func record(_ decision: Decision, _ database: Database) throws {
    let mailbox = try mailbox(
      of: decision.recipient, horizon: decision.horizon, next: decision.next,
      slot: decision.closing, decision: decision.outcome, delivery: nil, database)
    if decision.isKept {
      try decisions.record(decision, of: mailbox.id, delivered: mailbox.delivered)
    }
  }

  /// Returns the mailbox's id, a new one if there was none, and the time of its last delivery. The
  /// horizon of the first run stays. Who was forgotten and comes back
  /// has the slot that was closed before, so that no other mail is made for it.
  ///
  /// Looking up first and then inserting or updating takes half the time of one statement for both,
  /// which would return the id through a table of its own.
  private func mailbox(
    of recipient: [UInt8], horizon: Int64, next: Int64?, slot: Int64?, decision: String,
    delivery: Int64?, mail: UInt64 = 0, _ database: Database
  ) throws -> (id: Int64, delivered: Int64?) {
    known.bind(recipient, at: 2)
    let id = try known.step() ? known.integer(0) : nil
    var state =
      try id.map { _ in
        try MailboxState(known, of: recipient, in: stream, path: path)
      } ?? MailboxState(horizon: horizon)
    known.reset()
    let delivered = state.delivered
    state.slot = try slot ?? (id == nil ? self.slot(ofForgotten: recipient) : state.slot)
    if slot != nil { (state.decision, state.run) = (decision, run.id) }
    if let delivery { (state.delivered, state.last) = (run.now, delivery) }
    state.mails &+= mail
    let row = id == nil ? added : changed
    row.bind(state, sum: state.sum(of: recipient, in: stream))
    row.bind(next, at: 10)
    if let id { row.bind(id, at: 11) } else { row.bind(recipient, at: 12) }
    try row.run()
    return (id ?? database.lastInsertedRowID, delivered)
  }

  private func slot(ofForgotten recipient: [UInt8]) throws -> Int64? {
    guard hasForgotten else { return nil }
    known.bind(Tombstone.key(of: recipient), at: 2)
    defer { known.reset() }
    return try known.step() ? known.integer(2) : nil
  }
}

extension RowStatement {
  /// Binds the first eight parameters.
  fileprivate func bind(_ state: MailboxState, sum: Int64) {
    bind(state.horizon, at: 1)
    bind(state.slot, at: 2)
    bind(state.decision, at: 3)
    bind(state.run, at: 4)
    bind(state.delivered, at: 5)
    bind(state.last, at: 6)
    bind(Int64(bitPattern: state.mails), at: 7)
    bind(sum, at: 8)
  }
}
