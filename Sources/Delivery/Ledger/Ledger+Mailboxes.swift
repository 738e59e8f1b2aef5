package import ByteText
import SQLite

/// What the ledger knows of one recipient of a stream.
package struct RecipientHistory: Equatable, Sendable {
  /// The earliest time, in microseconds since 1970, that the first run considered.
  package var horizon: Int64?
  /// The last slot that a decision closed.
  package var closedSlot: Int64?
  /// The decision, in the caller's words.
  package var decision: String?
  /// The run that made it.
  package var run: Int64?
  /// The end of what it held the mail for; only where the caller has asked for it.
  package var until: Int64?
  /// The `now` of the run that last delivered a message.
  package var lastDelivery: Int64?
  /// The caller's counts for that message.
  package var lastCounts: [UInt8]?
  /// The hashes of delivered notifications that are still kept.
  package var delivered: [UInt64] = []
  /// Slots after the last closed one that already have their mail, made by a clock that was ahead.
  package var takenSlots: [Int64] = []
  /// The last message between slots: its key and the number of its notifications.
  package var urgent: Urgent?
  /// The `now` of the stream's last run that was finished.
  package var lastRun: Int64?

  package struct Urgent: Equatable, Sendable {
    package var slot: Int64
    package var notifications: Int
  }

  /// That of somebody unknown.
  package static let none = RecipientHistory()

  /// Adds the history of the same person under another id: the later decision and delivery, the
  /// earlier horizon, and all deliveries. What is left of a forgotten id has no deliveries, so there
  /// the later horizon counts.
  package mutating func join(_ other: RecipientHistory) {
    if let horizon = other.horizon {
      let isForgotten = Tombstone.decision == decision || Tombstone.decision == other.decision
      let known = self.horizon ?? horizon
      self.horizon = isForgotten ? max(horizon, known) : min(horizon, known)
    }
    if let slot = other.closedSlot, slot > closedSlot ?? .min {
      (closedSlot, decision, run) = (slot, other.decision, other.run)
    }
    if let delivery = other.lastDelivery, delivery > lastDelivery ?? .min {
      (lastDelivery, lastCounts) = (delivery, other.lastCounts)
    }
    delivered += other.delivered
    takenSlots += other.takenSlots
    if let theirs = other.urgent, theirs.slot > urgent?.slot ?? .min { urgent = theirs }
  }
}

/// A run's decision about a recipient without a message.
package struct Decision: Equatable, Sendable {
  package var recipient: [UInt8]
  /// The slot that it closes; nil leaves the slot open, for quiet hours and failures.
  package var closing: Int64?
  /// The horizon of the recipient's first run; kept only if there is none yet.
  package var horizon: Int64
  /// In the caller's words, such as `nothing new`.
  package var outcome: String
  /// The reason, in the caller's words.
  package var detail: String?
  /// The end of what holds the mail, such as quiet hours.
  package var until: Int64?
  /// The first slot after the run; nil if none is known.
  package var next: Int64?
  /// Whether to keep the decision though it closes no slot.
  package var isKept: Bool

  package init(
    recipient: [UInt8], closing: Int64?, horizon: Int64, outcome: String, detail: String? = nil,
    until: Int64? = nil, next: Int64? = nil, isKept: Bool = false
  ) {
    self.recipient = recipient
    self.closing = closing
    self.horizon = horizon
    self.outcome = outcome
    self.detail = detail
    self.until = until
    self.next = next
    self.isKept = isKept || closing != nil
  }

  /// The decision for a message in the outbox: sending it is the sender's task.
  package static let handedOver = "handed over"
}

extension Ledger {
  /// The histories of a stream's recipients, in their order; empty for unknown ones. Meant for
  /// hundreds or thousands at a time.
  ///
  /// - Parameter deliveries: whether to read deliveries or only closed slots.
  package func mailboxes(
    stream: String, recipients: [[UInt8]], deliveries: Bool = true
  ) throws(Fault) -> [RecipientHistory] {
    let lastRun = try lastRun(of: stream)?.now
    return try read { database in
      let rows = try MailboxRows(stream: stream, database, path: path)
      let hasForgotten = try Tombstone.areThere(stream, database)
      return try recipients.map { recipient in
        var known = try rows.mailbox(of: recipient, deliveries: deliveries)
        if known == nil, hasForgotten {
          known = try rows.mailbox(of: Tombstone.key(of: recipient), deliveries: deliveries)
        }
        var history = known ?? RecipientHistory()
        history.lastRun = lastRun
        return history
      }
    }
  }
}

/// Reads the histories of a stream's recipients, with prepared statements.
private struct MailboxRows {
  private let known: RowStatement
  private let counts: RowStatement
  private let delivered: RowStatement

  private let stream: RowSum
  /// For errors.
  private let path: String

  init(stream: String, _ database: Database, path: String) throws {
    self.stream = RowSum(stream: stream)
    self.path = path
    known = try database.statement(
      "SELECT \(MailboxState.columns) FROM mailboxes WHERE stream = ? AND recipient = ?")
    counts = try database.statement("SELECT counts FROM deliveries WHERE id = ?")
    delivered = try database.statement(
      "SELECT notifications, slot, now FROM deliveries WHERE mailbox = ? ORDER BY slot")
    known.bind(stream, at: 1)
  }

  func mailbox(of recipient: [UInt8], deliveries: Bool) throws -> RecipientHistory? {
    known.bind(recipient, at: 2)
    defer { known.reset() }
    guard try known.step() else { return nil }
    let state = try MailboxState(known, of: recipient, in: stream, path: path)
    var mailbox = RecipientHistory(
      horizon: state.horizon, closedSlot: state.slot, decision: state.decision,
      run: state.run, lastDelivery: state.delivered)
    if deliveries {
      mailbox.lastCounts = try counts(of: state.last)
      guard try addDeliveries(to: known.integer(0), &mailbox) == state.mails else {
        throw Fault.damagedLedger(path)
      }
    }
    return mailbox
  }

  private func counts(of delivery: Int64?) throws -> [UInt8]? {
    guard let delivery else { return nil }
    counts.bind(delivery, at: 1)
    defer { counts.reset() }
    return try counts.step() ? counts.bytes(0) : nil
  }

  /// Adds the deliveries of a mailbox, and returns their sum.
  private func addDeliveries(to id: Int64?, _ mailbox: inout RecipientHistory) throws -> UInt64 {
    var sum: UInt64 = 0
    delivered.bind(id, at: 1)
    defer { delivered.reset() }
    // The bytes are read in SQLite's memory: a month of daily mail is some thirty rows, and copying
    // each would take most of a recipient's time here.
    while try delivered.step() {
      let before = mailbox.delivered.count
      let (slot, now) = (delivered.integer(1), delivered.integer(2))
      delivered.withBlob(0) {
        mailbox.delivered.append(blob: $0)
        sum &+= MailboxState.deliverySum(slot: slot, now: now, $0)
      }
      guard let slot else { continue }
      switch MessageKind(slot: slot) {
      case .digest where slot > mailbox.closedSlot ?? .min: mailbox.takenSlots.append(slot)
      case .urgent:
        mailbox.urgent = .init(slot: slot, notifications: mailbox.delivered.count - before)
      case .digest: break
      }
    }
    return sum
  }
}

extension [UInt64] {
  /// Appends numbers of eight bytes each, the highest first; an incomplete rest is ignored.
  mutating func append(blob bytes: RawSpan) {
    for offset in stride(from: 0, to: bytes.byteCount & ~7, by: 8) {
      append(UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)))
    }
  }
}
