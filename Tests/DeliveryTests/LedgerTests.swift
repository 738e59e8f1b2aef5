import Foundation
import GRDB
import Testing

@testable import Delivery

struct LedgerTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  func outbox(_ name: String = "out", shard: Shard = .all, ledger: String? = nil) throws -> Outbox {
    try Outbox(
      path: scratch.path(name),
      options: .init(
        format: .maildir, ledgerPath: ledger.map(scratch.path), syncs: false, shard: shard))
  }

  func deliver(
    _ messages: [OutboxMessage], _ decisions: [Decision] = [], now: Int64, to outbox: Outbox
  )
    throws
  {
    try outbox.begin(stream: "digest", now: now, fingerprint: [7])
    for message in messages { try outbox.publish(message) }
    for decision in decisions { try outbox.record(decision) }
    try outbox.finish()
  }

  @Test func `A mailbox tells the first horizon, the last decision and delivery, and all hashes`()
    throws
  {
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
          horizon: 9 * day, closedSlot: 10 * day, decision: "nothing new", run: 1),
        RecipientHistory(
          horizon: 9 * day, closedSlot: 11 * day, decision: "handed over", run: 2,
          lastDelivery: 11 * day + 5, lastCounts: Array(#"{"total":1}"#.utf8),
          delivered: [1, .max, 3]),
        RecipientHistory(),
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
    #expect(
      failure { try deliver([.sample(1)], now: day, to: outbox) }
        == .ledger(
          .deliveredBefore(recipient: OutboxMessage.sample(1).recipient, slot: day),
          path: scratch.path("out/tidings.ledger")))
    #expect(try scratch.names("out/new").isEmpty)
  }

  @Test func `A now before the last run's is refused, an equal one is not`() throws {
    let outbox = try outbox()
    try deliver([.sample(1)], now: 3 * day, to: outbox)
    try deliver([.sample(2)], now: 3 * day, to: outbox)
    #expect(
      failure { try deliver([], now: 2 * day, to: outbox) }
        == .ledger(.nowBeforeLastRun(now: 2 * day, last: 3 * day), path: outbox.ledger.path))
  }

  @Test
  func `The largest run is one of those up to the last that made mails, whatever came after it`()
    throws
  {
    let outbox = try outbox()
    let ledger = outbox.ledger
    func run(_ size: Int, day number: Int64, fingerprint: [UInt8] = [1]) throws {
      try outbox.begin(stream: "digest", now: number * day, fingerprint: fingerprint)
      for one in 0..<size { try outbox.publish(.sample(one, slot: number * day)) }
      try outbox.finish()
    }
    try run(0, day: 1)
    #expect(try ledger.largestRun(of: "digest", span: day) == nil)
    for (number, size) in [5, 9, 2, 0, 3].enumerated() { try run(size, day: Int64(number + 2)) }
    for empty in 10...50 as ClosedRange<Int64> { try run(0, day: empty) }
    // A message handed over again says nothing of what is usual.
    try run(1, day: 51, fingerprint: [])
    #expect(try ledger.largestRun(of: "digest", span: 2 * day) == 3)
    #expect(try ledger.largestRun(of: "digest", span: 3 * day) == 9)
    #expect(try ledger.largestRun(of: "other", span: 3 * day) == nil)
    #expect(try ledger.lastRun()?.now == 51 * day)
  }

  @Test
  func `Old deliveries are forgotten, but not those that the recipient's mail reaches back to`()
    throws
  {
    let outbox = try outbox()
    // Recipient 1 gets a mail every ten days, recipient 2 got the last ones on days 8 and 10.
    for date in [8, 10, 20, 30, 40, 50] as [Int64] {
      var messages = [OutboxMessage.sample(1, slot: date * day, notifications: [UInt64(date)])]
      if date <= 10 {
        messages.append(.sample(2, slot: date * day, notifications: [UInt64(date)]))
      }
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
    try deliver(.again, 1, on: 46)
    try outbox.ledger.purge(deliveredBefore: 20 * day, reach: 7 * day)
    func left() throws -> [RecipientHistory] {
      try outbox.ledger.mailboxes(
        stream: "digest", recipients: [1, 2].map { OutboxMessage.sample($0).recipient })
    }
    #expect(try left().map { $0.delivered.sorted() } == [[1, 5, 12, 45, 46], [5, 12, 45]])
    #expect(try left().map(\.horizon) == [0, MessageKind.urgent.slot(at: 5 * day) - day])
    // From the next digest on, the urgent mails of more than a week before it go.
    try deliver(.digest, 1, on: 50)
    try outbox.ledger.purge(deliveredBefore: 20 * day, reach: 7 * day)
    #expect(try left().map { $0.delivered.sorted() } == [[45, 46, 50], [5, 12, 45]])
    #expect(try left()[0].horizon == 12 * day)
  }

  @Test func `The export is a line of JSON for each run, mailbox and delivery`() throws {
    let outbox = try outbox()
    var message = OutboxMessage.sample(1, notifications: [0x1234_5678_9abc_def0])
    message.recipient = Array("a\"\\\n\u{E9}".utf8)
    try deliver([message], now: day, to: outbox)
    var lines: [[String: Any]] = []
    try outbox.ledger.export { line in
      let object = try JSONSerialization.jsonObject(with: Data(line))
      lines.append(try #require(object as? [String: Any]))
    }
    #expect(lines.map { $0["kind"] as? String } == ["run", "mailbox", "mail"])
    #expect(lines[2]["recipient"] as? String == "a\"\\\n\u{E9}")
    #expect(lines[2]["notifications"] as? [String] == ["123456789abcdef0"])
    #expect(lines[2]["counts"] as? String == #"{"total":1}"#)
    #expect(lines[0]["now"] as? Int64 == day)
  }

  @Test func `The status counts recipients by their last decision`() throws {
    let outbox = try outbox()
    try deliver(
      [.sample(1), .sample(2)],
      [Decision(recipient: [3], closing: day, horizon: 0, outcome: "nothing new")],
      now: day, to: outbox)
    let status = try outbox.ledger.status()
    #expect(status.format == "maildir" && status.runs == 1 && status.openRun == nil)
    let stream = try #require(status.streams.first)
    #expect(stream.recipients == 3 && stream.forgotten == 0 && stream.deliveries == 2)
    #expect(stream.decisions.map(\.outcome) == ["handed over", "nothing new"])
    #expect(stream.decisions.map(\.recipients) == [2, 1])
  }

  @Test func `Merging joins the shards' books, and each new shard takes its own`() throws {
    let halves = try (1...2).map { try #require(Shard(index: $0, count: 2)) }
    for (number, half) in halves.enumerated() {
      let outbox = try outbox("shard\(number)", shard: half)
      let messages = (0..<20).map { OutboxMessage.sample($0) }.filter {
        half.contains($0.recipient)
      }
      try deliver(messages, now: day, to: outbox)
    }
    let thirds = try (1...3).map { try #require(Shard(index: $0, count: 3)) }
    let recipients = (0..<20).map { OutboxMessage.sample($0).recipient }
    for (number, third) in thirds.enumerated() {
      let ledger = try Ledger.create(at: scratch.path("third\(number)"))
      for half in 0..<2 {
        try ledger.merge(
          try Ledger(path: scratch.path("shard\(half)/tidings.ledger"), access: .reading),
          shard: third)
      }
      let found = try ledger.mailboxes(stream: "digest", recipients: recipients)
      for (place, recipient) in recipients.enumerated() {
        #expect((found[place].closedSlot == day) == third.contains(recipient))
        #expect(found[place].delivered == (third.contains(recipient) ? [UInt64(place)] : []))
      }
      #expect(try ledger.lastRun()?.messages == recipients.count { third.contains($0) })
      try ledger.close()
      let next = try outbox("new\(number)", shard: third, ledger: "third\(number)")
      try deliver([.sample(100, slot: 2 * day)], now: 2 * day, to: next)
    }
  }
}
