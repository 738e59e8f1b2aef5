import GRDB

/// What happened to the undone runs.
package struct Rewound: Equatable, Sendable {
  package var runs = 0
  /// Messages that were still in the outbox: they are removed, and their content is mailed again.
  package var withdrawn = 0
  /// Messages that a sender had taken, or had set aside as refused or expired: they count as of the
  /// time of the rewind, and their content is not mailed again.
  package var taken = 0
  /// Messages in files that a sender has begun: they stay in the outbox for the sender, and
  /// otherwise count as taken.
  package var waiting = 0
}

extension Ledger {
  /// A message of a run to undo.
  struct UndoneMessage {
    let id: Int64
    let mailbox: Int64
    let slot: Int64
    /// The name of its file or of the run's file.
    let name: String
  }

  private static let rewindFact = "rewinding"

  /// The target time of an interrupted rewind; until it is finished, it is unknown which messages
  /// are still to be sent.
  func openRewind() throws(DeliveryError) -> Int64? {
    try read {
      try Self.fact(Self.rewindFact, $0).flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
    }
  }

  /// Commits the start of the rewind before the first message is withdrawn; returns the messages
  /// after `time`.
  func beginRewind(to time: Int64) throws(DeliveryError) -> [UndoneMessage] {
    try write { database in
      try Self.setFact(Self.rewindFact, [UInt8]("\(time)".utf8), database: database)
      return try Row.fetchAll(
        database,
        sql: "SELECT id, mailbox, slot, name FROM deliveries WHERE now > ? ORDER BY id",
        arguments: [time]
      ).map { UndoneMessage(id: $0[0], mailbox: $0[1], slot: $0[2], name: $0[3]) }
    }
  }

  /// Undoes the runs after `time` and the withdrawn messages; the other messages stay with that
  /// time.
  func finishRewind(
    to time: Int64, at clock: Int64, withdrawn: [UndoneMessage]
  ) throws(DeliveryError) -> Rewound {
    try write { database in
      let mailboxes = try RewoundMailboxes(
        to: time, at: clock, withdrawn: withdrawn, database)
      for message in withdrawn {
        try database.execute(sql: "DELETE FROM deliveries WHERE id = ?", arguments: [message.id])
      }
      let taken =
        try Int.fetchOne(
          database, sql: "SELECT count(*) FROM deliveries WHERE now > ?", arguments: [time]) ?? 0
      let runs = try Self.undoRuns(after: time, database)
      // What was handed over was made at another time, and cannot be compared.
      try database.execute(
        sql: "UPDATE deliveries SET now = :time, content = x'' WHERE now > :time",
        arguments: ["time": time])
      // Kept, so that no id is reused.
      try database.execute(
        sql: "UPDATE batches SET now = :time, published = 1 WHERE now > :time",
        arguments: ["time": time])
      try database.execute(
        sql: "DELETE FROM decisions WHERE first > ?", arguments: [time])
      try database.execute(
        sql: "UPDATE decisions SET last = :time, runs = 1 WHERE last > :time",
        arguments: ["time": time])
      try database.execute(
        sql: "UPDATE mailboxes SET seen = NULL, next = NULL WHERE seen > ?", arguments: [time])
      try mailboxes.rewind(database)
      try database.execute(
        sql: "DELETE FROM facts WHERE name = ?", arguments: [Self.rewindFact])
      try Self.sumFacts(database)
      try MailboxSums.renewAll(database)
      return Rewound(runs: runs, withdrawn: withdrawn.count, taken: taken)
    }
  }

  /// Deletes the runs, except those with a taken message: these stay at `time` with the number of
  /// taken messages.
  private static func undoRuns(
    after time: Int64, _ database: Database
  ) throws -> Int {
    let undone = try runs(database, "WHERE now > ? ORDER BY id", arguments: [time])
    for run in undone {
      let messages =
        try Int.fetchOne(
          database,
          sql: """
            SELECT count(*) FROM deliveries JOIN mailboxes ON mailboxes.id = mailbox
            WHERE deliveries.now = ? AND stream = ?
            """, arguments: [run.now, run.stream]) ?? 0
      if messages == 0 {
        try database.execute(sql: "DELETE FROM runs WHERE id = ?", arguments: [run.id])
      } else {
        try database.execute(
          sql: """
            UPDATE runs SET now = ?, messages = ?, state = \(RunState.finished.rawValue)
            WHERE id = ?
            """, arguments: [time, messages, run.id])
      }
    }
    return undone.count
  }
}

/// The mailboxes that the undone runs had changed, in their state before the rewind.
private struct RewoundMailboxes {
  private let time: Int64
  /// When the rewind takes place.
  private let clock: Int64
  private let rows: [Row]
  /// The mailboxes with a withdrawn message.
  private let withdrawn: Set<Int64>
  /// By mailbox, the first slot whose message was withdrawn.
  private var withdrawnSlots: [Int64: Int64] = [:]
  /// By stream, the last run that stays.
  private var lastRuns: [String: Int64] = [:]
  /// The runs to be undone, by id.
  private var undone: [Int64: Int64] = [:]

  init(
    to time: Int64, at clock: Int64, withdrawn: [Ledger.UndoneMessage], _ database: Database
  ) throws {
    self.time = time
    self.clock = clock
    self.withdrawn = Set(withdrawn.map(\.mailbox))
    rows = try Row.fetchAll(
      database,
      sql: """
        SELECT id, stream, recipient, horizon, slot, decision, run, delivered FROM mailboxes
        WHERE slot > :time OR delivered > :time OR horizon > :time
          OR run IN (SELECT id FROM runs WHERE now > :time)
        """, arguments: ["time": time])
    for message in withdrawn where MessageKind(slot: message.slot) == .digest {
      let slot = withdrawnSlots[message.mailbox] ?? .max
      withdrawnSlots[message.mailbox] = min(slot, message.slot)
    }
    for run in try Ledger.runs(database, "ORDER BY now") {
      if run.now > time { undone[run.id] = run.now } else { lastRuns[run.stream] = run.now }
    }
  }

  func rewind(_ database: Database) throws {
    for row in rows {
      let id: Int64 = row[0]
      if Tombstone.isOne(row.bytes(2)) {
        // What the forgotten were mailed is unknown by now: it was no later than the clock's time,
        // and would come twice if their mails began before its end.
        try database.execute(
          sql: """
            UPDATE mailboxes SET horizon = min(horizon, max(:time, :clock)), slot = min(slot, :time)
            WHERE id = :id
            """, arguments: ["time": time, "clock": clock, "id": id])
        continue
      }
      let last = try Row.fetchOne(
        database,
        sql: """
          SELECT id, now FROM deliveries WHERE mailbox = ? AND \(MessageKind.digest.condition())
          ORDER BY now DESC, slot DESC LIMIT 1
          """, arguments: [id])
      let hasMessages = try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM deliveries WHERE mailbox = ?)",
        arguments: [id])
      if hasMessages != true, row[3] as Int64 > time, !withdrawn.contains(id) {
        // The recipient was unknown before. Who had a mail that was withdrawn stays: the next one
        // may be much later, and still has to reach back to its content.
        try database.execute(sql: "DELETE FROM mailboxes WHERE id = ?", arguments: [id])
        continue
      }
      try update(row, last: last.map { ($0[0], $0[1]) }, database)
    }
  }

  private func update(_ row: Row, last: (id: Int64, now: Int64)?, _ database: Database) throws {
    let isUndone = (row[6] as Int64?).map { undone[$0] != nil } ?? false
    let delivered = last?.now ?? (row[7] as Int64?).flatMap { $0 > time ? nil : $0 }
    let isTaken = last?.now == time && (row[7] as Int64? ?? 0) > time
    try database.execute(
      sql: """
        UPDATE mailboxes SET horizon = ?, slot = ?, decision = ?, run = ?, delivered = ?, last = ?
        WHERE id = ?
        """,
      arguments: [
        horizon(row[3]), slot(row), isUndone && !isTaken ? nil : row[5] as String?,
        isUndone ? nil : row[6] as Int64?, delivered, last?.id, row[0] as Int64,
      ])
  }

  /// The last slot that counts as closed. A slot that an undone run closed is open again; for slots
  /// closed before it, only the time of the last run before is known.
  private func slot(_ row: Row) -> Int64? {
    guard let slot = row[4] as Int64? else { return nil }
    if slot > time { return lastRuns[row[1] as String] }
    guard let withdrawn = withdrawnSlots[row[0] as Int64], withdrawn <= time else { return slot }
    return min(slot, withdrawn - 1)
  }

  /// A horizon of an undone run moves back by as much as the run.
  private func horizon(_ horizon: Int64) -> Int64 {
    guard horizon > time, let first = undone.values.filter({ $0 > horizon }).min() else {
      return min(horizon, time)
    }
    return time - (first - horizon)
  }
}
