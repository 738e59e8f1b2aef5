import Foundation
import GRDB

extension Ledger {
  /// Merges this ledger's shard of another ledger. Runs of the same stream and `now` become one.
  /// For a mailbox in both, the later decision and the earlier horizon win, and deliveries of both
  /// are kept.
  ///
  /// The other ledger must have no open run: its messages are in another outbox.
  package func merge(
    _ other: Ledger, shard: Shard, id: ([UInt8]) -> [UInt8] = { $0 }
  ) throws(DeliveryError) {
    try other.refuseOldHashes()
    if let run = try other.openRun() { throw .ledger(.runIsOpen(run), path: other.path) }
    if let run = try openRun() { throw .ledger(.runIsOpen(run), path: path) }
    if try home() == nil, let home = try other.home() { try remember(home: home) }
    let runs = try other.read { try Self.runs($0, "ORDER BY id") }
    let numbers = try write { database in
      var numbers: [Int64: Int64] = [:]
      for run in runs { numbers[run.id] = try Self.add(run, database) }
      return numbers
    }
    var shares = MessageShares()
    let times = try runs.map(\.now) + [other.mergedUntil(), mergedUntil()].compactMap(\.self)
    if let end = times.max() {
      try write { try Self.setFact("merged-until", [UInt8]("\(end)".utf8), database: $0) }
    }
    var last: Int64 = 0
    while true {
      let part = try other.read { try MailboxCopy.fetch(after: last, limit: 1000, $0) }
      guard let end = part.last?.id else { break }
      last = end
      try write { database in
        // A hash does not tell its recipient's shard, so every shard keeps it.
        for mailbox in part {
          let isTombstone = Tombstone.isOne(mailbox.recipient)
          let isIncluded = isTombstone || shard.contains(id(mailbox.recipient))
          if isIncluded { try mailbox.insert(runs: numbers, database) }
          if !isTombstone { shares.add(mailbox, isIncluded: isIncluded) }
        }
      }
    }
    try write { database in
      for run in runs {
        try database.execute(
          sql: "UPDATE runs SET messages = messages + ? WHERE id = ?",
          arguments: [shares.messages(of: run), numbers[run.id]])
      }
      try MailboxSums.renewAll(database)
    }
  }

  /// Returns the id in this ledger of a run of another ledger, without its messages.
  private static func add(_ run: Run, _ database: Database) throws -> Int64 {
    if let same = try runs(
      database, "WHERE stream = ? AND now = ?", arguments: [run.stream, run.now]
    ).first {
      return same.id
    }
    try database.execute(
      sql: """
        INSERT INTO runs (stream, now, fingerprint, state, messages, length)
        VALUES (?, ?, ?, \(RunState.finished.rawValue), 0, 0)
        """, arguments: [run.stream, run.now, run.fingerprint.blob])
    return database.lastInsertedRowID
  }
}

/// How many of each run's messages a shard has: a limit on a shard's runs compares them with these.
private struct MessageShares {
  private struct Tally {
    var included = 0
    var all = 0

    mutating func count(_ isIncluded: Bool) {
      all += 1
      if isIncluded { included += 1 }
    }

    /// The part of a number that is as large as the included part.
    func share(of number: Int) -> Int {
      all == 0 ? number : Int((Double(number) * Double(included) / Double(all)).rounded())
    }
  }

  private struct RunKey: Hashable {
    let stream: String
    let now: Int64
  }

  /// The messages that the ledger still has.
  private var known: [RunKey: Tally] = [:]
  /// The recipients of each stream.
  private var recipients: [String: Tally] = [:]

  mutating func add(_ mailbox: MailboxCopy, isIncluded: Bool) {
    recipients[mailbox.stream, default: Tally()].count(isIncluded)
    for now in mailbox.times {
      known[RunKey(stream: mailbox.stream, now: now), default: Tally()].count(isIncluded)
    }
  }

  /// The messages of a run to the shard's recipients. Of those that the ledger has no longer, the
  /// shard has as large a part as of the recipients.
  func messages(of run: Run) -> Int {
    let tally = known[RunKey(stream: run.stream, now: run.now)] ?? Tally()
    let people = recipients[run.stream] ?? Tally()
    // Undone runs may have the same time.
    let kept = min(run.messages, tally.all)
    return tally.share(of: kept) + people.share(of: run.messages - kept)
  }
}

/// A mailbox with its deliveries, to be copied from one ledger to another.
private struct MailboxCopy {
  let id: Int64
  let recipient: [UInt8]
  var stream: String { row[1] }
  /// When its messages were delivered.
  var times: [Int64] { deliveries.map { $0[1] } }
  private let row: Row
  private let deliveries: [Row]
  private let decisions: [Row]

  static func fetch(after id: Int64, limit: Int, _ database: Database) throws -> [MailboxCopy] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT id, stream, recipient, horizon, slot, decision, run, delivered FROM mailboxes
        WHERE id > ? ORDER BY id LIMIT ?
        """, arguments: [id, limit]
    ).map { row in
      MailboxCopy(
        id: row[0], recipient: row.bytes(2), row: row,
        deliveries: try Row.fetchAll(
          database,
          sql: """
            SELECT slot, now, content, message_id, name, counts, notifications FROM deliveries
            WHERE mailbox = ? ORDER BY slot
            """, arguments: [row[0] as Int64]),
        decisions: try Ledger.keepsDecisions(database)
          ? Row.fetchAll(
            database,
            sql: """
              SELECT outcome, first, last, runs, slot, until, detail FROM decisions
              WHERE mailbox = ? ORDER BY id
              """, arguments: [row[0] as Int64]) : [])
    }
  }

  func insert(runs: [Int64: Int64], _ database: Database) throws {
    let run = (row[6] as Int64?).flatMap { runs[$0] }
    let mailbox = try Int64.fetchOne(
      database,
      sql: """
        INSERT INTO mailboxes (stream, recipient, horizon, slot, decision, run, delivered)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (stream, recipient) DO UPDATE SET
          horizon = CASE WHEN \(Tombstone.isNone) THEN min(horizon, excluded.horizon)
            ELSE max(horizon, excluded.horizon) END,
          decision = CASE WHEN excluded.slot > coalesce(slot, excluded.slot - 1)
            THEN excluded.decision ELSE decision END,
          run = CASE WHEN excluded.slot > coalesce(slot, excluded.slot - 1)
            THEN excluded.run ELSE run END,
          slot = max(coalesce(slot, excluded.slot), coalesce(excluded.slot, slot)),
          delivered = max(coalesce(delivered, excluded.delivered),
            coalesce(excluded.delivered, delivered))
        RETURNING id
        """,
      arguments: [
        row[1] as String, recipient.blob, row[3] as Int64, row[4] as Int64?, row[5] as String?,
        run, row[7] as Int64?,
      ])
    try addMessages(to: mailbox, database)
    try database.execute(
      sql: """
        UPDATE mailboxes SET last =
          (SELECT id FROM deliveries WHERE mailbox = mailboxes.id
            AND \(MessageKind.digest.condition()) ORDER BY slot DESC LIMIT 1)
        WHERE id = ?
        """, arguments: [mailbox])
  }

  private func addMessages(to mailbox: Int64?, _ database: Database) throws {
    for delivery in deliveries {
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO deliveries
            (mailbox, slot, now, content, message_id, name, counts, notifications)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          mailbox, delivery[0] as Int64, delivery[1] as Int64, delivery[2] as Data,
          delivery[3] as String, delivery[4] as String, delivery[5] as Data,
          delivery[6] as Data,
        ])
    }
    for decision in decisions {
      try database.execute(
        sql: """
          INSERT INTO decisions (mailbox, outcome, first, last, runs, slot, until, detail)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          mailbox, decision[0] as String, decision[1] as Int64, decision[2] as Int64,
          decision[3] as Int64, decision[4] as Int64?, decision[5] as Int64?,
          decision[6] as String?,
        ])
    }
  }
}
