import ByteText
import Foundation
import Testing

@testable import Delivery

struct LedgerTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  func outbox(_ name: String = "out", ledger: String? = nil) throws -> Outbox {
    try Outbox(
      path: scratch.path(name),
      options: .init(format: .maildir, ledgerPath: ledger.map(scratch.path), syncs: false))
  }

  func deliver(
    _ messages: [OutboxMessage], _ decisions: [Decision] = [], now: Int64, to outbox: Outbox
  ) throws {
    try outbox.begin(stream: "digest", now: now, fingerprint: [7])
    for message in messages { try outbox.publish(message) }
    for decision in decisions { try outbox.record(decision) }
    try outbox.finish()
  }

  @Test func `A mailbox tells first horizon, last decision and delivery, and all hashes`() throws {
    let outbox = try outbox()
    let (alice, bob) = (OutboxMessage.sample(1).recipient, OutboxMessage.sample(2).recipient)
    try deliver(
      [.sample(1, slot: 10 * day, notifications: [1, .max])],
      [Decision(recipient: bob, closing: 10 * day, horizon: 9 * day, outcome: "nothing new")],
      now: 10 * day + 5, to: outbox)
    try deliver(
      [.sample(1, slot: 11 * day, notifications: [3])],
      [Decision(recipient: bob, closing: nil, horizon: 10 * day, outcome: "quiet hours")],
      now: 11 * day + 5, to: outbox)
    let found = try outbox.ledger.mailboxes(
      stream: "digest", recipients: [bob, alice, Array("carol".utf8)])
    #expect(
      found == [
        RecipientHistory(
          horizon: 9 * day, closedSlot: 10 * day, decision: "nothing new", run: 1,
          lastRun: 11 * day + 5),
        RecipientHistory(
          horizon: 9 * day, closedSlot: 11 * day, decision: "handed over", run: 2,
          lastDelivery: 11 * day + 5, lastCounts: Array(#"{"total":1}"#.utf8),
          delivered: [1, .max, 3], lastRun: 11 * day + 5), RecipientHistory(lastRun: 11 * day + 5),
      ])
    #expect(
      try outbox.ledger.mailboxes(stream: "other", recipients: [alice]) == [RecipientHistory()])
  }

  @Test func `Recipients are bytes: NUL, normal forms and what is no UTF-8 stay apart`() throws {
    let keys =
      ["a\0b", "a\0c", "a", "\u{E9}", "e\u{301}"].map { Array($0.utf8) } + [[0xff], [0xfe]]
    let outbox = try outbox()
    var messages = keys.enumerated().map { OutboxMessage.sample($0.offset) }
    for place in messages.indices { messages[place].recipient = keys[place] }
    try deliver(messages, now: day, to: outbox)
    let found = try outbox.ledger.mailboxes(stream: "digest", recipients: keys)
    #expect(found.map(\.delivered) == keys.indices.map { [UInt64($0)] })
    #expect(try scratch.names("out/new").count == keys.count)
  }

  @Test func `The same recipient and slot is never committed twice`() throws {
    let outbox = try outbox()
    try deliver([.sample(1)], now: day, to: outbox)
    for name in try scratch.names("out/new") {
      try FileManager.default.removeItem(atPath: scratch.path("out/new/" + name))
    }
    #expect(failure { try deliver([.sample(1)], now: day, to: outbox) }?.code == "delivered-before")
    #expect(try scratch.names("out/new").isEmpty)
  }

  @Test func `The largest run is one of those up to the last that made mails`() throws {
    let outbox = try outbox()
    let ledger = outbox.ledger
    func run(_ size: Int, day number: Int64) throws {
      try outbox.begin(stream: "digest", now: number * day, fingerprint: [1])
      for one in 0..<size { try outbox.publish(.sample(one, slot: number * day)) }
      try outbox.finish()
    }
    try run(0, day: 1)
    #expect(try ledger.largestRun(of: "digest", span: day) == nil)
    for (number, size) in [5, 9, 2, 0, 3].enumerated() { try run(size, day: Int64(number + 2)) }
    for empty in 10...50 as ClosedRange<Int64> { try run(0, day: empty) }
    #expect(try ledger.largestRun(of: "digest", span: 2 * day) == 3)
    #expect(try ledger.largestRun(of: "digest", span: 3 * day) == 9)
    #expect(try ledger.largestRun(of: "other", span: 3 * day) == nil)
    #expect(try ledger.lastRun()?.now == 50 * day)
  }

  @Test func `Old deliveries are forgotten, but not what the next mail reaches back to`() throws {
    let outbox = try outbox()
    // Recipient 1 gets a mail every ten days, recipient 2 got the last ones on days 8 and 10.
    for date in [8, 10, 20, 30, 40, 50] as [Int64] {
      var messages = [OutboxMessage.sample(1, slot: date * day, notifications: [UInt64(date)])]
      if date <= 10 { messages.append(.sample(2, slot: date * day, notifications: [UInt64(date)])) }
      try deliver(messages, now: date * day, to: outbox)
    }
    try outbox.ledger.purge(deliveredBefore: 15 * day, reach: 7 * day)
    let left = try outbox.ledger.mailboxes(
      stream: "digest", recipients: [1, 2].map { OutboxMessage.sample($0).recipient })
    #expect(left.map(\.delivered) == [[20, 30, 40, 50], [8, 10]])
    // Ids are not used again, and the books stay usable.
    try deliver([.sample(3, slot: 51 * day)], now: 51 * day, to: outbox)
  }

  @Test func `What came after the last digest stays, for the next one reaches back to it`() throws {
    let outbox = try outbox()
    func deliver(_ kind: MessageKind, _ number: Int, on date: Int64) throws {
      let slot = kind.slot(at: date * day)
      try self.deliver(
        [.sample(number, slot: slot, notifications: [UInt64(date)])], now: date * day, to: outbox)
    }
    // Recipient 1 gets a digest on the first day; recipient 2 only urgent mails.
    try deliver(.digest, 1, on: 1)
    for date in [5, 12, 45] as [Int64] {
      try deliver(.urgent, 1, on: date)
      try deliver(.urgent, 2, on: date)
    }
    try outbox.ledger.purge(deliveredBefore: 20 * day, reach: 7 * day)
    func left() throws -> [RecipientHistory] {
      try outbox.ledger.mailboxes(
        stream: "digest", recipients: [1, 2].map { OutboxMessage.sample($0).recipient })
    }
    #expect(try left().map { $0.delivered.sorted() } == [[1, 5, 12, 45], [5, 12, 45]])
    #expect(try left().map(\.horizon) == [0, MessageKind.urgent.slot(at: 5 * day) - day])
    // From the next digest on, the urgent mails of more than a week before it go.
    try deliver(.digest, 1, on: 50)
    try outbox.ledger.purge(deliveredBefore: 20 * day, reach: 7 * day)
    #expect(try left().map { $0.delivered.sorted() } == [[45, 50], [5, 12, 45]])
  }

  // What such a clock mailed may be of the days up to it, and nothing else is known of it then.
  @Test(arguments: [(5, 5 * day + 1), (400, 37 * day)] as [(Int64, Int64)], [true, false])
  func `Who was forgotten and had mail of such a clock begins after it, within some weeks`(
    ahead: (date: Int64, horizon: Int64), isForgottenFirst: Bool
  ) throws {
    let outbox = try outbox()
    for date in [1, ahead.date] {
      try deliver([.sample(1, slot: date * day)], now: date * day, to: outbox)
    }
    let recipient = OutboxMessage.sample(1).recipient
    if isForgottenFirst { _ = try outbox.ledger.forget(recipient: recipient) }
    try outbox.begin(stream: "digest", now: 2 * day, fingerprint: [], isForced: true)
    try outbox.finish()
    if !isForgottenFirst { _ = try outbox.ledger.forget(recipient: recipient) }
    let back = try outbox.ledger.mailboxes(stream: "digest", recipients: [recipient])[0]
    #expect(back.horizon == ahead.horizon && back.closedSlot == 2 * day)
  }
}
