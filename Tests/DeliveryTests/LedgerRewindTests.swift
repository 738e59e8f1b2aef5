import Foundation
import Testing

@testable import Delivery

struct LedgerRewindTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  func outbox() throws -> Outbox {
    try Outbox(path: scratch.path("out"), options: .init(format: .maildir, syncs: false))
  }

  /// The ledger is open as long as its outbox is.
  func withLedger<Answer>(_ body: (Ledger) throws -> Answer) throws -> Answer {
    let outbox = try outbox()
    return try withExtendedLifetime(outbox) { try body(outbox.ledger) }
  }

  func deliver(_ messages: [OutboxMessage], _ decisions: [Decision] = [], now: Int64) throws {
    let outbox = try outbox()
    try outbox.begin(stream: "digest", now: now, fingerprint: [])
    for message in messages { try outbox.publish(message) }
    for decision in decisions { try outbox.record(decision) }
    try outbox.finish()
  }

  func mailbox(_ message: OutboxMessage) throws -> RecipientHistory {
    try withLedger {
      try $0.mailboxes(stream: "digest", recipients: [message.recipient])[0]
    }
  }

  func rewind(to time: Int64, at clock: Int64? = nil) throws -> Rewound {
    try Outbox.rewind(
      path: scratch.path("out"), ledgerPath: nil, to: time, at: clock ?? time)
  }

  @Test
  func `What was not sent is withdrawn, and the mailbox is as it was at the last run that stays`()
    throws
  {
    let (known, new) = (
      OutboxMessage.sample(1, slot: day), OutboxMessage.sample(2, slot: 900 * day)
    )
    try deliver([known], now: day + 5)
    let before = try mailbox(known)
    var again = OutboxMessage.sample(1, slot: 900 * day)
    again.notifications = [77]
    try deliver([again, new], now: 900 * day)
    #expect(try rewind(to: 2 * day) == Rewound(runs: 1, withdrawn: 2, taken: 0))
    #expect(try scratch.names("out/new").count == 1)
    let after = try mailbox(known)
    #expect(after.delivered == before.delivered && after.lastDelivery == before.lastDelivery)
    #expect(after.closedSlot == day + 5 && after.horizon == before.horizon)
    #expect(try withLedger { try $0.lastRun()?.now } == day + 5)
    try deliver([OutboxMessage.sample(1, slot: 3 * day)], now: 3 * day)
    #expect(try scratch.names("out/new").count == 2)
  }

  @Test func `Whose first mail is withdrawn has the horizon of that mail, moved back with its run`()
    throws
  {
    let (early, late) = (
      OutboxMessage.sample(1, slot: 5 * day), OutboxMessage.sample(2, slot: 5 * day)
    )
    let silent = Decision(
      recipient: Array("silent".utf8), closing: 5 * day, horizon: 4 * day, outcome: "nothing new")
    try deliver([early, late], [silent], now: 5 * day + 7)
    #expect(try rewind(to: 2 * day) == Rewound(runs: 1, withdrawn: 2, taken: 0))
    let found = try [early, late].map(mailbox)
    #expect(found.map(\.horizon) == [day - 7, day - 7])
    #expect(found.map(\.closedSlot) == [nil, nil] && found.map(\.lastDelivery) == [nil, nil])
    #expect(found.map(\.delivered) == [[], []])
    let other = try withLedger {
      try $0.mailboxes(stream: "digest", recipients: [silent.recipient])
    }
    #expect(other == [RecipientHistory()])
  }

  @Test func `What was taken stays known, as of the time that was gone back to`() throws {
    let message = OutboxMessage.sample(1, slot: 900 * day)
    try deliver([message], now: 900 * day)
    for name in try scratch.names("out/new") {
      try FileManager.default.removeItem(atPath: scratch.path("out/new/" + name))
    }
    #expect(try rewind(to: 2 * day) == Rewound(runs: 1, withdrawn: 0, taken: 1))
    let after = try mailbox(message)
    #expect(after.delivered == message.notifications && after.lastDelivery == 2 * day)
    #expect(after.closedSlot == nil)
    #expect(try withLedger { try $0.lastRun()?.now } == 2 * day)
  }

  @Test(
    arguments: [(6 * day, 5 * day + 1), (4 * day, 4 * day), (day, 2 * day)] as [(Int64, Int64)])
  func `Of who was forgotten, what a sender took stays mailed until the time of the rewind`(
    clock: Int64, horizon: Int64
  ) throws {
    for date in [1, 5] as [Int64] {
      try deliver([OutboxMessage.sample(1, slot: date * day)], now: date * day)
    }
    for name in try scratch.names("out/new") {
      try FileManager.default.removeItem(atPath: scratch.path("out/new/" + name))
    }
    let recipient = OutboxMessage.sample(1).recipient
    try withLedger { _ = try $0.forget(recipient: recipient) }
    _ = try rewind(to: 2 * day, at: clock)
    let back = try mailbox(OutboxMessage.sample(1))
    #expect(back.horizon == horizon && back.closedSlot == 2 * day)
  }

  @Test func `A decision without a message is open again`() throws {
    let message = OutboxMessage.sample(1, slot: day)
    try deliver([message], now: day + 5)
    let decision = Decision(
      recipient: message.recipient, closing: 900 * day, horizon: day, outcome: "nothing new")
    try deliver([], [decision], now: 900 * day)
    #expect(try mailbox(message).closedSlot == 900 * day)
    #expect(try rewind(to: 2 * day) == Rewound(runs: 1, withdrawn: 0, taken: 0))
    #expect(try mailbox(message).closedSlot == day + 5)
    #expect(try mailbox(message).lastDelivery == day + 5)
  }

  @Test func `No run begins while a rewind is unfinished; the second one finishes it`() throws {
    let message = OutboxMessage.sample(1, slot: 900 * day)
    try deliver([message], now: 900 * day)
    _ = try withLedger { try $0.beginRewind(to: 2 * day) }
    let refusal = failure { _ = try outbox() }
    #expect(
      refusal == .ledger(.rewindIsOpen(to: 2 * day), path: scratch.path("out/tidings.ledger")))
    // The earlier time of the two.
    #expect(try rewind(to: 3 * day).withdrawn == 1)
    #expect(try withLedger { try $0.lastRun() } == nil)
  }

  @Test func `What is purged cannot come back with a mail that is undone`() throws {
    let message = OutboxMessage.sample(1, slot: day)
    try deliver([message], now: day)
    try deliver([OutboxMessage.sample(1, slot: 900 * day)], now: 900 * day)
    try withLedger { try $0.purge(deliveredBefore: 800 * day, reach: 7 * day) }
    _ = try rewind(to: 2 * day)
    let after = try mailbox(message)
    #expect(after.delivered.isEmpty && after.horizon ?? 0 >= day)
  }
}
