package import ByteText
import SQLite

/// One run of a stream: everything with one `now`.
package struct Run: Equatable, Sendable {
  /// Counts up from 1 in each ledger.
  package let id: Int64
  package let stream: String
  /// Microseconds since 1970.
  package let now: Int64
  /// The caller's description of the run's inputs.
  package let fingerprint: [UInt8]
  /// Messages committed so far.
  package let messages: Int
  let state: RunState
  /// The committed length of the run's own file; 0 if each message is a file.
  let length: Int64

  /// The name of the run's own file, in an outbox with one file per run.
  func fileName(in format: OutboxFormat) -> String {
    "\(FileName.slug([UInt8](stream.utf8)))-\(max(now / 1_000_000, 0))-\(id).\(format.rawValue)"
  }
}

/// The progress of a run.
enum RunState: Int64, Sendable {
  /// Messages may still be added.
  case open = 0
  /// All messages are prepared in the run's own file, which may not have its name yet.
  case complete = 1
  case finished = 2
}

extension Ledger {
  /// The unfinished run, if there is one.
  package func openRun() throws(Fault) -> Run? {
    try read {
      try Self.runs($0, "WHERE state <> \(RunState.finished.rawValue) ORDER BY id LIMIT 1").first
    }
  }

  /// The run with the latest `now`, of any stream.
  package func lastRun() throws(Fault) -> Run? {
    try read { try Self.runs($0, "ORDER BY now DESC, id DESC LIMIT 1").first }
  }

  /// The run with an id; nil if there is none.
  func run(_ id: Int64) throws(Fault) -> Run? {
    try read { try Self.runs($0, "WHERE id = ?", with: [.integer(id)]).first }
  }

  /// The stream's finished run with the latest `now`.
  package func lastRun(of stream: String) throws(Fault) -> Run? {
    try read {
      try Self.runs(
        $0,
        """
        WHERE stream = ? AND state = \(RunState.finished.rawValue)
        ORDER BY now DESC, id DESC LIMIT 1
        """, with: [.text(stream)]
      ).first
    }
  }

  /// The most messages that one finished run of a stream made, among the runs in the `span`
  /// microseconds up to the last that made any; nil if none did.
  package func largestRun(of stream: String, span: Int64) throws(Fault) -> Int? {
    let runs = """
      FROM runs WHERE stream = ?1 AND state = \(RunState.finished.rawValue)
        AND messages > 0
      """
    return try read { database in
      try database.value(
        "SELECT max(messages) \(runs) AND now >= (SELECT max(now) \(runs)) - ?2",
        [.text(stream), .integer(span)])
    }
  }

  /// Throws if the last run was later, in microseconds since 1970.
  package func checkTime(_ now: Int64) throws(Fault) {
    guard let last = try lastRun(), now < last.now else { return }
    throw .clockBehind(path, now, last: last.now)
  }

  /// Commits a run before its first message. Refuses a `now` before the last run's, unless it is forced.
  func begin(
    stream: String, now: Int64, fingerprint: [UInt8], recipients: [UInt64], isForced: Bool
  ) throws(Fault) -> Run {
    let isBehind = try lastRun().map { now < $0.now } ?? false
    if isBehind, !isForced { try checkTime(now) }
    return try write { database in
      if isBehind { try Self.reopenSlots(after: now, database) }
      try Self.remember(recipients: recipients, database)
      try database.execute(
        """
        INSERT INTO runs (stream, now, fingerprint, state, messages, length)
        VALUES (?, ?, ?, \(RunState.open.rawValue), 0, 0)
        """, [.text(stream), .integer(now), .blob(fingerprint)])
      return Run(
        id: database.lastInsertedRowID, stream: stream, now: now, fingerprint: fingerprint,
        messages: 0, state: .open, length: 0)
    }
  }

  /// Opens the slots after `now` again: the runs of a clock that was ahead had closed them, and count as
  /// of `now` from here on. What they mailed stays known, and by which time, so that it does not come again.
  private static func reopenSlots(after now: Int64, _ database: Database) throws {
    // Whoever was new begins as long before the run as a right clock would have had it.
    try database.execute(
      """
      UPDATE mailboxes SET horizon = ?1 + coalesce(horizon - (
        SELECT min(now) FROM runs WHERE stream = mailboxes.stream AND now > horizon), 0)
      WHERE horizon > ?1 AND \(Tombstone.isNone);
      UPDATE mailboxes SET horizon = ?1 + \(Tombstone.mostAhead)
      WHERE horizon > ?1 + \(Tombstone.mostAhead);
      UPDATE mailboxes SET next = NULL WHERE seen > ?1
      """, [.integer(now)])
    for (table, columns) in [
      ("mailboxes", ["slot", "delivered", "seen"]), ("runs", ["now"]), ("batches", ["now"]),
      ("decisions", ["first", "last"]),
    ] {
      for column in columns {
        try database.execute(
          "UPDATE \(table) SET \(column) = ?1 WHERE \(column) > ?1", [.integer(now)])
      }
    }
    try MailboxSums.renewAll(database)
  }

  /// Commits that all messages of a run are prepared.
  func complete(_ run: Int64) throws(Fault) { try write { try Self.set(.complete, of: run, $0) } }

  /// Commits that all messages of a run have their names.
  func finish(_ run: Int64) throws(Fault) {
    try write { database in
      try Self.markPublished(database)
      try Self.set(.finished, of: run, database)
    }
  }

  private static func set(_ state: RunState, of run: Int64, _ database: Database) throws {
    try database.execute(
      "UPDATE runs SET state = ? WHERE id = ?", [.integer(state.rawValue), .integer(run)])
  }

  static func runs(
    _ database: Database, _ condition: String, with values: [SQLValue] = []
  ) throws -> [Run] {
    try database.rows(
      "SELECT id, stream, now, fingerprint, messages, state, length FROM runs \(condition)", values
    ) { row in
      Run(
        id: try row.value(0), stream: try row.value(1), now: try row.value(2),
        fingerprint: try row.value(3), messages: try row.value(4),
        state: RunState(rawValue: try row.value(5)) ?? .open, length: try row.value(6))
    }
  }

  package func status() throws(Fault) -> LedgerStatus {
    let facts = try facts()
    let open = try openRun()
    let names = try streams()
    return try read { database in
      LedgerStatus(
        format: facts?.format,
        runs: try database.value("SELECT count(*) FROM runs") ?? 0, openRun: open,
        streams: try names.map { try Self.stream($0, database) })
    }
  }

  /// The streams that have had a run, or know a recipient.
  package func streams() throws(Fault) -> [String] {
    try read {
      try $0.values(
        "SELECT stream FROM runs UNION SELECT stream FROM mailboxes ORDER BY 1")
    }
  }

  private static func stream(_ name: String, _ database: Database) throws -> LedgerStatus.Stream {
    func count(_ what: String) throws -> Int {
      try database.value("SELECT count(*) FROM \(what)", [.text(name)]) ?? 0
    }
    let known = "mailboxes WHERE stream = ? AND \(Tombstone.isNone)"
    let recipients = try count(known)
    return LedgerStatus.Stream(
      name: name, recipients: recipients,
      forgotten: try count("mailboxes WHERE stream = ?") - recipients,
      decisions: try database.rows(
        """
        SELECT decision, count(*) FROM \(known) AND decision IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1
        """, [.text(name)]
      ) { (try $0.value(0), try $0.value(1)) },
      deliveries: try count(
        "deliveries JOIN mailboxes ON mailboxes.id = mailbox WHERE stream = ?"),
      lastRun: try runs(
        database, "WHERE stream = ? ORDER BY now DESC, id DESC LIMIT 1", with: [.text(name)]
      ).first)
  }
}

/// The counts of a ledger.
package struct LedgerStatus: Sendable {
  package struct Stream: Sendable {
    package var name: String
    package var recipients: Int
    /// Recipients of whom only a hash is left.
    package var forgotten: Int
    /// Recipients by their last decision.
    package var decisions: [(outcome: String, recipients: Int)]
    package var deliveries: Int
    package var lastRun: Run?
  }

  package var format: String?
  package var runs: Int
  package var openRun: Run?
  package var streams: [Stream]
}

extension Fault {
  /// The last run was later, in microseconds since 1970.
  package static func clockBehind(_ path: String, _ now: Int64, last: Int64) -> Fault {
    Fault(
      .unusable, code: "clock-behind", of: path,
      "the last run was at \(utc(last)), which is after \(utc(now))",
      advice:
        "correct the clock; if it was ahead at that time, --force goes on, and nothing comes twice")
  }
}
