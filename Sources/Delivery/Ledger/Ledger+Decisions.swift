package import ByteText
import SQLite

/// Everything that a stream's ledger remembers about one recipient.
package struct RecipientRecord: Equatable, Sendable {
  /// A decision, or the same one of several runs in a row.
  package struct Entry: Equatable, Sendable {
    /// The `now` of the first and the last run that made it.
    package var first: Int64
    package var last: Int64
    package var runs: Int
    /// In the caller's words, such as `nothing new`.
    package var outcome: String
    /// The slot that it closed; nil if it left the slot open.
    package var slot: Int64?
    /// The end of what held the mail, such as quiet hours.
    package var until: Int64?
    /// The reason, in the caller's words.
    package var detail: String?
    /// The message, if there is one.
    package var mail: MailRecord?
  }

  package var stream: String
  /// The start that their first run chose.
  package var horizon: Int64
  /// The `now` of the last run that considered them; nil for who was forgotten.
  package var seen: Int64?
  /// The next slot as that run saw it.
  package var next: Int64?
  /// The last decision that closed a slot.
  package var decision: String?
  /// Whether only a hash of them is left.
  package var isForgotten = false
  /// In the order of the runs.
  package var entries: [Entry] = []
}

/// A message as the ledger remembers it.
package struct MailRecord: Equatable, Sendable {
  package var id: Int64
  /// The key of the message; not a whole second for one between slots.
  package var slot: Int64
  package var now: Int64
  package var messageID: String
  /// The name of its file, or of the file of its run.
  package var name: String
  /// The caller's counts for it.
  package var counts: [UInt8]
  /// The hashes of its notifications.
  package var notifications: [UInt64]

  package var kind: MessageKind { MessageKind(slot: slot) }
}

/// What a message is, as its key tells: slots are whole seconds, and the keys of other messages are a
/// few microseconds after the time of their run.
package enum MessageKind: Int64, Sendable {
  /// The message of a slot.
  case digest = 0
  /// A message between slots, which closes none.
  case urgent = 1

  package init(slot: Int64) { self = MessageKind(rawValue: slot % 1_000_000) ?? .digest }

  /// The key of a message of this kind that a run makes at `now`; a digest has its slot.
  package func slot(at now: Int64) -> Int64 {
    now - (now % 1_000_000 + 1_000_000) % 1_000_000 + rawValue
  }
}

extension Ledger {
  /// What a stream knew about a recipient before a run at `now`, and their mail of that run.
  package func history(
    of recipient: [UInt8], in stream: String, before now: Int64
  ) throws(Fault) -> (history: RecipientHistory, mail: MailRecord?) {
    guard let record = try records(of: recipient).first(where: { $0.stream == stream }) else {
      return (RecipientHistory(), nil)
    }
    let mails = record.entries.compactMap(\.mail)
    let before = mails.filter { $0.now < now }
    let digest = before.last { $0.kind == .digest }
    let history = RecipientHistory(
      horizon: record.horizon, lastDelivery: digest?.now, lastCounts: digest?.counts,
      delivered: before.flatMap(\.notifications))
    return (history, mails.last { $0.now == now })
  }

  /// The end that a recipient's last decision of this name has, such as that of a pause.
  package func end(
    of decision: String?, for recipient: [UInt8], in stream: String
  ) throws(Fault) -> Int64? {
    try read { database in
      try database.value(
        """
        SELECT until FROM decisions JOIN mailboxes ON mailboxes.id = mailbox
        WHERE recipient = ? AND stream = ? AND outcome = ? ORDER BY decisions.id DESC LIMIT 1
        """, [.blob(recipient), .text(stream), .text(decision)])
    }
  }

  /// What each stream remembers about a recipient, sorted by stream; empty if none knows them. Of
  /// those who were forgotten and came back, it is what there is since.
  package func records(of recipient: [UInt8]) throws(Fault) -> [RecipientRecord] {
    try read { database in
      let records = try database.rows(
        """
        SELECT id, stream, decision, seen, next, recipient, horizon
        FROM mailboxes WHERE recipient = ? OR recipient = ? ORDER BY stream
        """, [.blob(recipient), .blob(Tombstone.key(of: recipient))]
      ) { row in
        var record = RecipientRecord(
          stream: try row.value(1), horizon: try row.value(6), seen: try row.value(3),
          next: try row.value(4), decision: try row.value(2))
        record.isForgotten = Tombstone.isOne(try row.value(5))
        record.entries = try Self.mails(row.value(0), database).map { mail in
          RecipientRecord.Entry(
            first: mail.now, last: mail.now, runs: 1, outcome: Decision.handedOver,
            slot: mail.kind == .digest ? mail.slot : nil, mail: mail)
        }
        record.entries += try Self.decisions(row.value(0), database)
        record.entries.sort { ($0.last, $0.first) < ($1.last, $1.first) }
        return record
      }
      let live = Set(records.filter { !$0.isForgotten }.map(\.stream))
      return records.filter { !$0.isForgotten || !live.contains($0.stream) }
    }
  }

  private static func mails(_ mailbox: Int64, _ database: Database) throws -> [MailRecord] {
    try database.rows(
      """
      SELECT id, slot, now, message_id, name, counts, notifications FROM deliveries
      WHERE mailbox = ? ORDER BY now, slot
      """, [.integer(mailbox)]
    ) { row in
      var notifications: [UInt64] = []
      row.withBlob(6) { notifications.append(blob: $0) }
      return MailRecord(
        id: try row.value(0), slot: try row.value(1), now: try row.value(2),
        messageID: try row.value(3), name: try row.value(4), counts: try row.value(5),
        notifications: notifications)
    }
  }

  private static func decisions(
    _ mailbox: Int64, _ database: Database
  ) throws -> [RecipientRecord.Entry] {
    try database.rows(
      """
      SELECT first, last, runs, outcome, slot, until, detail FROM decisions
      WHERE mailbox = ? ORDER BY id
      """, [.integer(mailbox)]
    ) { row in
      RecipientRecord.Entry(
        first: try row.value(0), last: try row.value(1), runs: try row.value(2),
        outcome: try row.value(3), slot: try row.value(4), until: try row.value(5),
        detail: try row.value(6))
    }
  }
}

/// Writes the decisions that made no message. The same decision of several runs in a row is one row,
/// so a recipient who wants no mail takes one row and not one for each night.
struct DecisionRows {
  private let latest: RowStatement
  private let added: RowStatement
  private let repeated: RowStatement

  init(_ database: Database, now: Int64) throws {
    latest = try database.statement(
      "SELECT id, outcome, last FROM decisions WHERE mailbox = ?1 ORDER BY id DESC LIMIT 1")
    added = try database.statement(
      """
      INSERT INTO decisions (mailbox, outcome, first, last, runs, slot, until, detail)
      VALUES (?1, ?2, ?3, ?3, 1, ?4, ?5, ?6)
      """)
    repeated = try database.statement(
      """
      UPDATE decisions SET runs = runs + (last <> ?3), last = ?3, slot = coalesce(?4, slot),
        until = ?5, detail = ?6 WHERE id = ?1
      """)
    added.bind(now, at: 3)
    repeated.bind(now, at: 3)
  }

  /// - Parameter delivered: the time of the last message, which ends a row of equal decisions.
  func record(_ decision: Decision, of mailbox: Int64, delivered: Int64?) throws {
    latest.bind(mailbox, at: 1)
    var same: Int64?
    if try latest.step(), latest.text(1) == decision.outcome,
      (latest.integer(2) ?? .min) >= delivered ?? .min
    {
      same = latest.integer(0)
    }
    latest.reset()
    let row = same == nil ? added : repeated
    row.bind(same ?? mailbox, at: 1)
    if same == nil { row.bind(decision.outcome, at: 2) }
    row.bind(decision.closing, at: 4)
    row.bind(decision.until, at: 5)
    row.bind(decision.detail, at: 6)
    try row.run()
  }
}
