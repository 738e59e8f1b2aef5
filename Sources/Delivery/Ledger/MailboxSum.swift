import ByteText
import SQLite

/// A checksum over numbers and bytes in their order. It does not protect against forgery: whoever can
/// write the ledger can write its sums.
struct RowSum {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// - Parameter stream: what the sums of its mailboxes begin with; nil for other sums.
  init(stream: String? = nil) { if let stream { add(stream) } }

  mutating func add(_ number: Int64?) { mix(UInt64(bitPattern: number ?? .min)) }

  /// Adds bytes and their number.
  mutating func add(_ bytes: RawSpan) {
    let whole = bytes.byteCount & ~7
    for offset in stride(from: 0, to: whole, by: 8) {
      mix(bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    for offset in whole..<bytes.byteCount {
      mix(UInt64(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)))
    }
    mix(UInt64(bytes.byteCount))
  }

  mutating func add(_ text: String) { text.withBytes { add(UnsafeRawBufferPointer($0).bytes) } }

  // Each step can be undone, so a difference never gets lost.
  private mutating func mix(_ number: UInt64) {
    value = (value ^ number) &* 0xBF58_476D_1CE4_E5B9
    value ^= value >> 29
  }
}

/// A recipient's row, with the sums that tell a damaged one: over the row, and over all deliveries,
/// whatever their order, so that none can be missing.
///
/// Swapped pages and flipped bits can leave a file that SQLite still reads. A mailbox without its
/// deliveries would mail them again.
struct MailboxState {
  var horizon: Int64
  var slot: Int64?
  var decision: String?
  var run: Int64?
  var delivered: Int64?
  var last: Int64?
  /// The sum of the deliveries.
  var mails: UInt64 = 0
}

extension MailboxState {
  /// The columns that `init` reads.
  static let columns = "id, horizon, slot, decision, run, delivered, last, mails, sum"

  /// The row that a statement is at; throws if it is damaged.
  init(_ row: RowStatement, of recipient: [UInt8], in stream: RowSum, path: String) throws {
    self.init(unproven: row)
    guard row.integer(8) == sum(of: recipient, in: stream) else { throw Fault.damagedLedger(path) }
  }

  /// The row that a statement is at, whatever its sum.
  init(unproven row: RowStatement) {
    self.init(
      horizon: row.integer(1) ?? 0, slot: row.integer(2), decision: row.text(3),
      run: row.integer(4), delivered: row.integer(5), last: row.integer(6),
      mails: UInt64(bitPattern: row.integer(7) ?? 0))
  }

  func sum(of recipient: [UInt8], in stream: RowSum) -> Int64 {
    var sum = stream
    sum.add(recipient.span.bytes)
    for number in [horizon, slot, run, delivered, last] { sum.add(number) }
    sum.add(decision ?? "")
    sum.add(Int64(bitPattern: mails))
    return Int64(bitPattern: sum.value)
  }

  /// What a delivery adds to `mails`.
  static func deliverySum(slot: Int64?, now: Int64?, _ notifications: RawSpan) -> UInt64 {
    var sum = RowSum()
    sum.add(slot)
    sum.add(now)
    sum.add(notifications)
    return sum.value
  }
}

/// Writes the sums of mailboxes anew, after changes that did not keep them.
struct MailboxSums {
  private let mailboxes: RowStatement
  private let renewed: RowStatement

  /// - Parameter condition: the SQL condition of the mailboxes.
  static func renewAll(_ database: Database, where condition: String = "1") throws {
    let ids = try database.values("SELECT id FROM mailboxes WHERE \(condition)") as [Int64]
    let mails = try sumsOfDeliveries(
      database, where: "mailbox IN (SELECT id FROM mailboxes WHERE \(condition))")
    let sums = try MailboxSums(database)
    for id in ids { try sums.renew(id, mails: mails[id] ?? 0) }
  }

  /// What the deliveries of a condition add to the sums of their mailboxes.
  static func sumsOfDeliveries(
    _ database: Database, where condition: String = "1", _ values: [SQLValue] = []
  ) throws -> [Int64: UInt64] {
    var sums: [Int64: UInt64] = [:]
    try database.rows(
      "SELECT mailbox, slot, now, notifications FROM deliveries WHERE \(condition)", values
    ) { row in
      let (slot, now) = (row.integer(1), row.integer(2))
      sums[try row.value(0), default: 0] &+= row.withBlob(3) {
        MailboxState.deliverySum(slot: slot, now: now, $0)
      }
    }
    return sums
  }

  init(_ database: Database) throws {
    mailboxes = try database.statement(
      "SELECT \(MailboxState.columns), stream, recipient FROM mailboxes WHERE id = ?1")
    renewed = try database.statement("UPDATE mailboxes SET mails = ?2, sum = ?3 WHERE id = ?1")
  }

  /// - Parameters:
  ///   - mails: the sum of the deliveries; nil leaves what was written.
  ///   - gone: what deleted deliveries had added to it.
  func renew(_ id: Int64, mails: UInt64? = nil, without gone: UInt64 = 0) throws {
    mailboxes.bind(id, at: 1)
    guard try mailboxes.step() else { return mailboxes.reset() }
    var state = MailboxState(unproven: mailboxes)
    let stream = RowSum(stream: mailboxes.text(9) ?? "")
    let recipient = mailboxes.bytes(10)
    mailboxes.reset()
    state.mails = (mails ?? state.mails) &- gone
    renewed.bind(id, at: 1)
    renewed.bind(Int64(bitPattern: state.mails), at: 2)
    renewed.bind(state.sum(of: recipient, in: stream), at: 3)
    try renewed.run()
  }
}
